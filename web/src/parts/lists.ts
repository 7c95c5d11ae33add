// What there is to choose from.

import { signal } from "@preact/signals";
import { ask } from "../link";
import type { Algorithm, Game } from "../protocol";

export const algorithms = signal<Algorithm[]>([]);
export const games = signal<Game[]>([]);

let asked = false;

/** Asks once for the lists. */
export function wantLists() {
  if (asked) return;
  asked = true;
  ask({ algorithms: {} }).done.then((said) => (algorithms.value = said.algorithms ?? []), () => (asked = false));
  ask({ games: {} }).done.then((said) => (games.value = said.games ?? []), () => (asked = false));
}
