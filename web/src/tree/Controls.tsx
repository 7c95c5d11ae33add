// Forward and back. Nothing starts by itself.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Run } from "./model";

const SPEEDS = [
  { name: "slow", ms: 1600 },
  { name: "steady", ms: 700 },
  { name: "fast", ms: 200 },
  { name: "very fast", ms: 40 },
];

export function Controls({ run, at, last, go }: { run: Run; at: number; last: number; go(step: number | ((at: number) => number)): void }) {
  const [runs, setRuns] = useState(false);
  const [speed, setSpeed] = useState(1);
  const nextCut = run.cuts.find((step) => step > at);
  const lastCut = run.cuts.findLast((step) => step < at);

  useEffect(() => setRuns(false), [run]);
  useEffect(() => {
    if (!runs) return undefined;
    if (at >= last) {
      setRuns(false);
      return undefined;
    }
    const timer = setTimeout(() => go(at + 1), SPEEDS[speed]!.ms);
    return () => clearTimeout(timer);
  }, [runs, at, speed]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const moves: Record<string, () => void> = {
        ArrowRight: () => go((at) => at + 1),
        ArrowLeft: () => go((at) => at - 1),
        Home: () => go(0),
        End: () => go(last),
        c: () => nextCut !== undefined && go(nextCut),
        C: () => lastCut !== undefined && go(lastCut),
      };
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      setRuns(false);
      move();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const stop = (then: () => void) => () => {
    setRuns(false);
    then();
  };
  return (
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        <button type="button" onClick={stop(() => go(0))} disabled={at === 0} aria-label="First step" title="First step (Home)">|◀</button>
        <button type="button" onClick={stop(() => go(at - 1))} disabled={at === 0} aria-label="Step back" title="Step back (←)">◀</button>
        <button type="button" class="primary" onClick={stop(() => go(at + 1))} disabled={at === last} title="Step forward (→)">Step ▶</button>
        <button type="button" onClick={stop(() => go(last))} disabled={at === last} aria-label="Last step" title="Last step (End)">▶|</button>
        <button type="button" onClick={stop(() => go(nextCut!))} disabled={nextCut === undefined} title="Next cut (c)">✂ Next cut</button>
      </div>
      <div class="buttons">
        <button type="button" onClick={() => setRuns(!runs)} disabled={at === last && !runs} aria-pressed={runs}>{runs ? "Stop" : "Run"}</button>
        <label>
          <span class="quiet">Speed</span>
          <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map(({ name }, n) => <option value={n}>{name}</option>)}
          </select>
        </label>
      </div>
      <label class="slider">
        <span class="quiet">Step {at + 1} of {last + 1}</span>
        <input type="range" min={0} max={last} value={at} onInput={(event) => stop(() => go(Number(event.currentTarget.value)))()} />
      </label>
    </div>
  );
}
