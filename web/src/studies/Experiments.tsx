// An experiment, as `secateur lab report` has it, and what is in a store of searches.

import type { Experiment, Searches, Table } from "../protocol";
import { count, counted } from "../words";
import { BarsShown } from "./Bars";
import { LinesShown } from "./Lines";

export function ExperimentShown({ experiment }: { experiment: Experiment }) {
  const { name, about, jobs, missing, programs, notes, panels, text } = experiment;
  const done = jobs - missing;
  return (
    <>
      <h2>{name}</h2>
      <p>{about}.</p>
      <div class="jobs">
        <progress max={jobs} value={done} aria-label="Jobs done" />
        <span role="status">{missing > 0 ? `${count(done)} of ${counted(jobs, "job")} done, ${count(missing)} missing` : `All ${counted(jobs, "job")} done`}</span>
      </div>
      {panels.map((panel) => (
        <section aria-label={panel.title}>
          <h3>{panel.title}</h3>
          <div class="charts">
            {panel.figures.map(({ title, caption, lines, bars }) => (
              <figure>
                {lines && <LinesShown lines={lines} title={title} />}
                {bars && <BarsShown bars={bars} title={title} />}
                <figcaption class="quiet">{caption}</figcaption>
              </figure>
            ))}
          </div>
          <TableShown table={panel.table} name={panel.title} />
        </section>
      ))}
      {notes.map((note) => <p class="quiet">{note}</p>)}
      <Made programs={programs} />
      <details>
        <summary>The file that describes it</summary>
        <pre class="file" tabIndex={0}>{text}</pre>
      </details>
    </>
  );
}

export function SearchesShown({ name, searches: { searches, programs, table, left_out: leftOut } }: { name: string; searches: Searches }) {
  return (
    <>
      <h2>{name}</h2>
      <p role="status">{count(searches)} {searches === 1 ? "search" : "searches"}, whatever the experiment; nodes and times are geometric means.</p>
      <TableShown table={table} name="Searches by game and method" />
      {leftOut > 0 && <p class="quiet">{count(leftOut)} more lines are not shown.</p>}
      <Made programs={programs} />
    </>
  );
}

function Made({ programs }: { programs: string[] }) {
  if (programs.length === 0) return <p class="quiet">Nothing has been searched yet.</p>;
  return <p class="quiet">Searched by {programs.map((program) => `Secateur ${program}`).join("; ")} (version and bench signature).</p>;
}

export function TableShown({ table: { header, names, rows }, name }: { table: Table; name: string }) {
  if (rows.length === 0) return null;
  const kind = (n: number) => (n < names ? "" : "number");
  return (
    <div class="contenders" role="region" aria-label={`Numbers: ${name}`} tabIndex={0}>
      <table>
        <thead><tr>{header.map((title, n) => <th scope="col" class={kind(n)}>{title}</th>)}</tr></thead>
        <tbody>{rows.map((row) => <tr>{row.map((cell, n) => <td class={kind(n)}>{cell}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}
