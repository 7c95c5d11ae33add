// The evaluation of every position of a game, asked for once, in turn.

import { computed, effect, signal } from "@preact/signals";
import { ask, type Asked } from "../link";
import { milliseconds, type Place } from "../protocol";
import { onward } from "./game";
import { gameText, place } from "./place";
import { share, worth } from "./worth";

/** What a position is worth to the player who moved first. */
export interface Point {
  share: number;
  text: string;
  /** Who moves there. */
  player: number;
  /** The best move there, as records have it. */
  best?: string;
}

export const points = signal(new Map<string, Point>());
/** The number of the position that is searched; none if none is. */
export const evaluating = signal<number | null>(null);
/** The moves of the whole line on the board, as far as one has been. */
export const whole = computed(() => [...place.value.moves, ...onward.value]);

/** The time for each position, in milliseconds. */
const EACH = 400;

const key = (moves: string[]) => moves.join(",");
/** The points of the line, from its start on; none where there is none yet. */
export const along = computed(() => Array.from({ length: whole.value.length + 1 }, (_, n) => points.value.get(key(whole.value.slice(0, n)))));

let asked: Asked | null = null;
let isStopped = false;

export function stopEvaluating() {
  isStopped = true;
  asked?.stop();
}

/** Searches every position of the line that has no point yet. */
export async function evaluate() {
  const { game, start } = place.value;
  const [moves, name] = [whole.value, gameText.value];
  isStopped = false;
  for (let n = 0; n <= moves.length && !isStopped; n += 1) {
    const line = moves.slice(0, n);
    if (points.value.has(key(line))) continue;
    evaluating.value = n;
    const point = await pointAt({ game, start, moves: line }).catch(() => null);
    if (gameText.value !== name) break;
    if (point) points.value = new Map(points.value).set(key(line), point);
  }
  evaluating.value = null;
}

async function pointAt(at: Place): Promise<Point | null> {
  const { position: view } = await ask({ position: at }).done;
  if (!view) return null;
  const isOther = view.player !== 0;
  if (view.outcome || view.repeated) {
    const sign = view.outcome ? { win: 1, draw: 0, loss: -1 }[view.outcome.outcome] * (isOther ? -1 : 1) : 0;
    return { share: (sign + 1) / 2, text: sign > 0 ? "won" : sign < 0 ? "lost" : "a draw", player: view.player };
  }
  asked = ask({ analyse: { place: at, request: { method: { algorithm: "engine" }, limits: { time: milliseconds(EACH) }, resources: { hash: 16 << 20 } } } });
  const { answer } = await asked.done;
  if (!answer) return null;
  const mine = share(answer, at.game);
  return { share: isOther ? 1 - mine : mine, text: worth(answer, at.game, false, isOther), player: view.player, best: answer.moves[0]?.record };
}

/** What is said of a move by how much it gave away: `?!`, `?` or `??`; nothing where that is not known. */
export function judged(n: number): "" | "?!" | "?" | "??" {
  const [before, after] = [along.value[n], along.value[n + 1]];
  if (!before || !after) return "";
  const lost = (before.share - after.share) * (before.player === 0 ? 1 : -1);
  return lost >= 0.3 ? "??" : lost >= 0.2 ? "?" : lost >= 0.1 ? "?!" : "";
}

/** Forgets what was found of another game; until the page is left. */
export function watchCurve(): () => void {
  return effect(() => {
    void gameText.value;
    stopEvaluating();
    points.value = new Map();
  });
}
