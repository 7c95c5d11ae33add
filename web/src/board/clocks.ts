// The clocks of both sides: set in the address, started by the first move.

import { effect, signal } from "@preact/signals";
import type { Position } from "../protocol";
import { clockText, gameText } from "./place";

export interface Time {
  /** Milliseconds at the start, and more with each move. */
  initial: number;
  increment: number;
}

export interface Clocks {
  time: Time | null;
  /** Milliseconds that were left when the side that runs began to. */
  left: [number, number];
  running: 0 | 1 | null;
  since: number;
  /** Who ran out of time. */
  flagged: 0 | 1 | null;
}

/** What can be chosen, as minutes and seconds. */
export const TIMES = ["1+0", "3+2", "5+0", "10+5", "15+10", "30+20"];

/** `3+2` is three minutes, and two seconds more with each move; `0.5+0` half a minute. */
export function readTime(text: string | undefined): Time | null {
  const [, minutes, seconds] = /^(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)$/.exec(text ?? "") ?? [];
  const time = { initial: Math.round(Number(minutes) * 60_000), increment: Math.round(Number(seconds) * 1000) };
  return time.initial > 0 && time.initial <= 180 * 60_000 && time.increment <= 180_000 ? time : null;
}

const NONE: Clocks = { time: null, left: [0, 0], running: null, since: 0, flagged: null };

export const clocks = signal<Clocks>(NONE);
/** The time of day, in small steps while a clock runs. */
export const now = signal(0);

/** What the clocks showed at positions of this game, by their moves. */
let shown = new Map<string, [number, number]>();
/** Whether the next position is reached by a move that was timed. */
let isTimed = false;

/** Where the last of them is kept, so that a page that is loaded again goes on from there. */
const KEPT = "secateur-clocks";

/** Milliseconds on a clock. */
export function leftOf(player: 0 | 1, at = now.value): number {
  const { left, running, since } = clocks.value;
  return Math.max(0, left[player] - (running === player ? Math.max(0, at - since) : 0));
}

const with_ = (left: [number, number], player: number, value: number): [number, number] => (player === 0 ? [value, left[1]] : [left[0], value]);

/** A side has moved: its clock stops and gets its increment. */
export function press(player: number) {
  const before = clocks.value;
  if (!before.time) return;
  const spent = before.running === player ? Date.now() - before.since : 0;
  // (The first move costs nothing, and earns nothing.)
  const gained = before.running === player ? before.time.increment : 0;
  isTimed = true;
  clocks.value = { ...before, left: with_(before.left, player, before.left[player as 0 | 1] - spent + gained), running: null };
}

/** A position is shown: its side's clock runs, unless the game rests. What the clocks showed there before, they show again. */
export function resume(view: Position, rests: boolean) {
  const before = clocks.value;
  if (!before.time) return;
  const key = view.moves.join(",");
  if (view.moves.length === 0) shown = new Map([[key, [before.time.initial, before.time.initial]]]);
  const left = (isTimed ? null : shown.get(key)) ?? before.left;
  isTimed = false;
  shown.set(key, left);
  sessionStorage.setItem(KEPT, JSON.stringify({ game: gameText.value, clock: clockText.value, key, left }));
  const player = view.player as 0 | 1;
  const runs = !rests && view.moves.length > 0;
  clocks.value = { ...before, left, running: runs ? player : null, since: Date.now(), flagged: null };
  now.value = Date.now();
}

/** Stops both clocks, where they stand. */
export function rest() {
  const { running, left, time } = clocks.value;
  if (!time || running === null) return;
  clocks.value = { ...clocks.value, left: with_(left, running, leftOf(running, Date.now())), running: null };
}

/** Sets the clocks with the address, and lets them tick; until the page is left. */
export function watchClocks(): () => void {
  const stops = [
    effect(() => {
      void gameText.value;
      const time = readTime(clockText.value);
      shown = new Map();
      isTimed = false;
      const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as { game: string; clock: string; key: string; left: [number, number] } | null;
      if (kept && kept.game === gameText.value && kept.clock === clockText.value) shown.set(kept.key, kept.left);
      clocks.value = { ...NONE, time, left: time ? [time.initial, time.initial] : [0, 0] };
    }),
    effect(() => {
      const { running } = clocks.value;
      if (running === null) return undefined;
      const timer = setInterval(() => {
        now.value = Date.now();
        if (leftOf(running) <= 0) clocks.value = { ...clocks.value, left: with_(clocks.value.left, running, 0), running: null, flagged: running };
      }, 100);
      return () => clearInterval(timer);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** `4:05`, and tenths where they count. */
export function written(milliseconds: number): string {
  const isShort = milliseconds < 20_000;
  const tenths = isShort ? Math.ceil(milliseconds / 100) : 10 * Math.ceil(milliseconds / 1000);
  const text = `${Math.floor(tenths / 600)}:${String(Math.floor((tenths % 600) / 10)).padStart(2, "0")}`;
  return isShort ? `${text}.${tenths % 10}` : text;
}
