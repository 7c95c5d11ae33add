// The table of a comparison, which grows while it runs.

import { useState } from "preact/hooks";
import { algorithms } from "../parts/lists";
import type { Comparison, Contender } from "../protocol";
import { link } from "../route";
import { count, signed } from "../words";
import type { Plan } from "./useComparison";

interface Props {
  contenders: Contender[];
  comparison: Comparison | null;
  running: boolean;
  plan: Plan;
}

type By = "nodes" | "time_ms";

export function Contenders({ contenders, comparison, running, plan }: Props) {
  const [by, setBy] = useState<By | null>(null);
  const shown = by ? [...contenders].sort((a, b) => a[by] - b[by]) : contenders;
  // Those that are exact are measured by the best of them.
  const exact = contenders.filter((one) => one.exact && !one.unfinished);
  const least = (of: By) => Math.min(...exact.map((one) => one[of]).filter((number) => number > 0));
  const most = (of: By) => Math.max(1, ...contenders.map((one) => one[of]));
  const header = (name: string, of: By) => (
    <th scope="col" colSpan={3} aria-sort={by === of ? "ascending" : "none"}>
      <button type="button" class="plain" onClick={() => setBy(by === of ? null : of)}>{name} {by === of ? "↑" : "↕"}</button>
    </th>
  );
  return (
    <section class="contenders" aria-busy={running}>
      <p role="status">{told(contenders, comparison, running)}</p>
      <table>
        <caption class="quiet">Bars are on a logarithmic scale; × is against the best of those that are exact.</caption>
        <thead>
          <tr><th scope="col">Algorithm</th>{header("Nodes", "nodes")}{header("Time", "time_ms")}<th scope="col">Value</th><th scope="col"></th></tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr class={comparison?.pick === one.algorithm ? "best" : ""}>
              <th scope="row">{one.algorithm}{!one.exact && <span class="quiet"> selective</span>}</th>
              <td class="number">{count(one.nodes)}</td>
              <td class="number quiet">{times(one.nodes, least("nodes"))}</td>
              <td><Bar of={one.nodes} most={most("nodes")} /></td>
              <td class="number">{milliseconds(one.time_ms)}</td>
              <td class="number quiet">{times(one.time_ms, least("time_ms"))}</td>
              <td><Bar of={one.time_ms} most={most("time_ms")} least={0.1} /></td>
              <td>{value(one)}</td>
              <td><a href={traced(one, comparison, plan)} hidden={!canBeTraced(one, comparison, plan)}>See it search</a></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How far it is, and what came of it. */
function told(contenders: Contender[], comparison: Comparison | null, running: boolean): string {
  const last = contenders[contenders.length - 1];
  if (running) return last ? `${contenders.length} so far, the last of them ${last.algorithm} …` : "Plain alpha-beta goes first, as the measure of the others …";
  if (!comparison) return "Stopped.";
  const depth = `To depth ${comparison.depth}.`;
  if (comparison.interrupted) return `${depth} Stopped before the last algorithm.`;
  const agreed = comparison.agreed ? "All exact algorithms agree on the value." : "Exact algorithms disagree on the value: that is an error in one of them.";
  const leftOut = comparison.left_out.length > 0 ? ` Left out, since the whole tree is too large: ${comparison.left_out.join(", ")}.` : "";
  return `${depth} ${agreed} ${capital(comparison.reason)}.${leftOut}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, "");

const milliseconds = (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${count(Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`);

const times = (number: number, least: number) => (Number.isFinite(least) && number > 0 ? `× ${(number / least).toFixed(number < 100 * least ? 2 : 0)}` : "");

function value(one: Contender): string {
  const said = one.values.map(signed).join(" ") || "–";
  if (one.unfinished) return `${said} unfinished`;
  return one.value_agrees ? said : `${said} ≠ minimax`;
}

/** A number as a length, on a logarithmic scale from `least` on. */
function Bar({ of, most, least = 1 }: { of: number; most: number; least?: number }) {
  const long = Math.log(Math.max(of, least) / least) / Math.log(Math.max(most, 10 * least) / least);
  return <span class="length" aria-hidden="true"><span style={{ width: `${(100 * Math.max(0.01, long)).toFixed(1)}%` }} /></span>;
}

/** The deepest search that the tree laboratory shows. */
const DEEPEST = 12;

function canBeTraced(one: Contender, comparison: Comparison | null, plan: Plan): boolean {
  const depth = comparison?.depth ?? plan.depth;
  return depth !== undefined && depth <= DEEPEST && algorithms.value.some(({ name, traced }) => traced && name === one.algorithm);
}

function traced(one: Contender, comparison: Comparison | null, { place, depth, order, hash, deepen }: Plan): string {
  const isWritten = place.game === "tree";
  const position = isWritten ? { tree: place.start || undefined } : { start: place.start, moves: place.moves.join(",") };
  return link("tree", { game: isWritten ? undefined : place.game, ...position, depth: comparison?.depth ?? depth, algorithm: one.algorithm, order: order === "table" ? "" : order, hash, deepen: deepen ? "on" : "" });
}
