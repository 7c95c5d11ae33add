// The records that the laboratory shows: of the algorithm that was chosen, of the one beside it, and of minimax, for the whole
// tree. They stay where they were made; the pages ask for the nodes that are looked at.

import { useEffect, useState } from "preact/hooks";
import { ask } from "../link";
import type { Place, Request } from "../protocol";
import { BESIDE, Forest, OWN, Search, WHOLE } from "./forest";

export interface Wish {
  place: Place;
  /** Whether moves are the numbers of children, as in trees. */
  isTree: boolean;
  depth: number;
  algorithm: Ran;
  beside: Ran | null;
  order: string;
  deepen: boolean;
  window: [number | null, number | null] | undefined;
  hash: number;
  /** The nodes that a search without a depth may open. */
  nodes: number;
}

/** An algorithm that is run. */
export interface Ran {
  name: string;
  /** Whether it grows a tree, best first. */
  grows: boolean;
  /** Whether it is limited in nodes, and takes no depth. */
  byNodes: boolean;
  /** Whether it heeds an order of moves, and settings of exact searches. */
  ordered: boolean;
}

export interface Recorded {
  forest: Forest;
  own: Search;
  beside: Search | null;
  /** Minimax, if it went through the whole tree. */
  whole: Search | null;
  wish: Wish;
}

/** The nodes of a record that are kept, and those that are sent at once. */
const KEEP = 1_000_000;
const PART = 2_000;
/** A tree larger than this is not gone through as a whole. */
const WHOLE_NODES = 100_000;
/** How long the whole tree is waited for, in milliseconds; then it comes later. */
const PATIENCE = 400;

const WHOLE_TREE: Ran = { name: "minimax", grows: false, byNodes: false, ordered: true };

function request(wish: Wish, { name: algorithm, grows, byNodes, ordered }: Ran): Request {
  const time = { secs: 40, nanos: 0 };
  const hash = grows ? Math.max(wish.hash, 32 << 20) : wish.hash;
  if (byNodes) return { method: { algorithm }, limits: { nodes: wish.nodes, time }, resources: { hash } };
  const limits = { depth: wish.depth, time };
  if (!ordered) return { method: { algorithm }, limits, resources: { hash } };
  const settings = wish.deepen && algorithm !== WHOLE_TREE.name ? [] : ["deepening=off"];
  return { method: { algorithm, order: wish.order, settings }, limits, resources: { hash } };
}

/** Counting the leaves of the smallest tree can take longer than the search. */
const isSmall = (wish: Wish) => wish.place.game === "tree" || wish.depth <= 4;

export function useRecords(wish: Wish | null): { recorded: Recorded | null; error: string; busy: boolean; again(): void } {
  const [state, setState] = useState<{ recorded: Recorded | null; error: string; busy: boolean }>({ recorded: null, error: "", busy: false });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(wish);
  useEffect(() => {
    if (!wish) return;
    let isWanted = true;
    const kept: number[] = [];
    const begin = (algorithm: Ran, more: { minimal?: boolean; window?: Wish["window"]; nodes?: number }) => {
      const asked = request(wish, algorithm);
      if (more.nodes) asked.limits = { ...asked.limits, nodes: more.nodes };
      const question = ask({ trace: { place: wish.place, request: asked, window: more.window, keep: more.nodes ?? KEEP, part: PART, minimal: more.minimal ?? false } });
      const done = question.done.then(({ trace }) => {
        if (isWanted) kept.push(trace!.record);
        else ask({ release: trace!.record });
        return trace!;
      });
      return { ...question, done };
    };
    setState((state) => ({ ...state, busy: true }));
    const window = (ran: Ran) => (ran.ordered ? wish.window : undefined);
    const own = begin(wish.algorithm, { minimal: wish.algorithm.ordered && isSmall(wish), window: window(wish.algorithm) });
    const beside = wish.beside ? begin(wish.beside, { window: window(wish.beside) }) : null;
    const hasWhole = !wish.algorithm.byNodes || wish.place.game === "tree";
    const whole = hasWhole ? begin(WHOLE_TREE, { nodes: WHOLE_NODES }) : null;
    const shown = async () => {
      const late = Symbol();
      const nothing = Promise.resolve(null);
      const wholeTree = whole ? whole.done.catch(() => null) : nothing;
      const [ownTrace, besideTrace] = await Promise.all([own.done, beside?.done ?? nothing]);
      const soon = await Promise.race([wholeTree, new Promise<typeof late>((resolve) => setTimeout(() => resolve(late), PATIENCE))]);
      if (!isWanted) return;
      const forest = new Forest(wish.isTree);
      const grow = (trace: Awaited<typeof wholeTree>) =>
        trace && trace.header.left_out === 0 && trace.header.stopped_by !== "nodes" && trace.header.stopped_by !== "time" ? new Search(forest, WHOLE, trace) : null;
      const early = soon === late ? null : grow(soon as Awaited<typeof wholeTree>);
      const recorded: Recorded = {
        forest,
        own: new Search(forest, OWN, ownTrace),
        beside: besideTrace && new Search(forest, BESIDE, besideTrace),
        whole: early,
        wish,
      };
      setState({ recorded, error: "", busy: false });
      if (soon !== late) return;
      const found = grow(await wholeTree);
      if (isWanted && found) setState((state) => (state.recorded === recorded ? { ...state, recorded: { ...recorded, whole: found } } : state));
    };
    shown().catch((error: Error) => isWanted && setState((state) => ({ ...state, error: error.message, busy: false })));
    return () => {
      isWanted = false;
      [own, beside, whole].forEach((question) => question?.stop());
      kept.forEach((record) => ask({ release: record }).done.catch(() => undefined));
    };
  }, [key, round]);
  return { ...state, again: () => setRound((round) => round + 1) };
}

