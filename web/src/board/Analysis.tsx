// Analysis: several lines, each move of which one can click, and a bar.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../link";
import type { Answer, Legal, Place, Position } from "../protocol";
import { count } from "../words";
import { share, worth } from "./worth";

interface Props {
  isOn: boolean;
  place: Place;
  position: Position | null;
  onSwitch(on: boolean): void;
  onLine(moves: string[]): void;
  onHints(moves: Legal[]): void;
}

const TIME = 15;

export function Analysis({ isOn, place, position, onSwitch, onLine, onHints }: Props) {
  const [lines, setLines] = useState<Answer[]>([]);
  const [count_, setCount] = useState(3);
  const [isSearching, setSearching] = useState(false);
  const [fault, setFault] = useState("");
  const key = position ? JSON.stringify([place, count_]) : "";
  const isOver = position !== null && position.outcome !== null;
  const stop = useRef<(() => void) | null>(null);

  useEffect(() => {
    setLines([]);
    setFault("");
    if (!isOn || !position || isOver) return undefined;
    let isWanted = true;
    const found = new Map<number, Answer>();
    const take = (answer: Answer | undefined) => {
      if (!isWanted || !answer || answer.pv.length === 0) return;
      found.set(answer.line ?? 1, answer);
      setLines([...found.values()].sort((a, b) => (a.line ?? 1) - (b.line ?? 1)));
    };
    setSearching(true);
    const lines = Math.min(count_, position.legal.length);
    const request = { method: { algorithm: "engine" }, limits: { time: { secs: TIME, nanos: 0 }, lines }, resources: { hash: 64 << 20 } };
    const asked = ask({ analyse: { place, request } }, ({ answer }) => take(answer));
    stop.current = () => asked.stop();
    asked.done.then(({ answer }) => take(answer), (error: Error) => isWanted && setFault(error.message)).finally(() => isWanted && setSearching(false));
    return () => {
      isWanted = false;
      asked.stop();
    };
  }, [isOn, key, isOver]);

  const best = lines[0];
  const heads = lines.map(({ best }) => best).join(" ");
  useEffect(() => {
    if (!isOn) return onHints([]);
    const moves = lines.map(({ best }) => position?.legal.find(({ move }) => move === best)).filter((move) => move !== undefined);
    return onHints(moves);
  }, [heads, isOn]);

  return (
    <section class="analysis">
      <div class="buttons">
        <button type="button" class={isOn ? "primary" : ""} aria-pressed={isOn} onClick={() => onSwitch(!isOn)}>Analyse</button>
        {isOn && (
          <label>
            <span class="quiet">Lines</span>
            <select value={count_} onChange={(event) => setCount(Number(event.currentTarget.value))}>
              {[1, 2, 3, 4, 5].map((n) => <option value={n}>{n}</option>)}
            </select>
          </label>
        )}
        {isOn && isSearching && <button type="button" onClick={() => stop.current?.()}>Stop</button>}
      </div>
      {isOn && fault && <p class="fault">{fault}.</p>}
      {isOn && best && position && (
        <>
          <Bar share={share(best, place.game)} label={`${position.side} to move: ${worth(best, place.game)}`} />
          <p class="quiet">
            {`For ${position.side}, who is to move. Depth ${best.depth}, ${count(best.nodes)} nodes, ${count(Math.round(best.nps / 1000))} thousand a second.`}
          </p>
          <ol class="lines">
            {lines.map((line) => (
              <li>
                <b class="worth">{worth(line, place.game)}</b>
                <span class="pv">
                  {line.pv.slice(0, 14).map((move, n) => (
                    <button type="button" class="plain" onClick={() => onLine(line.pv.slice(0, n + 1))} aria-label={`Go to move ${n + 1} of the line, ${move}`}>{move}</button>
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      {isOn && !best && !isOver && !fault && <p class="quiet">The first depth is searched…</p>}
    </section>
  );
}

function Bar({ share, label }: { share: number; label: string }) {
  const percent = Math.round(Math.min(0.98, Math.max(0.02, share)) * 100);
  return (
    <div class="bar" role="img" aria-label={label}>
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
