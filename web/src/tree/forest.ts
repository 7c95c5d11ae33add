// The tree that searches are shown on. Nothing here searches: every number is from a record, and what of a record has not been
// looked at yet stays with whoever made it.

import { INF } from "../words";
import type { SoFar, Trace, TraceNode } from "../protocol";

/** A place in the tree: a line of moves from the root, and the visits of each search that went there. */
export interface Spot {
  key: string;
  move: string | null;
  ply: number;
  parent: Spot | null;
  children: Spot[];
  /** The visits that are known, by search, in order. */
  visits: TraceNode[][];
  /** Its place in the order of moves. */
  rank: number;
  /** The places below that are known. */
  size: number;
  /** Whether moves are the numbers of children, from 0, as in trees; else they are written as the game writes them. */
  isTree: boolean;
}

/** One step of a search: a node is entered, left with an answer, or expanded. */
export interface Step {
  kind: "enter" | "leave" | "expand";
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

/** How a place looks after a step. */
export type State = "ahead" | "open" | "done" | "cut" | "earlier" | "skipped";

export const isLeaf = (node: TraceNode) => !["all", "cut", "halted", "expanded"].includes(node.why);

export const isOpen = (value: number) => Math.abs(value) >= INF;

/** A window for the side that a page shows it for. */
export function forMax(ply: number, alpha: number, beta: number): [number, number] {
  return ply % 2 === 0 ? [alpha, beta] : [-beta, -alpha];
}

/** Places that all searches of a tree share. */
export class Forest {
  readonly root: Spot;
  private byKey: Map<string, Spot>;
  /** Grows with whatever is learnt, for whoever draws. */
  version = 0;

  constructor(readonly isTree: boolean) {
    this.root = { key: "", move: null, ply: 0, parent: null, children: [], visits: [], rank: 0, size: 0, isTree };
    this.byKey = new Map([["", this.root]]);
  }

  /** The place below another one by this move, made if it is new. */
  below(above: Spot, move: string, rank: number): Spot {
    const key = `${above.key}/${move}`;
    let spot = this.byKey.get(key);
    if (!spot) {
      spot = { key, move, parent: above, ply: above.ply + 1, children: [], visits: [], rank, size: 0, isTree: this.isTree };
      this.byKey.set(key, spot);
      above.children.push(spot);
      for (let up: Spot | null = above; up; up = up.parent) up.size += 1;
    } else if (rank >= spot.rank) {
      return spot;
    }
    spot.rank = rank;
    above.children.sort((a, b) => a.rank - b.rank);
    return spot;
  }
}

/** Moves that are numbers stand in their order; others as the whole tree has them, then as they were searched. */
function rankOf(move: string, search: number, id: number): number {
  if (/^\d+$/.test(move)) return Number(move);
  return search === WHOLE ? id : 1e10 + id;
}

/** The numbers of the searches on a forest. */
export const OWN = 0;
export const BESIDE = 1;
export const WHOLE = 2;

/** A recorded search over a forest, as far as its nodes are known. */
export class Search {
  readonly nodes = new Map<number, TraceNode>();
  private spots = new Map<number, Spot>();
  private kids = new Map<number, TraceNode[]>();
  private enters = new Map<number, TraceNode>();
  private leaves = new Map<number, TraceNode>();

  constructor(readonly forest: Forest, readonly index: number, readonly trace: Trace) {
    this.add(trace.nodes);
  }

  get steps(): number {
    return this.trace.steps;
  }

  get isComplete(): boolean {
    return this.nodes.size === this.trace.header.kept;
  }

  spot(id: number): Spot | undefined {
    return this.spots.get(id);
  }

  /** The nodes right below one, as far as they are known, in order. */
  below(id: number): TraceNode[] {
    return this.kids.get(id) ?? [];
  }

  /** Takes in more nodes; what is above them is known, or among them. */
  add(nodes: TraceNode[]) {
    const touched = new Set<TraceNode[]>();
    for (const node of [...nodes].sort((a, b) => a.id - b.id)) {
      if (this.nodes.has(node.id)) continue;
      const above = node.parent === null ? null : this.spots.get(node.parent);
      if (above === undefined) continue;
      this.nodes.set(node.id, node);
      const spot = this.place(node, above);
      this.spots.set(node.id, spot);
      const visits = (spot.visits[this.index] ??= []);
      visits.push(node);
      touched.add(visits);
      if (node.parent !== null) {
        let kids = this.kids.get(node.parent);
        if (!kids) this.kids.set(node.parent, (kids = []));
        kids.push(node);
        touched.add(kids);
      }
      if (this.trace.kind !== "expanded") this.enters.set(node.enter, node);
      if (node.leave !== null && !(this.trace.kind === "opened" && node.parent !== null)) this.leaves.set(node.leave, node);
      // Moves that were never searched have their places, too.
      node.pruned.forEach((move, n) => this.forest.below(spot, move, /^\d+$/.test(move) ? Number(move) : 2e10 + n));
    }
    touched.forEach((list) => list.sort((a, b) => a.id - b.id));
    this.forest.version += 1;
  }

  private place(node: TraceNode, above: Spot | null): Spot {
    if (!above) return this.forest.root;
    if (node.step === "same") return above;
    const move = node.step === "null" ? "pass" : (node.move ?? "?");
    return this.forest.below(above, move, rankOf(move, this.index, node.id));
  }

