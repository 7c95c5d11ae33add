// Forward and back. Nothing starts by itself.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { count } from "../words";
import { cutBeside } from "./useRecords";
import type { Search } from "./forest";

const SPEEDS = [
  { name: "slow", ms: 1600 },
  { name: "steady", ms: 700 },
  { name: "fast", ms: 200 },
  { name: "very fast", ms: 40 },
];

interface Props {
  search: Search;
  at: number;
  last: number;
  /** Whether the step that was asked for is on its way. */
  waits: boolean;
  go(step: number | ((at: number) => number)): void;
}

export function Controls({ search, at, last, waits, go }: Props) {
  const [runs, setRuns] = useState(false);
  const [speed, setSpeed] = useState(1);
  const isGrown = search.trace.kind === "expanded";
  const { cuts } = search.soFar(Math.min(at, search.steps - 1));
  const toCut = (back: boolean) => void cutBeside(search, at, back).then((cut) => cut !== null && go(cut), () => undefined);

  useEffect(() => setRuns(false), [search]);
  useEffect(() => {
    if (!runs) return undefined;
    if (at >= last) {
      setRuns(false);
      return undefined;
    }
    if (waits) return undefined;
    const timer = setTimeout(() => go(at + 1), SPEEDS[speed]!.ms);
    return () => clearTimeout(timer);
  }, [runs, at, speed, waits]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const moves: Record<string, () => void> = {
        ArrowRight: () => go((at) => at + 1),
        ArrowLeft: () => go((at) => at - 1),
        Home: () => go(0),
        End: () => go(last),
        c: () => toCut(false),
        C: () => toCut(true),
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
        {!isGrown && (
          <button type="button" onClick={stop(() => toCut(false))} disabled={cuts >= search.trace.cuts} title="Next cut (c); the last one with C">✂ Next cut</button>
        )}
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
        <span class="quiet">{isGrown ? `${count(at)} of ${count(last)} expanded` : `Step ${count(at + 1)} of ${count(last + 1)}`}</span>
        <input type="range" aria-busy={waits} min={0} max={last} value={at} onInput={(event) => stop(() => go(Number(event.currentTarget.value)))()} />
      </label>
    </div>
  );
}
