// A position set up by hand, cell by cell.

import { computed, effect, signal } from "@preact/signals";
import { ask } from "../link";
import type { Cells, Position } from "../protocol";
import { isHere, open, position } from "./game";
import { gameText, isEditing, place } from "./place";
import { type Template, template } from "./template";

interface Draft {
  from: Position;
  template: Template;
  marks: Cells["marks"];
  rest: string;
}

export const draft = signal<Draft | null>(null);
/** What a click puts on a cell; none takes away. */
export const mark = signal<string | null>(null);
/** Why the position cannot be played on; empty where it can. */
export const objection = signal("");

/** Whether positions of this game can be put together by clicks. */
export const canEdit = computed(() => isHere.value && position.value !== null && template(position.value) !== null);

export const text = computed(() => (draft.value ? draft.value.template.write(draft.value.marks, draft.value.rest) : ""));

/** The board as it is being set up. */
export const edited = computed((): Position | null => {
  const at = draft.value;
  return at && { ...at.from, cells: { ...at.from.cells!, marks: at.marks }, legal: [], last: [] };
});

export function beginEditing() {
  const from = position.value!;
  draft.value = { from, template: template(from)!, marks: from.cells!.marks.map((mark) => (mark === "+" ? null : mark)), rest: template(from)!.rest };
  isEditing.value = true;
}

export function endEditing() {
  isEditing.value = false;
  draft.value = null;
}

export function put(cell: number) {
  const at = draft.value;
  if (!at) return;
  const marks = at.marks.slice();
  marks[cell] = marks[cell] === mark.value ? null : mark.value;
  draft.value = { ...at, marks };
}

export function clear() {
  const at = draft.value;
  if (at) draft.value = { ...at, marks: at.marks.map((mark) => (mark === " " ? " " : null)) };
}

export function setRest(rest: string) {
  if (draft.value) draft.value = { ...draft.value, rest };
}

/** Plays on from what was set up. */
export function playFromHere() {
  const start = text.value;
  endEditing();
  open(start, []);
}

/** Asks whether the position is one, with every change; until the page is left. */
export function watchEditor(): () => void {
  const stops = [
    effect(() => {
      const start = text.value;
      objection.value = "";
      if (!start) return undefined;
      let isWanted = true;
      ask({ position: { game: place.peek().game, start, moves: [] } }).done.catch((refusal: Error) => isWanted && (objection.value = refusal.message));
      return () => void (isWanted = false);
    }),
    effect(() => {
      void gameText.value;
      endEditing();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
