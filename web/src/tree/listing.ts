// Which line of an algorithm's page a step belongs to, found by what the page calls.

import type { Step } from "./forest";

/** A function of a page: its name, and its lines by their numbers in the page. */
interface Part {
  name: string;
  lines: [number, string][];
}

/** The lines of a step: the one that it is about, and the one that led there. */
export interface Marked {
  line: number;
  from: number | null;
}

/** The functions of a page that open nodes. */
export function parts(page: string): Part[] {
  const found: Part[] = [];
  page.split("\n").forEach((line, n) => {
    const name = /^(?:pub )?fn (\w+)/.exec(line)?.[1];
    if (name) found.push({ name, lines: [] });
    found[found.length - 1]?.lines.push([n, line]);
  });
  return found.filter(({ lines }) => lines.some(([, line]) => line.includes("cx.open(")));
}

const lineOf = (part: Part, call: string, after = -1) => part.lines.find(([n, line]) => n > after && line.includes(call))?.[0] ?? null;

/** The function that a node is searched by: one for each side, or one for tests through a null window, or the only one. */
function partOf(all: Part[], { ply, alpha, beta }: { ply: number; alpha: number; beta: number }): Part | undefined {
  const named = (name: string) => all.find((part) => part.name === name);
  if (named("min_value")) {
    if (ply === 0 && all[0]!.name !== "max_value") return all[0];
    return named(ply % 2 === 0 ? "max_value" : "min_value");
  }
  return (beta - alpha === 1 ? named("test") : undefined) ?? all[0];
}

/** The line at which a node ends. */
function end(part: Part, why: string): number | null {
  const opened = lineOf(part, "cx.open(") ?? 0;
  switch (why) {
    case "cut":
      return lineOf(part, "cx.cutoff(");
    case "all":
      return lineOf(part, "cx.record(") ?? lineOf(part, "cx.close(");
    case "null":
      return lineOf(part, "Why::Null");
    case "table":
    case "etc":
      return lineOf(part, "return Ok(", lineOf(part, "cx.recall(") ?? opened);
    case "halted":
      return null;
    default:
      return lineOf(part, "return Ok(", opened);
  }
}

/** The line of a step within a page; none where the page does not have it, as in a quiescence search. */
export function marked(page: string, { kind, node }: Step, above: { ply: number; alpha: number; beta: number } | undefined): Marked | null {
  if (node.grown || (node.depth === 0 && ["cut", "all", "stand-pat"].includes(node.why))) return null;
  const all = parts(page);
  const part = partOf(all, node);
  if (!part) return null;
  if (kind === "enter") {
    const line = lineOf(part, "cx.open(");
    const calls = { move: "cx.visit(", again: "cx.revisit(", null: "cx.visit_null(", root: "", same: "" }[node.step];
    const caller = above && partOf(all, above);
    return line === null ? null : { line, from: caller && calls ? lineOf(caller, calls) : null };
  }
  const line = end(part, node.why);
  return line === null ? null : { line, from: null };
}

/** The name of the file that a page lies in. */
export const fileOf = (page: string) => page.replaceAll("-", "_");
