// A race: who is left, who is out, and why.

import type { Entrant } from "../protocol";
import { counted } from "../words";
import type { Race } from "./useChoice";

/** Those left that are shown of a race before one asks for all; whoever is out is shown in any case. */
const FEW = 6;

export function RaceShown({ race: { name, entrants } }: { race: Race }) {
  const isTimed = entrants.some(({ time_ratio }) => time_ratio !== null);
  const left = entrants.filter((entrant) => entrant.left);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const first = [...left.slice(0, FEW), ...entrants.filter((entrant) => !entrant.left)];
  const rest = left.slice(FEW);
  const table = (some: Entrant[], label: string) => (
    <div class="contenders" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Search</th><th scope="col" class="number">Positions</th><th scope="col" class="number">Nodes</th>
            {isTimed && <th scope="col" class="number">Time</th>}<th scope="col">In the race</th>
          </tr>
        </thead>
        <tbody>{some.map((entrant) => <Row entrant={entrant} isTimed={isTimed} />)}</tbody>
      </table>
    </div>
  );
  return (
    <section aria-label={`Race: ${name}`}>
      <h2>{title}</h2>
      <p class="quiet">{left.length} of {counted(entrants.length, "contender")} left; nodes{isTimed && " and times"} are so many times the best one’s on the same positions.</p>
      {table(first, title)}
      {rest.length > 0 && <details><summary>{rest.length} more that are left</summary>{table(rest, `${title}, more`)}</details>}
    </section>
  );
}

function Row({ entrant, isTimed }: { entrant: Entrant; isTimed: boolean }) {
  const { algorithm, order, settings, positions, left, nodes_ratio: nodes, time_ratio: time } = entrant;
  const method = [algorithm, `order ${order}`, ...settings].join(", ");
  return (
    <tr class={left ? "" : "out"}>
      <th scope="row">{method}</th><td class="number">{positions}</td><td class="number">× {nodes.toFixed(2)}</td>
      {isTimed && <td class="number">{time === null ? "–" : `× ${time.toFixed(2)}`}</td>}
      <td>{fate(entrant)}</td>
    </tr>
  );
}

/** Whether it is still there, or why not. */
function fate({ left, cut, positions, nodes_low: nodes, time_low: time }: Entrant): string {
  if (left) return "left";
  const after = `out after ${counted(positions, "position")}`;
  if (cut) return `${after}: given up, it takes more`;
  const low = time ?? nodes;
  return low === null || low <= 1 ? `${after}: worse beyond doubt` : `${after}: worse beyond doubt, ${time === null ? "nodes" : "times"} × ${low.toFixed(2)} at least`;
}
