// Questions about what a search does next. The answers are those of the record, so none can be wrong.

import { INF, score } from "../words";
import { answer, inequality, name, origin, player, shown, windowOf, type View } from "./explain";
import { isLeaf, type Search } from "./forest";

export type Question =
  | { kind: "window"; ask: string; low: number; high: number; why: string }
  | { kind: "cut"; ask: string; isCut: boolean; why: string }
  | { kind: "value"; ask: string; value: number; why: string };

/** The question between a step and the next; none where there is nothing to think about. */
export function question(search: Search, at: number, view: View): Question | null {
  const [now, next] = [search.at(at), search.at(at + 1)];
  if (!now || !next || search.trace.kind !== "visits") return null;
  const where = name(next.spot);
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
      const why = `The window at ${name(search.spot(parent.id)!)} is still open: α = ${score(low)} < β = ${score(high)}.`;
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
  return `${name(spot)} has answered ${answer(view, node)}. Does ${name(search.spot(above.id)!)} (${player(above.ply)}) search on, or is it cut?`;
}

/** The next step with a question, from this one on, or the first that is not known yet; the last step if there is none. */
export function nextQuestion(search: Search, from: number, view: View): number {
  for (let at = from; at < search.steps - 1; at += 1) if (!search.knows(at + 1) || question(search, at, view)) return at;
  return search.steps - 1;
}

/** A number as people type it, `inf` among them; none if it is none. */
export function typed(text: string): number | null {
  const plain = text.trim().toLowerCase().replace("−", "-").replace("+", "");
  if (/^(inf|infinity|oo|∞)$/.test(plain)) return INF;
  if (/^-(inf|infinity|oo|∞)$/.test(plain)) return -INF;
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
}
