// Questions about what a search does next. The answers are those of the record, so none can be wrong.

import type { Kind } from "../protocol";
import { INF, score } from "../words";
import { answer, begins, called, inequality, origin, player, shown, windowOf, type View } from "./explain";
import { isLeaf, type Search, type Step } from "./forest";

/** What is asked about, as the address has it: windows, cuts and answers, or the types of nodes. */
export type Subject = "on" | "types";

export const isSubject = (ask: string | undefined): ask is Subject => ask === "on" || ask === "types";

export type Question =
  | { kind: "window"; ask: string; low: number; high: number; why: string }
  | { kind: "type"; ask: string; type: Kind; why: string }
  | { kind: "cut"; ask: string; isCut: boolean; why: string }
  | { kind: "value"; ask: string; value: number; why: string };

/** The question between a step and the next; none where there is nothing to think about. */
export function question(search: Search, at: number, view: View, about: Subject): Question | null {
  const [now, next] = [search.at(at), search.at(at + 1)];
  if (!now || !next || search.trace.kind !== "visits") return null;
  return about === "types" ? aboutTypes(search, next, view) : aboutSteps(search, at, now, next, view);
}

function aboutSteps(search: Search, at: number, now: Step, next: Step, view: View): Question | null {
  const where = called(next.spot);
  // A move has been answered: does its node go on?
  if (now.kind === "leave" && now.node.parent !== null) {
    const above = search.frames(at + 1).find(({ node }) => node.id === now.node.parent);
    const parent = search.nodes.get(now.node.parent)!;
    if (above && next.kind === "leave" && next.node === parent && next.node.cut && next.node.why === "cut") {
      const met = inequality(view, next.node, next.node.cut);
      const why = `${met.left} ${met.sign} ${met.right} = ${met.end}: ${met.end} is ${origin(search, next.node.cut)}.`;
      return { kind: "cut", ask: ask_(search, at, view), isCut: true, why };
    }
    if (next.kind === "enter" && next.node.parent === parent.id) {
      const [low, high] = windowOf(view, parent.ply, above?.alpha ?? parent.alpha, above?.beta ?? parent.beta);
      const why = `The window at ${called(search.spot(parent.id)!)} is still open: α = ${score(low)} < β = ${score(high)}.`;
      return { kind: "cut", ask: ask_(search, at, view), isCut: false, why };
    }
  }
  if (next.kind === "enter" && next.node.parent !== null && next.node.depth > 0) {
    const [low, high] = windowOf(view, next.node.ply, next.node.alpha, next.node.beta);
    const why = `It is entered with α = ${score(low)}, β = ${score(high)}.`;
    return { kind: "window", ask: `The search goes down to ${where} (${player(next.node.ply)}). With which window?`, low, high, why };
  }
  if (next.kind === "leave" && next.node.why === "all" && next.node.score !== null && !isLeaf(next.node)) {
    const value = shown(view, next.node.ply, next.node.score)!;
    return { kind: "value", ask: `All moves at ${where} (${player(next.node.ply)}) are searched. What does it answer?`, value, why: `It answers ${answer(view, next.node)}.` };
  }
  return null;
}

function ask_(search: Search, at: number, view: View): string {
  const { node, spot } = search.at(at)!;
  const above = search.nodes.get(node.parent!)!;
  return `${begins(spot)} has answered ${answer(view, node)}. Does ${called(search.spot(above.id)!)} (${player(above.ply)}) search on, or is it cut?`;
}

const TYPES: Record<Kind, string> = { pv: "a PV node", cut: "a cut node", all: "an all node" };

/** The type that a node is expected to have when the search goes down to it, or the one that it had when the search leaves it. */
function aboutTypes(search: Search, { kind, node, spot }: Step, view: View): Question | null {
  if (node.depth === 0 || node.parent === null || (kind === "leave" && isLeaf(node))) return null;
  const where = `${called(spot)} (${player(node.ply)})`;
  const above = search.nodes.get(node.parent)!;
  if (kind === "enter" && node.expected && above.expected) {
    const why = `Expected is ${TYPES[node.expected]}: ${predicted(above.expected, node.expected, node.again_of !== null)}`;
    return { kind: "type", ask: `The search goes down to ${where}, whose parent is expected to be ${TYPES[above.expected]}. What is it expected to be?`, type: node.expected, why };
  }
  if (kind === "leave" && node.actual && node.score !== null) {
    const [low, high] = windowOf(view, node.ply, node.alpha, node.beta);
    const surprise = node.expected && node.expected !== node.actual ? ` Expected was ${TYPES[node.expected]}.` : "";
    const why = `It was entered with α = ${score(low)}, β = ${score(high)}, and answers ${answer(view, node)}: ${TYPES[node.actual]}.${surprise}`;
    return { kind: "type", ask: `The search is done with ${where}. What has it turned out to be?`, type: node.actual, why };
  }
  return null;
}

/** The rule by which a type is predicted from the one above. */
function predicted(above: Kind, type: Kind, isAgain: boolean): string {
  if (above === "cut") return "one move refutes a cut node, and to be sure of that, all replies to it are searched.";
  if (above === "all") return "every move at an all node is refuted.";
  if (isAgain) return "what is searched again under a PV node was better than expected.";
  return type === "pv" ? "the first move of a PV node is taken for the best." : "a later move of a PV node is taken to be refuted.";
}

/** The next step with a question, from this one on, or the first that is not known yet; the last step if there is none. */
export function nextQuestion(search: Search, from: number, view: View, about: Subject): number {
  for (let at = from; at < search.steps - 1; at += 1) if (!search.knows(at + 1) || question(search, at, view, about)) return at;
  return search.steps - 1;
}

/** A number as people type it, `inf` among them; none if it is none. */
export function typed(text: string): number | null {
  const plain = text.trim().toLowerCase().replace("−", "-").replace("+", "");
  if (/^(inf|infinity|oo|∞)$/.test(plain)) return INF;
  if (/^-(inf|infinity|oo|∞)$/.test(plain)) return -INF;
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
}
