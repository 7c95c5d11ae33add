// Analysis: several lines, each move of which one can click, and what the other side threatens.

import { isSearching, lines, MOST_LINES, refusal, stopAnalysis, threatRefusal, threats, wanted, wantsThreats } from "./searches";
import { isOver, position, to } from "./game";
import { go, isAnalysing, place } from "./place";
import type { Answer } from "../protocol";
import { count, few } from "../words";
import { share, worth } from "./worth";

export function Analysis() {
  const on = isAnalysing.value;
  const [best] = lines.value;
  const view = position.value;
  return (
    <section class="analysis" aria-label="Analysis">
      <div class="buttons">
        <button type="button" class={on ? "primary" : ""} aria-pressed={on} onClick={() => go({ analyse: on ? undefined : "on" }, false)}>Analyse</button>
        <button type="button" aria-pressed={wantsThreats.value} title="What the other side would do if this one passed" onClick={() => go({ threats: wantsThreats.value ? undefined : "on" }, false)}>Threats</button>
        {on && (
          <label>
            <span class="quiet">Lines</span>
            <select value={wanted.value} onChange={(event) => go({ lines: event.currentTarget.value }, false)}>
              {Array.from({ length: MOST_LINES }, (_, n) => <option value={n + 1}>{n + 1}</option>)}
            </select>
          </label>
        )}
        {on && isSearching.value && <button type="button" onClick={stopAnalysis}>Stop</button>}
      </div>
      {refusal.value && <p class="fault" role="alert">{refusal.value}.</p>}
      {on && best && view && (
        <>
          <p class="quiet">
            {`For ${view.side}, who is to move. Depth ${best.depth}, ${count(best.nodes)} nodes, ${few(best.nps)} a second.`}
          </p>
          <ol class="lines">
            {lines.value.map((line) => <Line line={line} onGo={(moves) => to([...place.value.moves, ...moves])} />)}
          </ol>
        </>
      )}
      {on && !best && !isOver.value && !refusal.value && <p class="quiet">The first depth is searched…</p>}
      {wantsThreats.value && !isOver.value && view && <Threats side={view.side} />}
    </section>
  );
}

function Threats({ side }: { side: string }) {
  const [threat] = threats.value;
  if (threatRefusal.value) return <p class="quiet threats" role="status">No threats to tell: {threatRefusal.value}.</p>;
  if (!threat) return <p class="quiet threats">If {side} passed…</p>;
  return (
    <div class="threats" role="status">
      <p class="quiet">If {side} passed, the other side would play this, worth to it:</p>
      <ol class="lines"><Line line={threat} /></ol>
    </div>
  );
}

/** A line: what it is worth, and its moves, a click on which goes there. */
function Line({ line, onGo }: { line: Answer; onGo?(moves: string[]): void }) {
  const moves = line.moves.slice(0, 14);
  return (
    <li>
      <b class="worth">{worth(line, place.value.game)}</b>
      <span class="pv">
        {moves.map(({ record }, n) =>
          onGo ? (
            <button type="button" class="plain" onClick={() => onGo(moves.slice(0, n + 1).map(({ move }) => move))} aria-label={`Go to move ${n + 1} of the line, ${record}`}>{record}</button>
          ) : (
            <span>{record}</span>
          ),
        )}
      </span>
    </li>
  );
}

/** Whose the better game is, beside the board: the part of the side below stands below. */
export function Bar({ playerBelow }: { playerBelow: number }) {
  const [best] = lines.value;
  const view = position.value;
  if (!best || !view) return <div class="bar unknown" aria-hidden="true" />;
  const mine = share(best, view.game);
  const first = view.player === 0 ? mine : 1 - mine;
  const percent = Math.round(Math.min(0.98, Math.max(0.02, first)) * 100);
  const text = worth(best, view.game, true, view.player !== 0);
  return (
    <div class={`bar ${playerBelow === 0 ? "" : "turned"}`} role="img" aria-label={`${view.side} to move: ${worth(best, view.game)}`}>
      <span style={{ height: `${percent}%` }} />
      <small aria-hidden="true">{text}</small>
    </div>
  );
}
