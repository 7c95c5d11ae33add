// What a step does, in words. Every number is one of the record's.

import type { Cut, GrownNumbers, GrownThen, ProofNumbers, TraceNode } from "../protocol";
import { brief, capital, counted, INF, score } from "../words";
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

/** How a sentence calls a place: `node 2.1` in a tree, so that nobody takes it for a value. */
export const called = (spot: Spot) => (spot.parent && spot.isTree ? `node ${name(spot)}` : name(spot));

/** A place at the beginning of a sentence; moves of a game are written as they are. */
export const begins = (spot: Spot) => (spot.parent && !spot.isTree ? name(spot) : capital(called(spot)));

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

/** Why nothing more has to be known, for whoever does not think in bounds; empty where no move of the other side set the bound. */
function plainly(view: View, node: TraceNode, cut: Cut): string {
  if (view !== "max" || cut.how !== "move") return "";
  const [mover, other] = [player(node.ply), player(node.ply + 1)];
  const { left, right } = inequality(view, node, cut);
  const here = mover === "MIN" ? `MIN can hold this node to ${left}` : `MAX can get ${left} at this node`;
  return `${here}, whatever else is there. ${other} is sure of ${right} elsewhere, and gains nothing by coming here.`;
}

/** Who set the bound of a cut. */
export function origin(search: Search, cut: Cut): string {
  const spot = search.spot(cut.set_by);
  const at = spot ? called(spot) : "a node above";
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

/** What a node is visited for, or what has changed its depth, by the trick's name. */
const TRICKS: Record<string, string> = {
  razoring: "Razoring: quiescence search alone is asked first.",
  "null-move": "Null move: would even a pass be good enough?",
  probcut: "ProbCut: a shallow search of a noisy move, far above the window.",
  "multi-probcut": "Multi-ProbCut: a shallow search that is to predict the deep one.",
  reductions: "A late move: it is searched less deep.",
  singular: "Singular extension: is the table's move the only good one?",
  "check-extension": "A threat: it is searched a ply deeper.",
};

/** What tricks left out at a node. */
function leftOut(node: TraceNode, isTree: boolean): string {
  const by = new Map<string, string[]>();
  for (const { by: trick, move } of node.tricks) by.set(trick, [...(by.get(trick) ?? []), ...(move === null ? [] : [ordinal(move, isTree)])]);
  const said = [...by].map(([trick, moves]) => {
    if (trick === "internal-reduction") return "The table knows no move, so its moves are searched a ply less deep.";
    const few = `${moves.slice(0, 8).join(", ")}${moves.length > 8 ? ", …" : ""}`;
    return moves.length > 0 ? `Left out by ${trick}: ${few}.` : `Quiet moves are left out from some place on (${trick}).`;
  });
  return said.length > 0 ? ` ${said.join(" ")}` : "";
}

/** What the table said, where that settled nothing. */
function heard(view: View, node: TraceNode): string {
  if (!node.table || node.table.depth === node.depth || node.proof) return "";
  const [low, high] = windowOf(view, node.ply, node.table.lower ?? -INF, node.table.upper ?? INF);
  return ` The table says ${score(low)} to ${score(high)}, by a search to depth ${node.table.depth}.`;
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
  upcoming: "a position can be brought back, and that is good enough",
  razoring: "the static value is hopeless, and quiescence search confirms it",
  "reverse-futility": "the static value is so high that no reply will bring it down in the depth left",
  probcut: "a shallow search of a noisy move came out far above the window",
  "multi-probcut": "a shallow search puts the deep one outside the window",
  "multi-cut": "it is refuted without the table's move as well",
  halted: "the search was halted",
};

export interface Told {
  title: string;
  text: string;
  cut?: { left: string; sign: string; right: string; end: string; origin: string; unsearched: string[]; plain: string };
}

/** The step in words. */
export function tell(search: Search, step: Step, at: number, frame: Frame | undefined, view: View): Told {
  const { node, spot } = step;
  const where = called(spot);
  if (node.grown) return grew(step, at, where, view);
  if (node.proof) return proved(step, where);
  if (step.kind === "enter") {
    const [low, high] = windowOf(view, node.ply, node.alpha, node.beta);
    const window = `α = ${score(low)}, β = ${score(high)}`;
    if (node.step === "root") {
      const round = search.trace.header.probes > 1 ? ` Search ${node.probe} of ${search.trace.header.probes}, to ${search.trace.header.algorithm === "solve" ? "the end of the game" : `depth ${node.depth}`}.` : "";
      const open = view === "max" && low === -INF && high === INF ? " △ is MAX, who wants much, ▽ MIN, who wants little. α is what MAX is sure of so far, β what MIN is sure of: nothing yet." : "";
      return { title: "Begin at the root", text: `${player(node.ply)} is to move. Window: ${window}.${open}${round}` };
    }
    const again = node.again_of !== null ? "Once more to" : "Down to";
    const null_ = node.beta - node.alpha === 1 ? " A null window: it only asks whether the value is higher." : "";
    const trick = node.trick ? ` ${TRICKS[node.trick] ?? node.trick}` : "";
    const title = node.step === "null" ? `A pass at ${where}` : node.step === "same" ? `The same position: ${where}` : `${again} ${where}`;
    return { title, text: `${node.depth === 0 ? "A leaf of the search." : `${player(node.ply)} is to move.`} Window: ${window}.${null_}${trick}${heard(view, node)}` };
  }
  if (node.cut && node.why === "cut") {
    const met = inequality(view, node, node.cut);
    return {
      title: `Cut at ${where}`,
      text: `The answer is ${answer(view, node)}, and no more needs to be known.${leftOut(node, spot.isTree)}`,
      cut: { ...met, origin: origin(search, node.cut), unsearched: node.pruned, plain: plainly(view, node, node.cut) },
    };
  }
  if (node.why === "all") {
    const best = frame?.raised ? ` The best is ${ordinal(frame.raised.move, spot.isTree)}.` : "";
    return { title: `All moves at ${where} are searched`, text: `The answer is ${answer(view, node)}.${node.bound === "exact" ? best : ""}${leftOut(node, spot.isTree)}` };
  }
  const cut = node.cut ? { ...inequality(view, node, node.cut), origin: origin(search, node.cut), unsearched: [], plain: "" } : undefined;
  return { title: `${begins(spot)}: ${answer(view, node)}`, text: `${capital(REASONS[node.why] ?? node.why)}.`, cut };
}

/** Proof and disproof number in little room. */
export function pair({ proof, disproof }: ProofNumbers): string {
  const whole = (number: number | null) => (number === null ? "∞" : String(number));
  return `${whole(proof)}:${whole(disproof)}`;
}

/** What a best-first search had made of a node by a step; the last there is where the way there was not kept. */
export function grownAt(node: TraceNode, step: number): (GrownNumbers & { score: number | null }) | null {
  let then: GrownThen | undefined;
  for (const one of node.history) if (one.step <= step) then = one;
  return then ?? (node.grown && { ...node.grown, score: node.score });
}

/** The numbers by which a best-first search goes on, in little room, as they stand at a step; of a search in a table, while a node
 * is open or once it is left. */
export function numbers(view: View, node: TraceNode, step: number, isOpen = false): string {
  const { proof } = node;
  if (proof) return pair((isOpen ? null : proof.left) ?? proof.entry);
  const grown = grownAt(node, step);
  if (!grown) return "";
  if (grown.proof_numbers) return pair(grown.proof_numbers);
  if (grown.pessimistic !== null && grown.optimistic !== null) {
    const [low, high] = windowOf(view, node.ply, grown.pessimistic, grown.optimistic);
    return low === high ? brief(low) : `${brief(low)}…${brief(high)}`;
  }
  return grown.score === null ? "" : brief(shown(view, node.ply, grown.score));
}

const LEFT: Record<string, string> = {
  proven: "What is asked is proven for its side to move.",
  disproven: "What is asked is disproven for its side to move.",
  "proof-threshold": "Its proof number has come to its threshold: the most-proving leaf now lies elsewhere.",
  "disproof-threshold": "Its disproof number has come to its threshold: the most-proving leaf now lies elsewhere.",
  table: "The table knows it.",
  leaf: "Nobody has looked behind it yet: these are first numbers.",
  full: "There are no plies left to go down.",
  rules: "The game ends here.",
  repetition: "The position was there before.",
  bounds: "Knowledge proves enough.",
  halted: "The search was halted.",
};

/** A step of a proof-number search in a table. */
function proved({ kind, node, spot }: Step, where: string): Told {
  const { entry, until, left } = node.proof!;
  if (!until) {
    const title = kind === "enter" ? `A look at ${where}` : `${begins(spot)} looks ${pair(entry)}`;
    return { title, text: `${LEFT[node.why] ?? node.why} Proof and disproof number: ${pair(entry)}.` };
  }
  if (kind === "enter") {
    const limits = until.proof === null && until.disproof === null ? "It stays until that is settled." : `It stays until they come to ${pair(until)}.`;
    const again = node.again_of === null ? "Begin at" : "Go into";
    return { title: `${again} ${where}`, text: `${player(node.ply)} is to move. Proof and disproof number: ${pair(entry)}. ${limits}` };
  }
  return { title: `Back from ${where}, ${pair(left ?? entry)}`, text: `${LEFT[node.why] ?? node.why} It came with ${pair(entry)}, to stay until ${pair(until)}.` };
}

/** A step of a tree that grows. */
function grew({ kind, node }: Step, at: number, where: string, view: View): Told {
  const parts: string[] = [];
  const grown = grownAt(node, at);
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
  // (What a score proves is known of the last one.)
  const isLast = grown?.score === node.score;
  if (grown && grown.score !== null) parts.push(isLast ? `${node.bound ? "Proven:" : "It seems worth"} ${answer(view, node)}.` : `It seems worth ${score(shown(view, node.ply, grown.score))}.`);
  const when = node.history.length > 0 ? "By now" : "When the search ended";
  const text = parts.length > 0 ? `${when}: ${parts.join(" ")}` : "";
  if (kind === "enter") return { title: "The tree begins with its root", text };
  return { title: `No. ${node.grown?.expanded ?? "?"}: ${where} is expanded`, text: `${counted(node.children, "move")} come to be. ${text}` };
}