  /** The step of this number; none if it is not known yet. */
  at(step: number): Step | null {
    const made = (kind: Step["kind"], node: TraceNode | undefined): Step | null =>
      node ? { kind, node, spot: this.spots.get(node.id)! } : null;
    if (this.trace.kind === "expanded") return step === 0 ? made("enter", this.nodes.get(0)) : made("expand", this.leaves.get(step));
    return made("enter", this.enters.get(step)) ?? made("leave", this.leaves.get(step));
  }

  /** The nodes from the root to the one that a step is about. */
  way(step: number): TraceNode[] {
    const way: TraceNode[] = [];
    for (let node = this.at(step)?.node; node; node = node.parent === null ? undefined : this.nodes.get(node.parent)) way.unshift(node);
    return way;
  }

  /** Whether all that a step shows is known: the way there, and what was searched before on the way. */
  knows(step: number): boolean {
    const way = this.way(step);
    if (way.length === 0 || way[0]!.parent !== null) return false;
    if (this.trace.kind !== "visits") return this.below(way[way.length - 1]!.id).length === way[way.length - 1]!.children;
    // One child is entered right after the one before it was left.
    return way.every((node) => {
      let next = node.enter + 1;
      for (const kid of this.below(node.id)) {
        if (kid.enter > step) break;
        if (kid.enter !== next) return false;
        next = (kid.leave ?? 0) + 1;
      }
      return next > step || next === node.leave;
    });
  }

  /** The nodes under way at a step, from the root, each with the window as it stands. */
  frames(step: number): Frame[] {
    return this.way(step).map((node) => {
      const frame: Frame = { node, spot: this.spots.get(node.id)!, alpha: node.alpha, beta: node.beta, best: null, raised: null };
      if (this.trace.kind !== "visits") return frame;
      const kids = this.below(node.id).filter((kid) => kid.leave !== null && kid.leave < step);
      for (const [n, kid] of kids.entries()) {
        // What a later search of a move finds to be less is less.
        const promisedTooMuch = kids.slice(n + 1).some((later) => later.step === "again" && later.move === kid.move && (later.score ?? -INF) > (kid.score ?? INF));
        if (!promisedTooMuch) tell(frame, kid);
      }
      return frame;
    });
  }

  /** What a search has made of a place by a step; none if it was not there. */
  seen(spot: Spot, step: number, probe: number): { state: State; node: TraceNode } | null {
    const visits = spot.visits[this.index];
    if (!visits) return null;
    for (let n = visits.length - 1; n >= 0; n -= 1) {
      const node = visits[n]!;
      if (node.enter > step) continue;
      if (node.probe !== probe && this.trace.kind === "visits") return { state: "earlier", node };
      const isOver = node.leave !== null && node.leave <= step;
      if (!isOver && !(this.trace.kind === "opened" && isLeaf(node))) return { state: "open", node };
      return { state: node.why === "cut" && node.cut ? "cut" : "done", node };
    }
    return null;
  }

  /** Nodes, leaves and cuts up to a step. */
  soFar(step: number): SoFar & { nodes: number } {
    const now = this.at(step);
    if (!now) return { nodes: 0, leaves: 0, cuts: 0 };
    const counts = now.kind === "enter" ? now.node.entered : now.node.left;
    if (this.trace.kind !== "visits") return { ...counts, nodes: Math.min(step + (this.trace.kind === "opened" ? 1 : 0), this.steps - 1) };
    // Of the steps so far some went down, the others back up to where we are.
    const open = this.way(step).length - (now.kind === "leave" ? 1 : 0);
    return { ...counts, nodes: (step + 1 + open) / 2 };
  }

  /** The known nodes of a place whose children are not known all. */
  missing(spot: Spot): number[] {
    return (spot.visits[this.index] ?? []).filter((node) => this.below(node.id).length < node.children).map(({ id }) => id);
  }

  /** The next step after this one at which a place is left, or else the first. */
  stepOf(spot: Spot, after: number): number | null {
    const steps = (spot.visits[this.index] ?? []).map(({ enter, leave }) => leave ?? enter);
    return steps.find((step) => step > after) ?? steps[0] ?? null;
  }
}

/** A node learns what a move was worth. */
function tell(frame: Frame, child: TraceNode) {
  // What is searched to find out about the node itself is no move of it.
  if (child.score === null || child.step === "same" || child.step === "null" || child.trick === "probcut") return;
  const worth = -child.score;
  if (frame.best === null || worth > frame.best) frame.best = worth;
  if (worth > frame.alpha) {
    frame.alpha = worth;
    frame.raised = child;
  }
}

/** The places below one that are known, or told of by a record. */
export function hidden(spot: Spot): number {
  let told = 0;
  for (const visits of spot.visits) for (const node of visits ?? []) told = Math.max(told, node.below + node.left_out);
  return Math.max(told, spot.size);
}

/** The value that the whole tree gives a place, for the side to move; none if it is not known. */
export function valueOf(spot: Spot): number | null {
  const whole = spot.visits[WHOLE]?.[0];
  if (whole) return whole.score;
  const exact = spot.visits.flat().find((node) => node && node.bound === "exact" && node.children === 0);
  return exact?.score ?? null;
}

/** Whether the game, or the horizon, ends at a place. */
export function endsHere(spot: Spot): boolean {
  return spot.children.length === 0 && spot.visits.some((visits) => visits?.some((node) => node.children === 0 && node.left_out === 0 && isLeaf(node) && (node.why === "rules" || (node.depth === 0 && !node.proof)) && !node.grown));
}
