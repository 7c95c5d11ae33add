// What a move is worth, in words and in little room.

import type { MoveValue } from "../protocol";

const isChess = (game: string) => game === "chess";

/** For the side to move, or for the other one. */
export function worth(answer: MoveValue, game: string, isBrief = false, isOther = false): string {
  const [outcome, value] = isOther ? [answer.outcome && ({ win: "loss", draw: "draw", loss: "win" } as const)[answer.outcome], -answer.value] : [answer.outcome, answer.value];
  const plies = answer.plies_to_end;
  if (outcome) {
    if (plies !== null) return isBrief ? `${outcome[0]!.toUpperCase()}${plies}` : `${outcome} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
    const points = /^(othello|kalah|go)/.test(game) && value !== 0 ? Math.abs(value) : null;
    if (isBrief) return points === null ? outcome[0]!.toUpperCase() : `${value > 0 ? "+" : "−"}${points}`;
    return points === null ? outcome : `${outcome} by ${points}`;
  }
  const signs = { lower: isOther ? "≤ " : "≥ ", upper: isOther ? "≥ " : "≤ " };
  const number = isChess(game) ? (Math.abs(value) / 100).toFixed(2) : String(Math.abs(value));
  return `${answer.bound ? signs[answer.bound] : ""}${value > 0 ? "+" : value < 0 ? "−" : ""}${number}`;
}

/** How good that is, from 0 for a loss to 1 for a win: for a bar, not for arithmetic. */
export function share(answer: MoveValue, game: string): number {
  if (answer.chances) return (answer.chances[0] + answer.chances[1] / 2) / 1000;
  if (answer.outcome) return { win: 1, draw: 0.5, loss: 0 }[answer.outcome];
  const unit = isChess(game) ? 300 : game.startsWith("othello") ? 12 : 20;
  return 1 / (1 + Math.exp(-answer.value / unit));
}
