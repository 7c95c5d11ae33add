// A recorded search as steps over one tree. Nothing here searches: every number is from the record.

import { INF } from "../words";
import type { Trace, TraceNode } from "../protocol";

/** A place in the tree: what was there to be searched, and which visits went there. */
export interface Spot {
  key: string;
  move: string | null;
  ply: number;
  parent: Spot | null;
  children: Spot[];
  /** The value that minimax has for it, for the side to move; none if the whole tree was too large. */
  value: number | null;
  /** Whether the game or the horizon ends here. */
  isLeaf: boolean;
  /** Visits below that were too many to be sent. */
  hidden: number;
  visits: TraceNode[];
}

/** One step of a search: a node is entered, or left with an answer. */
export interface Step {
  kind: "enter" | "leave";
  node: TraceNode;
  spot: Spot;
}

/** What a node knows in the middle of its search. */
export interface Frame {
  node: TraceNode;
  spot: Spot;
  alpha: number;
  beta: number;
  best: number | null;
  /** The visit below that raised alpha last. */
  raised: TraceNode | null;
}

export interface Run {
  trace: Trace;
  spots: Spot[];
  steps: Step[];
  /** The steps at which a node is cut. */
  cuts: number[];
  frames: Map<number, Spot>;
}

/** The tree as a search of every node shows it. */
export function plant(whole: Trace | null): { root: Spot; byKey: Map<string, Spot> } {
  const root: Spot = empty("", null, null);
  const byKey = new Map([["", root]]);
  if (whole) walk(whole, root, byKey, (spot, node) => {
    spot.value = node.score;
    spot.isLeaf = node.why !== "all" && node.why !== "cut" && node.why !== "halted";
    spot.hidden = node.left_out;
  });
  return { root, byKey };
}

function empty(key: string, move: string | null, parent: Spot | null): Spot {
  return { key, move, parent, ply: parent ? parent.ply + 1 : 0, children: [], value: null, isLeaf: false, hidden: 0, visits: [] };
}

/** Finds the place of every visit, and makes those that are missing. */
function walk(trace: Trace, root: Spot, byKey: Map<string, Spot>, see: (spot: Spot, node: TraceNode) => void): Spot[] {
  const spots: Spot[] = [];
  for (const node of trace.nodes) {
    const above = node.parent === null ? null : spots[node.parent]!;
    let spot = above ?? root;
    if (above && node.step !== "same" && node.step !== "root") {
      const move = node.step === "null" ? "pass" : (node.move ?? "?");
      const key = `${above.key}/${move}`;
      let found = byKey.get(key);
      if (!found) {
        found = empty(key, move, above);
        above.children.push(found);
        byKey.set(key, found);
      }
      spot = found;
    }
    spots.push(spot);
    see(spot, node);
  }
  return spots;
}

/** A search over that tree, step by step. */
export function run(trace: Trace, root: Spot, byKey: Map<string, Spot>): Run {
  byKey.forEach((spot) => (spot.visits = []));
  const spots = walk(trace, root, byKey, (spot, node) => {
    spot.visits.push(node);
    if (spot.value === null && node.bound === "exact" && spot.children.length === 0) spot.value = node.score;
    if (spot.children.length === 0 && !["all", "cut", "halted"].includes(node.why)) spot.isLeaf ||= node.depth === 0 || node.why === "rules";
    spot.hidden = Math.max(spot.hidden, node.left_out);
  });
  const steps: Step[] = [];
  const open: TraceNode[] = [];
  const close = (until: number | null) => {
    while (open.length > 0 && open[open.length - 1]!.id !== until) {
      const node = open.pop()!;
      steps.push({ kind: "leave", node, spot: spots[node.id]! });
    }
  };
  for (const node of trace.nodes) {
    close(node.parent);
    open.push(node);
    steps.push({ kind: "enter", node, spot: spots[node.id]! });
  }
  close(null);
  const cuts = steps.flatMap((step, n) => (step.kind === "leave" && step.node.cut ? [n] : []));
  return { trace, spots, steps, cuts, frames: new Map() };
}

/** The nodes under way after this step, from the root, each with the window as it stands. */
export function path(run: Run, at: number): Frame[] {
  const frames: Frame[] = [];
  // A step is reached from the last root before it: what came earlier is over.
  let from = at;
  while (from > 0 && !(run.steps[from]!.kind === "enter" && run.steps[from]!.node.parent === null)) from -= 1;
  for (let n = from; n <= at; n += 1) {
    const { kind, node, spot } = run.steps[n]!;
    if (kind === "enter") {
      frames.push({ node, spot, alpha: node.alpha, beta: node.beta, best: null, raised: null });
      continue;
    }
    if (n === at) break; // the last step shows the node that is being left
    frames.pop();
    tell(frames[frames.length - 1], node);
  }
  return frames;
}

/** A node learns what a move was worth. */
function tell(frame: Frame | undefined, child: TraceNode) {
  if (!frame || child.score === null) return;
  const worth = child.step === "same" ? child.score : -child.score;
  if (frame.best === null || worth > frame.best) frame.best = worth;
  if (worth > frame.alpha && child.step !== "null") {
    frame.alpha = worth;
    frame.raised = child;
  }
}

/** How a place looks after a step. */
export type State = "ahead" | "open" | "done" | "cut" | "earlier" | "skipped";

export interface Picture {
  states: Map<string, { state: State; node: TraceNode }>;
  /** Leaves, nodes and cuts so far. */
  nodes: number;
  leaves: number;
  cuts: number;
}

/** What is known of every place after a step. */
export function picture(run: Run, at: number): Picture {
  const states = new Map<string, { state: State; node: TraceNode }>();
  const picture: Picture = { states, nodes: 0, leaves: 0, cuts: 0 };
  let probe = 0;
  for (let n = 0; n <= at && n < run.steps.length; n += 1) {
    const { kind, node, spot } = run.steps[n]!;
    if (node.probe !== probe) {
      probe = node.probe;
      states.forEach((known) => (known.state = "earlier"));
    }
    if (kind === "enter") {
      picture.nodes += 1;
      states.set(spot.key, { state: "open", node });
      continue;
    }
    const isCut = node.cut !== null && node.why === "cut";
    if (node.cut) picture.cuts += 1;
    if (isLeaf(node)) picture.leaves += 1;
    states.set(spot.key, { state: isCut ? "cut" : "done", node });
  }
  return picture;
}

export const isLeaf = (node: TraceNode) => !["all", "cut", "halted"].includes(node.why);

/** A score, a window, a bound for the side that a page shows them for. */
export function forMax(ply: number, alpha: number, beta: number): [number, number] {
  return ply % 2 === 0 ? [alpha, beta] : [-beta, -alpha];
}

export const isOpen = (value: number) => Math.abs(value) >= INF;
