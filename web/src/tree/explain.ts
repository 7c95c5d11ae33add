// What a step does, in words. Every number is one of the record's.

import type { Cut, TraceNode } from "../protocol";
import { brief, counted, score } from "../words";
import type { Frame, Search, Spot, Step } from "./forest";
import { forMax } from "./forest";

export type View = "max" | "mover";

/** Whether numbers are turned round for this node: those for MAX at a node of MIN. */
export const turned = (view: View, ply: number) => view === "max" && ply % 2 === 1;

export function shown(view: View, ply: number, value: number | null): number | null {
  return value === null ? null : turned(view, ply) ? -value : value;
}

export function windowOf(view: View, ply: number, alpha: number, beta: number): [number, number] {
  return view === "max" ? forMax(ply, alpha, beta) : [alpha, beta];
}

/** The name of a place: `root`, `2.1` in a tree, the moves in a game. */
export function name(spot: Spot): string {
  if (!spot.parent) return "the root";
  const moves = spot.key.split("/").slice(1);
  return spot.isTree ? moves.map((move) => (/^\d+$/.test(move) ? Number(move) + 1 : move)).join(".") : moves.join(" ");
}

/** The name of a move: `move 1`, from a tree's `0`; or as the game writes it. */
export const ordinal = (move: string | null, isTree: boolean) => (isTree && move !== null && /^\d+$/.test(move) ? `move ${Number(move) + 1}` : (move ?? ""));

export const player = (ply: number) => (ply % 2 === 0 ? "MAX" : "MIN");

function bound(view: View, node: TraceNode): string {
  const kind = turned(view, node.ply) ? { exact: "exact", lower: "upper", upper: "lower" }[node.bound ?? "exact"] : node.bound;
  return kind === "lower" ? "at least " : kind === "upper" ? "at most " : "";
}

export function answer(view: View, node: TraceNode): string {
  return node.score === null ? "nothing: the search was halted" : bound(view, node) + score(shown(view, node.ply, node.score));
}

/** The inequality of a cut, for the side it is shown for. */
export function inequality(view: View, node: TraceNode, cut: Cut): { left: string; sign: string; right: string; end: string } {
  const round = turned(view, node.ply);
  const isBeta = (cut.relation === ">=") !== round;
  return {
    left: score(shown(view, node.ply, cut.score)),
    sign: isBeta ? "≥" : "≤",
    right: score(shown(view, node.ply, cut.bound)),
    end: isBeta ? "β" : "α",
  };
}

/** Who set the bound of a cut. */
export function origin(search: Search, cut: Cut): string {
  const spot = search.spot(cut.set_by);
  const at = spot ? name(spot) : "a node above";
  switch (cut.how) {
    case "move": {
      const visit = cut.visit === null ? undefined : search.nodes.get(cut.visit);
      const by = visit ? ordinal(visit.move, search.forest.isTree) : "a move";
      return `set at ${at} by ${by}`;
    }
    case "window":
      return search.nodes.get(cut.set_by)?.parent === null ? "the window that was asked about" : `the window at ${at}`;
    case "scout":
      return `the null window of a scout search, from ${at}`;
    case "table":
      return `known to the table at ${at}`;
    case "knowledge":
      return `proven at ${at} by what is known of the position`;
    case "static-value":
      return `the static value at ${at}`;
    case "choice":
      return `a window of its own choice at ${at}`;
  }
}

const REASONS: Record<string, string> = {
  rules: "the game ends here",
  leaf: "the horizon: this is what the position looks worth",
  repetition: "the position was there before",
  table: "the table knows enough",
  etc: "the table knows enough of a move",
  bounds: "knowledge proves enough",
  "stand-pat": "it is good enough without a capture",
  null: "even passing is good enough",
  halted: "the search was halted",
};

export interface Told {
  title: string;
  text: string;
  cut?: { left: string; sign: string; right: string; end: string; origin: string; unsearched: string[] };
}

