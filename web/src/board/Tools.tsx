// What one can ask besides the lines: a hint, the value of every move, the value of the game, the search itself.

import type { Answer, Position, Solution } from "../protocol";
import { games } from "../parts/lists";
import { link } from "../route";
import { askHint, askSolution, askValues, busy, hint, lines, solution, stopOther, values } from "./searches";
import { canPlay, isHere, isOver, play, position } from "./game";
import { place } from "./place";
import { worth } from "./worth";

/** The deepest search that is shown in the laboratory unasked. */
const DEEPEST = 6;

export function Tools() {
  const isIdle = isHere.value && !isOver.value && busy.value === "";
  const { game, start, moves } = place.value;
  const view = position.value;
  const depth = Math.min(DEEPEST, Math.max(3, lines.value[0]?.depth ?? 3));
  return (
    <section class="tools" aria-label="Ask the program">
      <div class="buttons">
        <button type="button" onClick={askHint} disabled={!isIdle}>{busy.value === "hint" ? "Looking…" : "Hint"}</button>
        <button type="button" onClick={askValues} disabled={!isIdle}>{busy.value === "values" ? "Valuing…" : "Value of each move"}</button>
        <button type="button" onClick={askSolution} disabled={!isIdle}>{busy.value === "solve" ? "Solving…" : "Solve"}</button>
        {busy.value !== "" && <button type="button" onClick={stopOther}>Stop</button>}
        <a class="button" href={link("tree", { game, start, moves: moves.join(","), depth, algorithm: algorithmOf(game) })}>Look into the search</a>
      </div>
      {hint.value && <p class="told" role="status">Hint: {hint.value.moves[0]?.record ?? hint.value.best}, {worth(hint.value, game)} at depth {hint.value.depth}.</p>}
      {solution.value && <p class="solved" role="status">{solvedText(solution.value, game)}</p>}
      {values.value.length > 0 && view && <Values values={values.value} position={view} game={game} onPlay={canPlay.value ? play : undefined} />}
    </section>
  );
}

/** The search to look into: the game's own, if it can be recorded, or else alpha-beta. */
function algorithmOf(game: string): string {
  const own = games.value.find(({ name }) => game === name || game.startsWith(`${name}-`))?.algorithm;
  return own && own !== "engine" ? own : "pvs-memory";
}

function Values({ values, position, game, onPlay }: { values: Answer[]; position: Position; game: string; onPlay?(move: string): void }) {
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

function solvedText({ solved, unsolved }: Solution, game: string): string {
  if (solved) {
    const value = game.startsWith("connect4") || game.startsWith("othello") ? ` (${solved.value > 0 ? "+" : ""}${solved.value})` : "";
    return `Solved: a ${solved.outcome} for the side to move${value}${solved.best ? `, by ${solved.best}` : ""}; ${solved.nodes.toLocaleString("en")} nodes.`;
  }
  const [low, high] = [unsolved?.at_least, unsolved?.at_most];
  return `Not solved in the time given: at least ${low ?? "?"}, at most ${high ?? "?"}.`;
}