/** Brings in what a step of a search shows, with the steps ahead; once at a time for each search. */
const AHEAD = 96;
const underWay = new WeakMap<Search, Map<string, Promise<void>>>();

function once(search: Search, key: string, begin: () => Promise<void>): Promise<void> {
  let all = underWay.get(search);
  if (!all) underWay.set(search, (all = new Map()));
  const running = all.get(key);
  if (running) return running;
  const started = begin().finally(() => all.delete(key));
  all.set(key, started);
  return started;
}

export function bring(search: Search, from: number, to: number): Promise<void> {
  const { record } = search.trace;
  return once(search, `steps ${from}`, async () => {
    const { nodes } = await ask({ steps: { record, from: Math.max(0, from), to: Math.min(to, search.steps - 1) } }).done;
    search.add(nodes!);
  });
}

/** Makes sure that a step is known. */
export async function bringStep(search: Search, step: number): Promise<void> {
  if (!search.knows(step)) await bring(search, step, step + AHEAD);
}

/** The steps around one, brought in before they are wanted: at once where one goes step by step, else once one stays. */
const staying = new WeakMap<Search, ReturnType<typeof setTimeout>>();
const STAYS = 80;

export function lookAhead(search: Search, step: number, isNear: boolean): void {
  if (search.isComplete) return;
  clearTimeout(staying.get(search));
  const [ahead, back] = [Math.min(search.steps - 1, step + AHEAD / 2), Math.max(0, step - AHEAD / 4)];
  const quietly = (asked: Promise<unknown>) => void asked.catch(() => undefined);
  const bringBoth = () => {
    if (!search.knows(ahead)) quietly(bring(search, ahead - (ahead % (AHEAD / 2)), ahead + AHEAD));
    if (!search.knows(back)) quietly(bring(search, back - AHEAD, back));
    quietly(cutBeside(search, step, false));
  };
  if (isNear) bringBoth();
  else staying.set(search, setTimeout(bringBoth, STAYS));
}

/** Cuts that follow one another after a step, as far as they are known. */
interface Cuts {
  from: number;
  steps: number[];
  isAll: boolean;
}

const cuts = new WeakMap<Search, Cuts>();
/** How many cuts are asked for, and how many are to be known ahead. */
const CUTS = 24;
const CUTS_AHEAD = 12;

async function moreCuts(search: Search, from: number): Promise<Cuts> {
  const said = (await ask({ cuts: { record: search.trace.record, step: from, most: CUTS } }).done).cuts!;
  search.add(said.nodes);
  const before = cuts.get(search);
  const goesOn = before && before.steps[before.steps.length - 1] === from;
  const known = { from: goesOn ? before.from : from, steps: [...(goesOn ? before.steps.slice(-4 * CUTS) : []), ...said.steps], isAll: said.steps.length < CUTS };
  if (goesOn && before.steps.length > 4 * CUTS) known.from = known.steps[0]!;
  cuts.set(search, known);
  return known;
}

/** The next cut after a step, or the last one before it; none if there is none. */
export async function cutBeside(search: Search, step: number, back: boolean): Promise<number | null> {
  if (search.isComplete) {
    const steps = [...search.nodes.values()].filter((node) => node.cut && node.leave !== null).map((node) => node.leave!);
    const beside = steps.filter((cut) => (back ? cut < step : cut > step));
    return beside.length === 0 ? null : beside.reduce((a, b) => (back ? Math.max(a, b) : Math.min(a, b)));
  }
  if (back) {
    const said = (await ask({ cuts: { record: search.trace.record, step, back } }).done).cuts!;
    search.add(said.nodes);
    return said.steps[0] ?? null;
  }
  let known = cuts.get(search);
  const isWithin = known && known.from <= step && (known.isAll || step < (known.steps[known.steps.length - 1] ?? -1));
  if (!isWithin) known = await moreCuts(search, step);
  const after = known!.steps.filter((cut) => cut > step);
  if (after.length < CUTS_AHEAD && !known!.isAll) {
    const last = known!.steps[known!.steps.length - 1]!;
    void once(search, `cuts ${last}`, async () => void (await moreCuts(search, last))).catch(() => undefined);
  }
  return after[0] ?? null;
}

/** Brings in the children of these nodes. */
export function unfold(search: Search, nodes: number[]): Promise<void> {
  return once(search, `below ${nodes[0]} ${nodes.length}`, async () => {
    const said = await ask({ below: { record: search.trace.record, nodes, most: 200 } }).done;
    search.add(said.nodes!);
  });
}
