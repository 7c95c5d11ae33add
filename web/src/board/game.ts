// The game on the board: its position, the moves explored, the opponent. Components read the signals and call what is below.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { ask } from "../link";
import type { Place, Position } from "../protocol";
import { clocks, press, rest, resume } from "./clocks";
import { against, gameText, go, isAnalysing, isEditing, isShown, level, place, placeText, query } from "./place";
import * as tree from "./variations";

export const position = signal<Position | null>(null);
/** One sentence on what is wrong. */
export const fault = signal("");
/** The moves explored in this game; a new object whenever it changes. */
export const explored = signal<{ root: tree.Branch }>({ root: tree.empty() });
export const isThinking = signal(false);

const nameOf = (one: Place) => JSON.stringify([one.game, one.start]);

/** Whether the position is the one of the address. */
export const isHere = computed(() => position.value !== null && position.value.game === place.value.game && String(position.value.moves) === String(place.value.moves));
export const isOver = computed(() => position.value !== null && (position.value.outcome !== null || position.value.repeated || clocks.value.flagged !== null));
export const isProgramsTurn = computed(() => isHere.value && !isOver.value && against.value !== "none" && (against.value === "first") === (position.value!.player === 0));
export const canPlay = computed(() => isHere.value && !isOver.value && !isEditing.value && (!isProgramsTurn.value || isAnalysing.value));
/** The moves on from here, where one has been further. */
export const onward = computed(() => tree.ahead(tree.find(explored.value.root, place.value.moves)));

const touch = () => (explored.value = { root: explored.value.root });

/** Takes over what an address has of a tree. */
function adopt(isNew: boolean) {
  const root = isNew ? tree.empty() : explored.value.root;
  const words = tree.split(query.value.tree ?? "");
  if (words.length > 0) tree.lines(words).forEach((line) => tree.along(root, line));
  tree.along(root, place.value.moves, true);
  explored.value = { root };
}

/** Keeps what records call the moves that led to a position. */
function learn(view: Position) {
  tree.along(explored.value.root, view.moves).forEach((branch, n) => (branch.record = view.record[n]));
  touch();
}

/** Asks what records call the moves of lines that were never on the board. */
async function name(game: Place) {
  const nameless: string[][] = [];
  const look = (at: tree.Branch, line: string[]) => {
    if (at.next.length === 0 && !at.record && line.length > 0) nameless.push(line);
    at.next.forEach((next) => look(next, [...line, next.move]));
  };
  look(explored.value.root, []);
  for (const moves of nameless.slice(0, 60)) {
    const said = await ask({ position: { ...game, moves } }).done.catch(() => null);
    if (gameText.peek() !== nameOf(game)) return;
    if (said?.position) learn(said.position);
  }
}

/** Shows a position of this game: that after these moves. */
export const to = (moves: string[], remember = true) => go({ moves: moves.join(","), tree: treeOf(moves) }, remember);

/** The tree as the address will have it, with these moves; none where they are all. */
function treeOf(moves: string[]): string | undefined {
  const { root } = explored.value;
  tree.along(root, moves, true);
  touch();
  const line = [...moves, ...tree.ahead(tree.find(root, moves))];
  return tree.hasBranches(root) || line.length > moves.length ? tree.text(root) : undefined;
}

export function play(move: string) {
  press(position.value?.player ?? 0);
  to([...place.value.moves, move]);
}

export function takeBack() {
  const { moves } = place.value;
  const both = against.value !== "none" && !isAnalysing.value && !isProgramsTurn.value && !isOver.value && moves.length > 1;
  to(moves.slice(0, both ? -2 : -1));
}

export function forward(all = false) {
  if (onward.value.length === 0) return;
  to([...place.value.moves, ...(all ? onward.value : onward.value.slice(0, 1))]);
}

/** A game anew: everything explored is forgotten. */
export function begin(game = place.value.game, start = "") {
  isEditing.value = false;
  explored.value = { root: tree.empty() };
  go({ game, start: start || undefined, moves: undefined, tree: undefined, flip: game === place.value.game ? query.value.flip : undefined });
}

/** Opens a game with all its lines, as read and found legal. */
export function open(start: string, lines: string[][]) {
  const root = tree.empty();
  lines.forEach((line) => tree.along(root, line));
  explored.value = { root };
  const moves = lines[0] ?? [];
  go({ start: start || undefined, moves: moves.join(","), tree: tree.hasBranches(root) ? tree.text(root) : undefined });
}

export function removeBranch() {
  const { moves } = place.value;
  tree.cut(explored.value.root, moves);
  to(moves.slice(0, -1), false);
}

export function makeMain() {
  tree.promote(explored.value.root, place.value.moves);
  to(place.value.moves, false);
}

/** Keeps the board with the address; until the page is left. */
export function watchPlace(): () => void {
  let shown = "";
  const stops = [
    effect(() => {
      void placeText.value;
      void query.value.tree;
      if (!isShown.value) return;
      const isNew = shown !== gameText.value;
      shown = gameText.value;
      untracked(() => {
        adopt(isNew);
        if (query.value.tree) void name(place.value);
      });
    }),
    effect(() => {
      const text = placeText.value;
      if (!isShown.value) return undefined;
      let isWanted = true;
      ask({ position: JSON.parse(text) as Place }).done.then(
        ({ position: view }) => isWanted && receive(view!),
        (refusal: Error) => isWanted && (fault.value = refusal.message),
      );
      return () => void (isWanted = false);
    }),
    effect(() => {
      const rests = isAnalysing.value || isEditing.value;
      untracked(() => {
        if (rests) rest();
        else if (isHere.value) resume(position.value!, isResting(position.value!));
      });
    }),
    effect(askProgram),
  ];
  return () => stops.forEach((stop) => stop());
}

function receive(view: Position) {
  const written = view.moves.join(",");
  // Moves may come in any notation that the game reads; here they are as it writes them.
  if (written !== place.value.moves.join(",")) return untracked(() => {
    explored.value = { root: tree.empty() };
    go({ moves: written, tree: undefined }, false);
  });
  return batch(() => {
    position.value = view;
    fault.value = "";
    learn(view);
    resume(view, isResting(view));
  });
}

/** Whether no clock runs here. */
const isResting = (view: Position) => view.outcome !== null || view.repeated || isAnalysing.value || isEditing.value;

/** The eye follows a move better that does not come at once. */
const LEAST = 350;

/** Lets the program move where it is its turn. */
function askProgram(): (() => void) | undefined {
  const here = placeText.value;
  if (!isShown.value || !isProgramsTurn.value || isAnalysing.value || isEditing.value) return undefined;
  let isWanted = true;
  const begun = Date.now();
  const asked = untracked(() => {
    isThinking.value = true;
    const { time, left } = clocks.value;
    const clock = time ? { left: Math.max(1, Math.round(left[position.value!.player]!)), increment: time.increment } : undefined;
    return ask({ opponent: { place: JSON.parse(here) as Place, level: level.value, seed: Math.floor(Math.random() * 2 ** 31), ...(clock && { clock }) } });
  });
  asked.done.then(
    ({ answer }) => {
      const best = answer!.best;
      setTimeout(() => isWanted && best && play(best), Math.max(0, LEAST - (Date.now() - begun)));
    },
    (refusal: Error) => isWanted && (fault.value = refusal.message),
  );
  return () => {
    isWanted = false;
    isThinking.value = false;
    asked.stop();
  };
}
