// Where the page stands, as the address has it.

import { computed, signal } from "@preact/signals";
import type { Place } from "../protocol";
import { route, show } from "../route";

/** The address of the page of boards, as long as it is the page shown. */
export const query = computed<Record<string, string>>((): Record<string, string> => (route.value.page === "board" ? route.value.query : {}));

export const isShown = computed(() => route.value.page === "board");

const list = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

export const placeText = computed(() => JSON.stringify({ game: query.value.game || "connect4", start: query.value.start ?? "", moves: list(query.value.moves) } satisfies Place));

/** The position that is asked for. */
export const place = computed(() => JSON.parse(placeText.value) as Place);

/** The game as an address names it, without its moves. */
export const gameText = computed(() => JSON.stringify([place.value.game, place.value.start]));

export const level = computed(() => Math.min(10, Math.max(1, Number(query.value.level) || 4)));

/** The side that the program plays. */
export const against = computed(() => {
  const { play } = query.value;
  return play === "first" || play === "none" ? play : "second";
});

export const clockText = computed(() => query.value.clock ?? "");

export const isAnalysing = computed(() => query.value.analyse === "on");

/** Whether positions are set up by hand. */
export const isEditing = signal(false);

/** The number of the player who sits below where the board is not turned. */
const below = (game: string) => (game.startsWith("checkers") ? 1 : 0);

/** Whether the board is drawn from the other side: on request, and where the program has the side below. */
export const isFlipped = computed(() => {
  const mine = { first: 1, second: 0, none: below(place.value.game) }[against.value];
  return (query.value.flip === "on") !== (mine !== below(place.value.game));
});

/** The player who sits below. */
export const playerBelow = computed(() => (isFlipped.value ? 1 - below(place.value.game) : below(place.value.game)));

/** Changes the address; a new entry of the history only where one would go back to it. */
export function go(more: Record<string, string | undefined>, remember = true) {
  show("board", { ...query.value, game: place.value.game, ...more }, remember);
}
