// A board: play, take back, analyse. All that it shows is in the address.

import { useEffect } from "preact/hooks";
import { games, wantLists } from "../parts/lists";
import { Analysis, Bar } from "./Analysis";
import { arrows, hint, lines, values, watchAnalysis } from "./searches";
import { Board } from "./Board";
import { clocks, watchClocks } from "./clocks";
import { Curve } from "./Curve";
import { watchCurve } from "./evaluation";
import { Editor, EditorButton } from "./Editor";
import { edited, put, watchEditor } from "./draft";
import { exact, told, watchExact } from "./exact";
import { Exchange } from "./Exchange";
import { begin, canPlay, fault, forward, isHere, isProgramsTurn, isThinking, onward, play, position, takeBack, to, watchPlace } from "./game";
import { Heaps } from "./Heaps";
import { Houses } from "./Houses";
import { go, isAnalysing, isFlipped, place, playerBelow, query } from "./place";
import { Player } from "./Player";
import { Record } from "./Record";
import { Settings } from "./Settings";
import { theme } from "./themes";
import { Tools } from "./Tools";
import { worth } from "./worth";
import "./board.css";
import { capital } from "../words";

export function BoardPage() {
  useEffect(() => {
    wantLists();
    const stops = [watchClocks(), watchPlace(), watchAnalysis(), watchCurve(), watchExact(), watchEditor()];
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      stops.forEach((stop) => stop());
    };
  }, []);
  const game = games.value.find(({ name }) => name === place.value.game || place.value.game.startsWith(`${name}-`));
  const below = playerBelow.value as 0 | 1;
  const hasPlayers = position.value !== null && (position.value.look !== "heaps" || clocks.value.time !== null);
  return (
    <div class="play" data-theme={theme.value}>
      <div class="play-head">
        <h1>{game?.name ?? place.value.game}</h1>
        <p class="quiet">{game?.about}</p>
      </div>
      <div class="play-body">
        <section class="table" aria-label="The board">
          {hasPlayers && <Player player={(1 - below) as 0 | 1} />}
          <div class="board-row">
            {isAnalysing.value && <Bar playerBelow={below} />}
            <Table />
          </div>
          {hasPlayers && <Player player={below} />}
          <Editor />
          <p class="status" role="status">
            {isHere.value && <span class="spoken">{position.value!.record.at(-1)} </span>}
            {fault.value ? `${capital(fault.value)}.` : status()}
          </p>
        </section>
        <aside class="side" aria-label="The game">
          <Steps />
          <Record />
          <Analysis />
          <Curve />
          <Tools />
          <Settings />
          <EditorButton />
          <Exchange />
        </aside>
      </div>
    </div>
  );
}

function onKey(event: KeyboardEvent) {
  if (/^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft" && place.value.moves.length > 0) takeBack();
  else if (event.key === "ArrowRight") forward();
  else if (event.key === "Home" && place.value.moves.length > 0) to([]);
  else if (event.key === "End") forward(true);
  else if (event.key === "f") turn();
  else return;
  event.preventDefault();
}

const turn = () => go({ flip: query.value.flip ? undefined : "on" }, false);

/** The board of the game, or whatever stands for it. */
function Table() {
  const view = edited.value ?? position.value;
  if (!view) return null;
  // Where the solver knows a value, nothing else is shown.
  const written = new Map([
    ...values.value.map((answer): [string, string] => [answer.best ?? "", worth(answer, view.game, true)]),
    ...[...exact.value].map(([move, one]): [string, string] => [move, told(one, view.game, true)]),
  ]);
  const hinted = (lines.value.length > 0 ? lines.value : hint.value ? [hint.value] : []).map(({ moves }) => moves[0]?.move ?? "");
  const buttons = view.look === "heaps" || view.look === "houses" ? [] : view.legal.filter(({ path }) => path.length === 0);
  return (
    <div class="table-top">
      {view.cells ? (
        <Board position={view} flipped={isFlipped.value} canPlay={canPlay.value} arrows={edited.value ? [] : arrows.value} values={written} onPlay={play} onCell={edited.value ? put : undefined} />
      ) : view.look === "heaps" ? (
        <Heaps position={view} canPlay={canPlay.value} onPlay={play} />
      ) : view.look === "houses" ? (
        <Houses position={view} flipped={isFlipped.value} canPlay={canPlay.value} values={written} hinted={hinted} onPlay={play} />
      ) : (
        <pre class="drawing" role="img" aria-label={`The position: ${view.drawing}`}>{view.drawing}</pre>
      )}
      {view.cells && view.game.startsWith("dobutsu") && <p class="hands">{view.drawing.split("\n").slice(5).join(" ")}</p>}
      {buttons.length > 0 && (
        <div class="moves-by-name" role="group" aria-label="Moves">
          {buttons.map(({ move, record }) => (
            <button type="button" disabled={!canPlay.value} onClick={() => play(move)}>
              {record}
              {written.get(move) && <small> {written.get(move)}</small>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Steps() {
  const isAtStart = place.value.moves.length === 0;
  const isAtEnd = onward.value.length === 0;
  return (
    <div class="buttons">
      <button type="button" onClick={() => to([])} disabled={isAtStart} title="To the start (Home)" aria-label="To the start">|◀</button>
      <button type="button" onClick={takeBack} disabled={isAtStart} title="Take back (←)">◀ Take back</button>
      <button type="button" onClick={() => forward()} disabled={isAtEnd} title="Forward (→)" aria-label="Forward">▶</button>
      <button type="button" onClick={() => forward(true)} disabled={isAtEnd} title="To the end (End)" aria-label="To the end">▶|</button>
      <button type="button" onClick={() => begin(place.value.game, query.value.start)} disabled={isAtStart}>New game</button>
      <button type="button" onClick={turn} aria-pressed={query.value.flip === "on"} title="Turn the board round (f)">Flip</button>
    </div>
  );
}

function status(): string {
  const view = position.value;
  if (!view || !isHere.value) return "";
  if (view.repeated) return "The position came back: a draw.";
  if (view.outcome) {
    const { outcome, by } = view.outcome;
    if (outcome === "draw") return "The game is over: a draw.";
    const margin = by === null ? "" : ` by ${by}`;
    return outcome === "win" ? `The game is over: ${view.side} wins${margin}.` : `The game is over: ${view.side} has lost${margin}.`;
  }
  const { flagged } = clocks.value;
  if (flagged !== null) return `Time is up: ${view.sides[flagged] || "that side"} has lost.`;
  if (isProgramsTurn.value && isThinking.value && !isAnalysing.value) return `${capital(view.side)} to move: the program thinks…`;
  return `${capital(view.side)} to move.`;
}
