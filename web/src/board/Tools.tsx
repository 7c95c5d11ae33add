// What one can ask besides the lines: a hint, the value of every move, the value of the game, the search itself.

import type { MoveValue, Position } from "../protocol";
import { games } from "../parts/lists";
import { link } from "../route";
import { exact, isSolving, objection, solution, solve, stopSolving, told, distance } from "./exact";
import { canPlay, isHere, isOver, play, position } from "./game";
import { place } from "./place";
import { askHint, askValues, busy, hint, lines, stopOther, values } from "./searches";
import { worth } from "./worth";

/** The deepest search that is shown in the laboratory unasked. */
const DEEPEST = 6;

export function Tools() {
  const isIdle = isHere.value && !isOver.value && busy.value === "" && !isSolving.value;
  const { game, start, moves } = place.value;
  const view = position.value;
  const depth = Math.min(DEEPEST, Math.max(3, lines.value[0]?.depth ?? 3));
  return (
    <section class="tools" aria-label="Ask the program">
      <div class="buttons">
        <button type="button" onClick={askHint} disabled={!isIdle}>{busy.value === "hint" ? "Looking…" : "Hint"}</button>
        <button type="button" onClick={askValues} disabled={!isIdle}>{busy.value === "values" ? "Valuing…" : "Value of each move"}</button>
        <button type="button" onClick={() => void solve()} disabled={!isIdle} title="The value at the end of the game, for the position and for each move">{isSolving.value ? "Solving…" : "Solve"}</button>
        {(busy.value !== "" || isSolving.value) && <button type="button" onClick={() => (stopOther(), stopSolving())}>Stop</button>}
        <a class="button" href={link("tree", { game, start, moves: moves.join(","), depth, algorithm: algorithmOf(game) })}>Look into the search</a>
      </div>
      {hint.value && <p class="told" role="status">Hint: {hint.value.moves[0]?.record ?? hint.value.best}, {worth(hint.value, game)} at depth {hint.value.depth}.</p>}
      {objection.value && <p class="fault" role="alert">{objection.value}.</p>}
      {solution.value && view && <p class="solved" role="status">{solvedText(view)}</p>}
      {exact.value.size > 0 && view && <ExactValues position={view} onPlay={canPlay.value ? play : undefined} />}
      {values.value.length > 0 && view && <Values values={values.value} position={view} game={game} onPlay={canPlay.value ? play : undefined} />}
    </section>
  );
}

/** The search to look into: the game's own, if it can be recorded, or else alpha-beta. */
function algorithmOf(game: string): string {
  const own = games.value.find(({ name }) => game === name || game.startsWith(`${name}-`))?.algorithm;
  return own && own !== "engine" ? own : "pvs-memory";
}

function Values({ values, position, game, onPlay }: { values: MoveValue[]; position: Position; game: string; onPlay?(move: string): void }) {
  const records = new Map(position.legal.map(({ move, record }) => [move, record]));
  return (
    <table class="values">
      <caption>For {position.side}, who is to move; searched {values[0]!.depth} plies deep</caption>
      <tbody>
        {values.slice(0, 40).map((answer) => {
          const record = records.get(answer.best ?? "") ?? answer.best;
          return (
            <tr>
              <th scope="row">{onPlay ? <button type="button" class="plain" onClick={() => onPlay(answer.best!)}>{record}</button> : record}</th>
              <td>{worth(answer, game)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What the solver knows of each move, the best first. */
function ExactValues({ position, onPlay }: { position: Position; onPlay?(move: string): void }) {
  const rank = ({ outcome, value, plies }: { outcome: string; value: number; plies: number | null }) => ({ win: 1e6, draw: 0, loss: -1e6 })[outcome]! + (plies === null ? value : value > 0 ? -plies : plies);
  const known = position.legal.flatMap(({ move, record }) => {
    const one = exact.value.get(move);
    return one ? [{ move, record, one }] : [];
  });
  known.sort((a, b) => rank(b.one) - rank(a.one));
  return (
    <table class="values exact">
      <caption>For {position.side}, exactly</caption>
      <tbody>
        {known.map(({ move, record, one }) => (
          <tr>
            <th scope="row">{onPlay ? <button type="button" class="plain" onClick={() => onPlay(move)}>{record}</button> : record}</th>
            <td>{told(one, position.game)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function solvedText(view: Position): string {
  const { solved, unsolved } = solution.value!;
  if (solved) {
    const value = told({ outcome: solved.outcome, value: solved.value, plies: distance(solved.value, view) }, view.game);
    return `Solved: ${view.side}, who is to move, has a ${value}${solved.best ? `, by ${solved.best}` : ""}; ${solved.nodes.toLocaleString("en")} nodes.`;
  }
  const [low, high] = [unsolved?.at_least ?? null, unsolved?.at_most ?? null];
  const known = [low !== null && `at least ${low}`, high !== null && `at most ${high}`].filter(Boolean).join(", ");
  return `Not solved ${UNSOLVED[unsolved?.stopped_by ?? ""] ?? ""}: ${known || "nothing is proven yet"}.`;
}

/** What kept the solver from an answer. */
const UNSOLVED: Record<string, string> = {
  time: "in the time given",
  memory: "in the memory given",
  length: "since play can go on for too long",
  interrupt: "before it was stopped",
};
