// What a move is worth, in words and in little room.

import type { Answer } from "../protocol";

export function worth(answer: Answer, game: string, isBrief = false): string {
  const { outcome, plies_to_end: plies, value } = answer;
  if (outcome) {
    if (plies !== null) return isBrief ? `${outcome[0]!.toUpperCase()}${plies}` : `${outcome} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
    const points = /^(othello|kalah|go)/.test(game) && value !== 0 ? Math.abs(value) : null;
    if (isBrief) return points === null ? outcome[0]!.toUpperCase() : `${value > 0 ? "+" : "−"}${points}`;
    return points === null ? outcome : `${outcome} by ${points}`;
  }
  const bound = answer.bound === "lower" ? "≥ " : answer.bound === "upper" ? "≤ " : "";
  const number = game === "chess" ? (Math.abs(value) / 100).toFixed(2) : String(Math.abs(value));
  return `${bound}${value > 0 ? "+" : value < 0 ? "−" : ""}${number}`;
}

/** How good that is, from 0 for a loss to 1 for a win: for a bar, not for arithmetic. */
export function share(answer: Answer, game: string): number {
  if (answer.chances) return (answer.chances[0] + answer.chances[1] / 2) / 1000;
  if (answer.outcome) return { win: 1, draw: 0.5, loss: 0 }[answer.outcome];
  const unit = game === "chess" ? 300 : game.startsWith("othello") ? 12 : 20;
  return 1 / (1 + Math.exp(-answer.value / unit));
}
