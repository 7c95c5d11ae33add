// What the search cost, beside the smallest tree that proves the value.

import { count, counted, score } from "../words";
import type { View } from "./explain";
import type { Picture } from "./model";
import type { Recorded } from "./useRecord";

export function Counts({ recorded, seen, at, view }: { recorded: Recorded; seen: Picture | null; at: number; view: View }) {
  const { header, nodes } = recorded.run.trace;
  const isOver = at === recorded.run.steps.length - 1;
  const whole = recorded.isWhole ? wholeLeaves(recorded) : null;
  const cuts = recorded.run.cuts.length;
  const rows: [string, string, string][] = [
    ["Nodes visited", count(seen?.nodes ?? 0), count(header.visits)],
    ["Leaves", count(seen?.leaves ?? 0), count(header.leaves)],
    ["Cuts", count(seen?.cuts ?? 0), count(cuts)],
  ];
  return (
    <section class="counts">
      <h2>Counts</h2>
      <table>
        <thead>
          <tr><td></td><th scope="col">so far</th><th scope="col">in all</th></tr>
        </thead>
        <tbody>
          {rows.map(([name, now, all]) => <tr><th scope="row">{name}</th><td>{now}</td><td>{all}</td></tr>)}
        </tbody>
      </table>
      {isOver && (
        <p>
          The value is <b>{score(header.score)}</b>{view === "max" ? " for MAX" : ""}.{" "}
          {whole !== null && <>The whole tree has {counted(whole, "leaf").replace("leafs", "leaves")}; </>}
          {header.minimal_leaves !== null && <>
            {whole !== null ? "the" : "The"} minimal tree, which proves the value, has {header.minimal_is_exact ? "" : "at most "}{count(header.minimal_leaves)}.
          </>}
        </p>
      )}
      {header.left_out > 0 && <p class="quiet">{counted(header.left_out, "node")} furthest from the root are not shown; {count(nodes.length)} are.</p>}
    </section>
  );
}

function wholeLeaves({ root }: Recorded): number {
  let sum = 0;
  const todo = [root];
  for (let spot = todo.pop(); spot; spot = todo.pop()) {
    if (spot.children.length === 0) sum += 1;
    todo.push(...spot.children);
  }
  return sum;
}

/** Two searches of one tree: what each visited, and what only one of them did. */
export function Beside({ names, both }: { names: [string, string]; both: [Recorded, Recorded] }) {
  const [first, second] = both.map(({ run }) => new Set(run.spots.map(({ key }) => key))) as [Set<string>, Set<string>];
  const shared = [...first].filter((key) => second.has(key)).length;
  const headers = both.map(({ run }) => run.trace.header);
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
          <tr><th scope="row">Places only it visited</th><td>{count(first.size - shared)}</td><td>{count(second.size - shared)}</td></tr>
        </tbody>
      </table>
      <p class="quiet">{counted(shared, "place")} visited by both.</p>
    </section>
  );
}
