// What searches say of the position: lines, threats, a hint, and the values of all moves.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { ask, type Asked } from "../link";
import { milliseconds, type Answer, type MoveValue, type Place, type Request } from "../protocol";
import { isHere, isOver, position } from "./game";
import { isAnalysing, isEditing, isShown, place, placeText, query } from "./place";
import type { Arrow } from "./Marks";

export const lines = signal<Answer[]>([]);
export const isSearching = signal(false);
export const threats = signal<Answer[]>([]);
/** Whether threats are shown. */
export const wantsThreats = computed(() => query.value.threats === "on");
export const values = signal<MoveValue[]>([]);
export const hint = signal<Answer | null>(null);
/** What is under way besides the analysis. */
export const busy = signal<"" | "hint" | "values">("");
/** One sentence on why a search has no answer. */
export const refusal = signal("");
export const threatRefusal = signal("");

/** What is pointed at on the board: the first moves of the lines, or the hint, and the threat. */
export const arrows = computed((): Arrow[] => {
  const kinds = ["h0", "h1", "h2"] as const;
  const ours = lines.value.slice(0, 3).map(({ path }, n): Arrow => ({ path, kind: kinds[n]! })).reverse();
  const hinted = hint.value ? [{ path: hint.value.path, kind: "h0" } satisfies Arrow] : [];
  // (What comes last lies on top.)
  return [...(ours.length > 0 ? ours : hinted), ...threats.value.slice(0, 1).map(({ path }): Arrow => ({ path, kind: "threat" }))];
});

export const MOST_LINES = 5;

/** How many lines are wanted. */
export const wanted = computed(() => Math.min(MOST_LINES, Math.max(1, Number(query.value.lines) || 3)));

const TIME = 15_000;
const THREAT = 3_000;
const HINT = 1_000;
const VALUES = 4_000;

const engine = (time: number, lines = 1): Request => ({ method: { algorithm: "engine" }, limits: { time: milliseconds(time), lines }, resources: { hash: 64 << 20 } });

let analysis: Asked | null = null;
let other: Asked | null = null;

export const stopAnalysis = () => analysis?.stop();
export const stopOther = () => other?.stop();

/** Keeps the best lines by their places. */
function collector(show: (lines: Answer[]) => void): (answer: Answer | undefined) => void {
  const found = new Map<number, Answer>();
  return (answer) => {
    if (!answer || answer.moves.length === 0) return;
    found.set(answer.line ?? 1, answer);
    show([...found.values()].sort((a, b) => (a.line ?? 1) - (b.line ?? 1)));
  };
}

/** Searches where the analysis is on, and forgets what was said of other positions; until the page is left. */
export function watchAnalysis(): () => void {
  const stops = [
    effect(() => {
      void placeText.value;
      batch(() => {
        values.value = [];
        hint.value = null;
        refusal.value = "";
      });
      other?.stop();
    }),
    effect(() => {
      const [on, here, count] = [isShown.value && isAnalysing.value && !isEditing.value, placeText.value, wanted.value];
      batch(() => {
        lines.value = [];
        isSearching.value = false;
      });
      if (!on || !isHere.value || isOver.value) return undefined;
      return search(here, count);
    }),
    effect(() => {
      const [on, here] = [isShown.value && wantsThreats.value && !isEditing.value, placeText.value];
      batch(() => {
        threats.value = [];
        threatRefusal.value = "";
      });
      if (!on || !isHere.value || isOver.value) return undefined;
      let isWanted = true;
      const take = collector((lines) => isWanted && (threats.value = lines));
      const asked = ask({ threats: { place: JSON.parse(here) as Place, request: engine(THREAT) } }, ({ answer }) => take(answer));
      asked.done.then(({ answer }) => take(answer), (error: Error) => isWanted && (threatRefusal.value = error.message));
      return () => {
        isWanted = false;
        asked.stop();
      };
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

function search(here: string, count: number): () => void {
  let isWanted = true;
  const take = collector((found) => isWanted && (lines.value = found));
  const most = untracked(() => Math.min(count, position.value!.legal.length));
  const asked = ask({ analyse: { place: JSON.parse(here) as Place, request: engine(TIME, most) } }, ({ answer }) => take(answer));
  analysis = asked;
  isSearching.value = true;
  asked.done
    .then(({ answer }) => take(answer), (error: Error) => isWanted && (refusal.value = error.message))
    .finally(() => isWanted && (isSearching.value = false));
  return () => {
    isWanted = false;
    asked.stop();
  };
}

/** Asks one thing besides; what comes too late for the position is dropped. */
function once(what: "hint" | "values", asked: Asked, take: (said: Awaited<Asked["done"]>) => void) {
  const here = placeText.value;
  const isWanted = () => placeText.value === here;
  busy.value = what;
  other = asked;
  asked.done
    .then((said) => isWanted() && take(said), (error: Error) => isWanted() && (refusal.value = error.message))
    .finally(() => other === asked && (busy.value = ""));
}

export const askHint = () => once("hint", ask({ analyse: { place: place.value, request: engine(HINT) } }), ({ answer }) => (hint.value = answer ?? null));

export function askValues() {
  const here = placeText.value;
  const request: Request = { limits: { time: milliseconds(VALUES) }, resources: { hash: 16 << 20 } };
  const asked = ask({ values: { place: place.value, request } }, (said) => placeText.value === here && (values.value = said.values ?? []));
  once("values", asked, (said) => (values.value = said.values ?? []));
}
