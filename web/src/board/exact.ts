// Exact values, as the solver knows them.

import { effect, signal } from "@preact/signals";
import { ask, type Asked } from "../link";
import { milliseconds, type Position, type Request, type Solution } from "../protocol";
import { position } from "./game";
import { place, placeText } from "./place";

export interface Exact {
  outcome: "win" | "draw" | "loss";
  /** On the game's own scale, for the side to move. */
  value: number;
  /** The plies to the end, where the scale tells them. */
  plies: number | null;
}

/** The value of the position; what is known of it where it was not solved. */
export const solution = signal<Solution | null>(null);
/** The value of each move, as far as they are known. */
export const exact = signal(new Map<string, Exact>());
export const isSolving = signal(false);
export const objection = signal("");

const TIME = 20_000;

let asked: Asked | null = null;
let isStopped = false;

export function stopSolving() {
  isStopped = true;
  asked?.stop();
}

/** The plies to the end that a value means: in Connect-4 it counts the stones that are left, in chess it is the distance itself. */
export function distance(value: number, { game, cells }: Position): number | null {
  if (value === 0) return null;
  if (game === "chess") return 32_000 - Math.abs(value);
  if (!game.startsWith("connect4") || !cells) return null;
  const left = cells.marks.filter((mark) => mark === null || mark === "+").length;
  const plies = left + 2 - 2 * Math.abs(value);
  // Who moves wins with an odd ply, and loses with an even one.
  return plies - ((plies % 2 === 1) === value > 0 ? 0 : 1);
}

const request = (): Request => ({ limits: { time: milliseconds(TIME) }, resources: { hash: 64 << 20 } });

/** Solves the position, and then the position after each move. */
export async function solve() {
  const [here, view, { game, start, moves }] = [placeText.value, position.value!, place.value];
  isStopped = false;
  isSolving.value = true;
  objection.value = "";
  const ask_ = (line: string[]) => {
    asked = ask({ solve: { place: { game, start, moves: line }, request: request() } });
    return asked.done.then(({ solution }) => solution ?? null);
  };
  const isWanted = () => placeText.value === here;
  try {
    const whole = await ask_(moves);
    if (isWanted()) solution.value = whole;
    for (const { move } of whole?.solved ? view.legal : []) {
      if (isStopped || !isWanted()) break;
      const { position: after } = await ask({ position: { game, start, moves: [...moves, move] } }).done;
      if (!after) break;
      const sign = after.player === view.player ? 1 : -1;
      const value = await worthOf(after, () => ask_([...moves, move]));
      if (value && isWanted()) exact.value = new Map(exact.value).set(move, turned(value, sign));
    }
  } catch (refusal) {
    if (isWanted()) objection.value = (refusal as Error).message;
  }
  isSolving.value = false;
}

async function worthOf(after: Position, solved: () => Promise<Solution | null>): Promise<Exact | null> {
  if (after.outcome) return { outcome: after.outcome.outcome, value: { win: 1, draw: 0, loss: -1 }[after.outcome.outcome] * (after.outcome.by ?? 0), plies: 0 };
  const found = (await solved())?.solved;
  return found ? { outcome: found.outcome, value: found.value, plies: distance(found.value, after) } : null;
}

/** The same for who made the move: a ply more, and the other way round where the other side is to move. */
function turned({ outcome, value, plies }: Exact, sign: number): Exact {
  const other = ({ win: "loss", draw: "draw", loss: "win" } as const)[outcome];
  return { outcome: sign > 0 ? outcome : other, value: sign * value, plies: outcome === "draw" || plies === null ? null : plies + 1 };
}

/** `win in 17 plies`, `loss by 4`, `draw`. */
export function told({ outcome, value, plies }: Exact, game: string, isBrief = false): string {
  const by = /^(othello|kalah|go)/.test(game) && value !== 0 ? Math.abs(value) : null;
  if (isBrief) return plies !== null ? `${outcome[0]!.toUpperCase()}${plies}` : by !== null ? `${value > 0 ? "+" : "−"}${by}` : { win: "W", draw: "=", loss: "L" }[outcome];
  if (plies !== null) return `${outcome} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  return by !== null ? `${outcome} by ${by}` : outcome;
}

/** Forgets what was said of other positions; until the page is left. */
export function watchExact(): () => void {
  return effect(() => {
    void placeText.value;
    stopSolving();
    solution.value = null;
    exact.value = new Map();
    objection.value = "";
  });
}