/** The step in words. */
export function tell(search: Search, step: Step, frame: Frame | undefined, view: View): Told {
  const { node, spot } = step;
  const where = name(spot);
  if (node.grown) return grew(step, where, view);
  if (step.kind === "enter") {
    const [low, high] = windowOf(view, node.ply, node.alpha, node.beta);
    const window = `α = ${score(low)}, β = ${score(high)}`;
    if (node.step === "root") {
      const round = search.trace.header.probes > 1 ? ` Search ${node.probe} of ${search.trace.header.probes}, to depth ${node.depth}.` : "";
      return { title: "Begin at the root", text: `${player(node.ply)} is to move. Window: ${window}.${round}` };
    }
    const again = node.again_of !== null ? "Once more to" : "Down to";
    const null_ = node.beta - node.alpha === 1 ? " A null window: it only asks whether the value is higher." : "";
    return { title: `${again} ${where}`, text: `${node.depth === 0 ? "A leaf of the search." : `${player(node.ply)} is to move.`} Window: ${window}.${null_}` };
  }
  if (node.cut && node.why === "cut") {
    const met = inequality(view, node, node.cut);
    return {
      title: `Cut at ${where}`,
      text: `The answer is ${answer(view, node)}, and no more needs to be known.`,
      cut: { ...met, origin: origin(search, node.cut), unsearched: node.pruned },
    };
  }
  if (node.why === "all") {
    const best = frame?.raised ? ` The best is ${ordinal(frame.raised.move, spot.isTree)}.` : "";
    return { title: `All moves at ${where} are searched`, text: `The answer is ${answer(view, node)}.${node.bound === "exact" ? best : ""}` };
  }
  const cut = node.cut ? { ...inequality(view, node, node.cut), origin: origin(search, node.cut), unsearched: [] } : undefined;
  return { title: `${where === "the root" ? "The root" : where}: ${answer(view, node)}`, text: `${capital(REASONS[node.why] ?? node.why)}.`, cut };
}

/** The numbers by which a best-first search goes on, in little room; none if it has none. */
export function numbers(view: View, node: TraceNode): string {
  const { grown } = node;
  if (!grown) return "";
  const whole = (number: number | null) => (number === null ? "∞" : String(number));
  if (grown.proof_numbers) return `${whole(grown.proof_numbers.proof)}:${whole(grown.proof_numbers.disproof)}`;
  if (grown.pessimistic !== null && grown.optimistic !== null) {
    const [low, high] = windowOf(view, node.ply, grown.pessimistic, grown.optimistic);
    return low === high ? brief(low) : `${brief(low)}…${brief(high)}`;
  }
  return node.score === null ? "" : brief(shown(view, node.ply, node.score));
}

/** A step of a tree that grows. */
function grew({ kind, node }: Step, where: string, view: View): Told {
  const parts: string[] = [];
  const { grown } = node;
  if (grown?.proof_numbers) {
    const { proof, disproof } = grown.proof_numbers;
    const leaves = (number: number | null) => (number === null ? "no leaves" : counted(number, "leaf").replace("leafs", "leaves"));
    const still = `${leaves(proof)} would prove what is asked for its side to move, ${leaves(disproof)} disprove it.`;
    parts.push(proof === 0 ? "What is asked is proven for its side to move." : disproof === 0 ? "What is asked is disproven for its side to move." : still);
  }
  if (grown && grown.pessimistic !== null && grown.optimistic !== null) {
    const [low, high] = windowOf(view, node.ply, grown.pessimistic, grown.optimistic);
    parts.push(`Its value lies between ${score(low)} and ${score(high)}.`);
  }
  if (grown?.visits != null) parts.push(`The search came through ${counted(grown.visits, "time")}.`);
  if (node.score !== null) parts.push(`${node.bound ? "Proven:" : "It seems worth"} ${answer(view, node)}.`);
  const text = parts.length > 0 ? `When the search ended: ${parts.join(" ")}` : "";
  if (kind === "enter") return { title: "The tree begins with its root", text };
  return { title: `No. ${grown?.expanded ?? "?"}: ${where} is expanded`, text: `${counted(node.children, "move")} come to be. ${text}` };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
