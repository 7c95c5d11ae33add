// How the cost of searches grows with the depth: each depth is searched anew, in earnest.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../link";
import type { Place } from "../protocol";
import { count } from "../words";

/** The nodes of each algorithm at each depth from 1 on, and the leaves of the minimal tree. */
interface Measured {
  names: string[];
  nodes: (number | null)[][];
  minimal: (number | null)[];
}

const STROKES = ["--green-ink", "--amber", "--cut", "--soft"];

export function Depths({ place, depth, algorithms, order, hash }: { place: Place; depth: number; algorithms: string[]; order: string; hash: number }) {
  const [measured, setMeasured] = useState<Measured | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const stop = useRef<(() => void) | null>(null);
  const key = JSON.stringify([place, depth, algorithms, order, hash]);
  useEffect(() => {
    setMeasured(null);
    setFault("");
    return () => stop.current?.();
  }, [key]);

  const measure = async () => {
    let isWanted = true;
    let question: { stop(): void } | null = null;
    stop.current = () => {
      isWanted = false;
      question?.stop();
      setBusy(false);
    };
    setBusy(true);
    const all: Measured = { names: algorithms, nodes: algorithms.map(() => []), minimal: [] };
    try {
      for (let to = 1; to <= depth && isWanted; to += 1) {
        const found = new Map<string, number>();
        const asked = ask(
          { compare: { place, request: { method: { order }, resources: { hash } }, plan: { depth: to, algorithms, deepen: false } } },
          ({ contender }) => contender && found.set(contender.algorithm, contender.nodes),
        );
        question = asked;
        const { comparison } = await asked.done;
        if (!isWanted) return;
        algorithms.forEach((name, n) => all.nodes[n]!.push(found.get(name) ?? null));
        all.minimal.push(comparison?.minimal_leaves ?? null);
        setMeasured({ ...all });
      }
    } catch (error) {
      if (isWanted) setFault((error as Error).message);
    }
    if (isWanted) setBusy(false);
  };
  return (
    <section class="depths">
      <h2>Cost by depth</h2>
      {!measured && <p class="quiet">Every depth from 1 to {depth}, searched anew by {algorithms.join(", ")}.</p>}
      <button type="button" onClick={() => (busy ? stop.current?.() : void measure())}>{busy ? "Stop" : measured ? "Measure again" : "Measure"}</button>
      {fault && <p class="fault" role="alert">{fault}.</p>}
      {measured && measured.minimal.length > 0 && (
        <>
          <Curve measured={measured} />
          <Table measured={measured} />
        </>
      )}
    </section>
  );
}

function Curve({ measured }: { measured: Measured }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let chart: { destroy(): void } | null = null;
    let isWanted = true;
    void Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([{ default: uPlot }]) => {
      if (!isWanted || !holder.current) return;
      const style = getComputedStyle(document.documentElement);
      const colour = (name: string) => style.getPropertyValue(name).trim();
      const ink = colour("--soft");
      const axis = { stroke: ink, grid: { stroke: colour("--rule"), width: 1 }, ticks: { stroke: colour("--rule"), width: 1 } };
      const line = (label: string, n: number) => ({ label, stroke: colour(STROKES[n % STROKES.length]!), width: 2.5, dash: [[], [8, 4], [3, 3], [10, 3, 2, 3]][n % 4]!, points: { show: true, size: 6 } });
      const depths = measured.minimal.map((_, n) => n + 1);
      chart = new uPlot(
        {
          width: holder.current.clientWidth,
          height: 220,
          legend: { show: false },
          cursor: { show: false },
          scales: { x: { time: false }, y: { distr: 3 } },
          axes: [{ ...axis, label: "depth", labelSize: 18, incrs: [1, 2, 5] }, { ...axis, size: 64, values: (_, values) => values.map((value) => (value === null || Math.log10(value) % 1 ? "" : count(value))) }],
          series: [{}, ...measured.names.map(line), { ...line("minimal tree", 3), width: 1.5 }],
        },
        [depths, ...measured.nodes, measured.minimal],
        holder.current,
      );
    });
    return () => {
      isWanted = false;
      chart?.destroy();
    };
  }, [measured]);
  return <div class="curve" ref={holder} aria-hidden="true" />;
}

function Table({ measured: { names, nodes, minimal } }: { measured: Measured }) {
  const cell = (value: number | null | undefined) => <td>{value == null ? "–" : count(value)}</td>;
  return (
    <table class="values">
      <caption>Nodes at each depth, and the leaves of the minimal tree</caption>
      <thead>
        <tr>
          <th scope="col">Depth</th>
          {names.map((name, n) => <th scope="col"><Dash n={n} /> {name}</th>)}
          <th scope="col"><Dash n={3} /> minimal</th>
        </tr>
      </thead>
      <tbody>
        {minimal.map((leaves, n) => (
          <tr><th scope="row">{n + 1}</th>{nodes.map((each) => cell(each[n]))}{cell(leaves)}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** How a curve is drawn. */
function Dash({ n }: { n: number }) {
  return (
    <svg width="26" height="8" aria-hidden="true">
      <line x1="1" y1="4" x2="25" y2="4" stroke={`var(${STROKES[n]})`} stroke-width="2.5" stroke-dasharray={["", "8 4", "3 3", "10 3 2 3"][n]} />
    </svg>
  );
}
