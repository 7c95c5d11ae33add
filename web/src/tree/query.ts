// What is asked for, as the address has it and as the search takes it.

import type { Algorithm, Game, Place } from "../protocol";
import { route, show } from "../route";
import type { Wish } from "./useRecords";
import { USUAL } from "./Maker";
import { height, parse, write, type Written } from "./written";

export interface Query {
  tree: string;
  game: string;
  start: string;
  moves: string;
  depth: string;
  algorithm: string;
  order: string;
  deepen: string;
  at: string;
  view: string;
  ask: string;
  beside: string;
  alpha: string;
  beta: string;
  hash: string;
  nodes: string;
}

/** The table that a search has where the address names none. */
export const HASH = 1 << 20;

const pointsOf = (text: string | undefined) => (text && /^-?\d+$/.test(text.trim()) ? Number(text) : null);
const within = (text: string | undefined, usual: number, most: number) => Math.min(most, Math.max(1, Number(text) || usual));

/** The query of the page at hand. */
export const queryHere = () => route.value.query as Partial<Query>;

/** Changes the query; the search then begins anew. */
export const setQuery = (more: Partial<Query>, remember = false) => show("tree", { ...queryHere(), at: "", ...more }, remember);

/** A query that has been read. */
export interface Asked {
  query: Partial<Query>;
  game: string;
  isWritten: boolean;
  /** The tree as it is written; null if it cannot be read, with the fault. */
  tree: Written | null;
  fault: string;
  /** Whether the tree is a leaf, where there is nothing to search. */
  isBare: boolean;
  algorithm: string;
  chosen: Algorithm | undefined;
  second: Algorithm | undefined;
  depth: number;
  nodes: number;
  order: string;
  hash: number;
  place: Place;
  /** The search that is wanted; null while it is not known what that is. */
  wish: Wish | null;
}

/** Whether an algorithm is limited in nodes, and not in depth. */
export const isByNodes = (algorithm: Algorithm | undefined) => algorithm !== undefined && !algorithm.depth;

export function read(query: Partial<Query>, algorithms: Algorithm[], games: Game[]): Asked {
  const game = query.game || "tree";
  const isWritten = game === "tree";
  let [tree, fault]: [Written | null, string] = [null, ""];
  try {
    tree = parse(query.tree ?? USUAL);
  } catch (error) {
    fault = (error as Error).message;
  }
  const isBare = isWritten && typeof tree === "number";
  const depth = isWritten ? (tree ? Math.max(1, height(tree)) : 1) : within(query.depth, 3, 12);
  const algorithm = query.algorithm || "alpha-beta";
  const beside = query.beside ?? "";
  const named = (name: string) => algorithms.find((one) => one.name === name);
  const [chosen, second] = [named(algorithm), named(beside)];
  const [hash, nodes] = [Number(query.hash) || HASH, within(query.nodes, 1000, 1_000_000)];
  const order = query.order || "table";
  const [alpha, beta] = [pointsOf(query.alpha), pointsOf(query.beta)];
  const hasWindow = Boolean(chosen?.window) && (!second || second.window) && (alpha !== null || beta !== null);
  const place = {
    game,
    start: isWritten ? (tree ? write(tree) : "") : (query.start ?? ""),
    moves: isWritten ? [] : (query.moves ?? "").split(",").filter(Boolean),
  };
  // What an algorithm takes, and how a game names its moves, is known once the lists have come.
  const isKnown = algorithms.length > 0 && games.length > 0 && (!isWritten || (tree !== null && !isBare));
  const isTree = isWritten || games.find(({ name }) => name === game)?.look === "tree";
  const window: Wish["window"] = hasWindow ? [alpha, beta] : undefined;
  const wish = isKnown
    ? { place, isTree, depth, algorithm: ranOf(chosen, algorithm), beside: beside ? ranOf(second, beside) : null, order, deepen: query.deepen === "on", window, hash, nodes }
    : null;
  return { query, game, isWritten, tree, fault, isBare, algorithm, chosen, second, depth, nodes, order, hash, place, wish };
}

const ranOf = (algorithm: Algorithm | undefined, name: string) => ({
  name,
  grows: algorithm?.grows ?? false,
  byNodes: isByNodes(algorithm),
  ordered: algorithm?.page != null && algorithm.depth,
});
