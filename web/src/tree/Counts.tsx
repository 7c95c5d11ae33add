// What the search cost, beside the smallest tree that proves the value.

import { count, counted, score } from "../words";
import type { View } from "./explain";
import type { Recorded } from "./useRecords";

export function Counts({ recorded, at, view }: { recorded: Recorded; at: number; view: View }) {
  const { own, whole } = recorded;
  const { header, kind, cuts, search_ms } = own.trace;
  const isOver = at === own.steps - 1;
  const seen = own.soFar(at);
  const rows: [string, number, number][] =
    kind === "expanded"
      ? [["Nodes expanded", seen.nodes, own.steps - 1]]
      : [
          ["Nodes visited", seen.nodes, header.visits],
          ["Leaves", seen.leaves, header.leaves],
          ["Cuts", seen.cuts, cuts],
        ];
  const all = whole?.trace.header.leaves ?? null;
  return (
    <section class="counts">
      <h2>Counts</h2>
      <table>
        <thead>
          <tr><td></td><th scope="col">so far</th><th scope="col">in all</th></tr>
        </thead>
        <tbody>
          {rows.map(([name, now, all]) => <tr><th scope="row">{name}</th><td>{count(now)}</td><td>{count(all)}</td></tr>)}
        </tbody>
      </table>
      {isOver && header.score !== null && (
        <p>
          {worth(recorded, view)}{" "}
          {all !== null && <>The whole tree has {counted(all, "leaf").replace("leafs", "leaves")}; </>}
          {header.minimal_leaves !== null && <>
            {all !== null ? "the" : "The"} minimal tree, which proves the value, has {header.minimal_is_exact ? "" : "at most "}{count(header.minimal_leaves)}.
          </>}
        </p>
      )}
      {kind === "expanded" && <p class="quiet">{count(header.visits)} nodes in the tree, with those that nobody looked at.</p>}
      {header.left_out > 0 && <p class="quiet">{counted(header.left_out, "node")} furthest from the root are not kept; {count(header.kept)} are.</p>}
      {header.kept > 10_000 && <p class="quiet">{count(header.kept)} nodes recorded in {(search_ms / 1000).toFixed(1)} s.</p>}
    </section>
  );
}

/** What the search has found, or proven. */
function worth({ own }: Recorded, view: View) {
  const { header } = own.trace;
  const root = own.nodes.get(0);
  const isBound = own.trace.kind === "visits" && !header.exact && root?.bound !== "exact" && root?.bound !== null;
  const side = view === "max" ? " for MAX" : "";
  if (isBound) return <>The value is {root?.bound === "lower" ? "at least" : "at most"} <b>{score(header.score)}</b>{side}.</>;
  if (own.trace.kind === "expanded" && !header.exact) return <>It looks worth <b>{score(header.score)}</b>{side} by now.</>;
  return <>The value is <b>{score(header.score)}</b>{side}.</>;
}

/** Two searches of one tree: what each visited, and what only one of them did. */
export function Beside({ names, recorded }: { names: [string, string]; recorded: Recorded }) {
  const both = [recorded.own, recorded.beside!] as const;
  const headers = both.map(({ trace }) => trace.header);
  const isComplete = both.every((search) => search.isComplete);
  const [shared, only] = isComplete ? compared(recorded) : [0, [0, 0]];
  return (
    <section class="counts">
      <h2>Side by side</h2>
      <table>
        <thead>
          <tr><td></td>{names.map((name) => <th scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          <tr><th scope="row">Nodes visited</th>{headers.map(({ visits }) => <td>{count(visits)}</td>)}</tr>
          <tr><th scope="row">Leaves</th>{headers.map(({ leaves }) => <td>{count(leaves)}</td>)}</tr>
          <tr><th scope="row">Value</th>{headers.map((header) => <td>{score(header.score)}</td>)}</tr>
          {isComplete && <tr><th scope="row">Places only it visited</th>{only.map((places) => <td>{count(places)}</td>)}</tr>}
        </tbody>
      </table>
      <p class="quiet">
        {isComplete ? `${counted(shared, "place")} visited by both. ` : ""}
        A ring marks a place that only this search visits in the end, not the other one.
      </p>
    </section>
  );
}

/** The places that both searches visit, and those that only one of them does. */
function compared({ forest, own, beside }: Recorded): [number, [number, number]] {
  let [shared, first, second] = [0, 0, 0];
  const todo = [forest.root];
  for (let spot = todo.pop(); spot; spot = todo.pop()) {
    const [here, there] = [spot.visits[own.index] !== undefined, spot.visits[beside!.index] !== undefined];
    if (here && there) shared += 1;
    else if (here) first += 1;
    else if (there) second += 1;
    todo.push(...spot.children);
  }
  return [shared, [first, second]];
}
