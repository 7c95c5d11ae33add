// The exercise: say what comes next, then see it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { score } from "../words";
import type { View } from "./explain";
import type { Search } from "./forest";
import { setQuery } from "./query";
import { nextQuestion, question, typed, type Subject } from "./quiz";

const TYPES = [
  { type: "pv", name: "PV (type 1)" },
  { type: "cut", name: "Cut (type 2)" },
  { type: "all", name: "All (type 3)" },
] as const;

interface Props {
  search: Search;
  at: number;
  view: View;
  about: Subject;
  go(step: number): void;
}

export function Quiz({ search, at, view, about, go }: Props) {
  const asked = useMemo(() => question(search, at, view, about), [search, search.nodes.size, at, view, about]);
  const [right, setRight] = useState(0);
  const [all, setAll] = useState(0);
  const [verdict, setVerdict] = useState<{ isRight: boolean; said: string } | null>(null);
  const [low, setLow] = useState("");
  const [high, setHigh] = useState("");
  const isOver = at >= search.steps - 1;
  useEffect(() => {
    setRight(0);
    setAll(0);
  }, [search, about]);
  useEffect(() => {
    setVerdict(null);
    setLow("");
    setHigh("");
    // What takes no thought is shown as it goes.
    if (!asked && !isOver) go(nextQuestion(search, at, view, about));
  }, [search, at, view, about]);

  const grade = (isRight: boolean, said: string) => {
    if (verdict) return;
    setVerdict({ isRight, said });
    setAll(all + 1);
    if (isRight) setRight(right + 1);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!asked || asked.kind === "cut" || asked.kind === "type") return;
    const [first, second] = [typed(low), typed(high)];
    if (asked.kind === "value") {
      if (first !== null) grade(first === asked.value, `The answer is ${score(asked.value)}.`);
    } else if (first !== null && second !== null) {
      grade(first === asked.low && second === asked.high, `α = ${score(asked.low)}, β = ${score(asked.high)}.`);
    }
  };
  return (
    <section class="quiz" aria-label="Exercise">
      <h2>What comes next?</h2>
      <label class="about">
        <span class="quiet">Questions about</span>
        <select value={about} onChange={(event) => setQuery({ ask: event.currentTarget.value })}>
          <option value="on">windows, cuts, answers</option>
          <option value="types">types of nodes</option>
        </select>
      </label>
      {isOver && <p>The search is over: {right} of {all} right.</p>}
      {asked && (
        <>
          <p>{asked.ask}</p>
          {asked.kind === "cut" ? (
            <div class="buttons">
              <button type="button" disabled={verdict !== null} onClick={() => grade(!asked.isCut, asked.isCut ? "It is cut." : "It searches on.")}>It searches on</button>
              <button type="button" disabled={verdict !== null} onClick={() => grade(asked.isCut, asked.isCut ? "It is cut." : "It searches on.")}>✂ It is cut</button>
            </div>
          ) : asked.kind === "type" ? (
            <div class="buttons">
              {TYPES.map(({ type, name }) => (
                <button type="button" disabled={verdict !== null} onClick={() => grade(type === asked.type, "")}>{name}</button>
              ))}
            </div>
          ) : (
            <form class="buttons" onSubmit={submit}>
              <label><span>{asked.kind === "value" ? "Value" : "α"}</span><input type="text" size={6} value={low} onInput={(event) => setLow(event.currentTarget.value)} placeholder={asked.kind === "value" ? "" : "-inf"} /></label>
              {asked.kind === "window" && <label><span>β</span><input type="text" size={6} value={high} onInput={(event) => setHigh(event.currentTarget.value)} placeholder="inf" /></label>}
              <button type="submit" disabled={verdict !== null}>Check</button>
            </form>
          )}
          <div role="status">
            {verdict && (
              <p class={`verdict ${verdict.isRight ? "right" : "wrong"}`}>
                <b>{verdict.isRight ? "✓ Right." : `✗ Not so. ${verdict.said}`.trim()}</b> {asked.why}
              </p>
            )}
          </div>
          {verdict && <button type="button" class="primary" onClick={() => go(nextQuestion(search, at + 1, view, about))}>Go on ▶</button>}
        </>
      )}
      <p class="quiet">{all > 0 && !isOver ? `${right} of ${all} right so far. ` : ""}Graded from the search itself.</p>
    </section>
  );
}
