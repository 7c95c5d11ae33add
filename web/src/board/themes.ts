// Colour themes of the boards: their names here, their colours in the style sheet.

import { computed } from "@preact/signals";
import { go, query } from "./place";

export const THEMES = [
  { id: "paper", name: "Paper" },
  { id: "slate", name: "Slate" },
  { id: "meadow", name: "Meadow" },
  { id: "safe", name: "Blue and orange, for the colour-blind" },
  { id: "contrast", name: "Black and white" },
];

const KEPT = "secateur-theme";

/** The theme in the address, or else the one that was chosen last. */
export const theme = computed(() => {
  const wanted = query.value.theme ?? localStorage.getItem(KEPT);
  return THEMES.find(({ id }) => id === wanted)?.id ?? "paper";
});

export function choose(id: string) {
  localStorage.setItem(KEPT, id);
  go({ theme: id }, false);
}
