// A player beside the board: the name, and the clock if there is one.

import { clocks, leftOf, now, written } from "./clocks";
import { position } from "./game";
import { Piece } from "./Piece";
import { against, level } from "./place";

export function Player({ player }: { player: 0 | 1 }) {
  const view = position.value;
  const isProgram = against.value !== "none" && (against.value === "first") === (player === 0);
  const side = view?.sides[player] || (player === 0 ? "first" : "second");
  const name = isProgram ? `Secateur, level ${level.value}` : against.value === "none" ? "" : "you";
  const mark = view?.cells ? emblem(side, view.game) : null;
  const { time, running, flagged } = clocks.value;
  const left = time ? leftOf(player, now.value) : 0;
  return (
    <div class={`player ${view?.player === player && !view.outcome ? "to-move" : ""}`}>
      <span class="who">{mark && <svg viewBox="-50 -50 100 100" width="24" height="24" aria-hidden="true"><Piece mark={mark} look={view!.look} game={view!.game} /></svg>}<b>{side}</b>{name && <span class="quiet"> {name}</span>}</span>
      {time && (
        <time class={`clock ${running === player ? "runs" : ""} ${left < 20_000 ? "short" : ""}`} role="timer" aria-label={`Clock of ${side}`}>
          {flagged === player ? "0:00.0" : written(left)}
        </time>
      )}
    </div>
  );
}

/** A piece that tells a side; none where no mark of the board does. */
function emblem(side: string, game: string): string | null {
  const marks: Record<string, string> = /^(checkers|draughts)/.test(game) ? { white: "w", black: "b" } : { white: "K", black: "k", sente: "L", gote: "l" };
  return /^[XO]$/.test(side) ? side : (marks[side] ?? null);
}
