// The messages of crates/secateur-playground, as far as the pages use them. tests/protocol.test.mjs holds them to the program's own.

import type { Choice, ChoosePlan, Choosing, Entrant, FileLine, FileView, MatchPlan, Played, Playing, Standings } from "./served.js";

export type * from "./served.js";

export interface Place {
  game: string;
  start: string;
  moves: string[];
}

export type Look =
  | "squares" | "checkered" | "points" | "hexagons" | "drop" | "discs" | "layers" | "mill" | "houses" | "heaps" | "tree" | "text";

export interface Game {
  name: string;
  about: string;
  notation: string;
  example: string;
  offers: string;
  algorithm: string;
  look: Look;
  sizes: string[];
}

export interface Algorithm {
  name: string;
  about: string;
  source: string;
  exact: boolean;
  memory: boolean;
  whole: boolean;
  depth: boolean;
  traced: boolean;
  window: boolean;
  grows: boolean;
  page: string | null;
}

export interface Cells {
  rows: string[];
  columns: string[];
  marks: (string | null)[];
}

export interface Legal {
  move: string;
  record: string;
  path: number[];
}

export interface Position {
  game: string;
  look: Look;
  position: string;
  moves: string[];
  record: string[];
  side: string;
  /** The names of both sides; empty where one is not known yet. */
  sides: [string, string];
  player: number;
  cells: Cells | null;
  drawing: string;
  legal: Legal[];
  outcome: { outcome: "win" | "draw" | "loss"; by: number | null } | null;
  repeated: boolean;
  last: number[];
}

export interface Answer {
  algorithm: string;
  exact: boolean;
  line?: number;
  value: number;
  bound?: "lower" | "upper";
  chances?: [number, number, number];
  outcome: "win" | "draw" | "loss" | null;
  plies_to_end: number | null;
  best: string | null;
  pv: string[];
  /** The line as people read it, without passes that are a matter of form. */
  moves: { move: string; record: string }[];
  /** The cells of its first move. */
  path: number[];
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  time_ms: number;
  stopped_by: string;
}

/** The value of a move. */
export type MoveValue = Omit<Answer, "moves" | "path">;

export type Kind = "pv" | "cut" | "all";

export interface Cut {
  score: number;
  /** `>=` or `<=`. */
  relation: string;
  bound: number;
  set_by: number;
  how: "window" | "move" | "static-value" | "knowledge" | "table" | "scout" | "choice";
  visit: number | null;
  by: string | null;
  place: number | null;
}

export interface Proven {
  depth: number;
  lower: number | null;
  upper: number | null;
}

/** Proof and disproof number; none is infinite. */
export interface ProofNumbers {
  proof: number | null;
  disproof: number | null;
}

/** A visit of a proof-number search in a table: numbers on entry and on return, and the thresholds, if it was gone into. */
export interface ProofVisit {
  entry: ProofNumbers;
  until: ProofNumbers | null;
  left: ProofNumbers | null;
}

/** What a best-first search has made of a node. */
export interface GrownNumbers {
  proof_numbers: ProofNumbers | null;
  visits: number | null;
  pessimistic: number | null;
  optimistic: number | null;
}

/** As it stood when the search ended. */
export interface Grown extends GrownNumbers {
  expanded: number | null;
}

/** As it stood from a step on. */
export interface GrownThen extends GrownNumbers {
  step: number;
  score: number | null;
}

export interface SoFar {
  leaves: number;
  cuts: number;
}

/** A node of a record, with its place among the steps. */
export interface TraceNode {
  id: number;
  parent: number | null;
  probe: number;
  step: "root" | "move" | "again" | "null" | "same";
  move: string | null;
  again_of: number | null;
  ply: number;
  depth: number;
  alpha: number;
  beta: number;
  score: number | null;
  bound: "exact" | "lower" | "upper" | null;
  expected: Kind | null;
  actual: Kind | null;
  critical: number | null;
  why: string;
  trick: string | null;
  tricks: { by: string; move: string | null }[];
  table: Proven | null;
  proven: Proven | null;
  static_value: number | null;
  cut: Cut | null;
  pruned: string[];
  left_out: number;
  grown: Grown | null;
  history: GrownThen[];
  proof: ProofVisit | null;
  enter: number;
  leave: number | null;
  below: number;
  children: number;
  entered: SoFar;
  left: SoFar;
}

export interface TraceHeader {
  game: string;
  position: string;
  algorithm: string;
  exact: boolean;
  depth: number;
  score: number | null;
  value: number | null;
  pv: string[];
  stopped_by: string;
  nodes: number;
  visits: number;
  probes: number;
  kept: number;
  left_out: number;
  leaves: number;
  critical_leaves: number;
  minimal_leaves: number | null;
  minimal_is_exact: boolean | null;
}

/** A record that is kept by whoever searched, with the nodes nearest to the root. */
export interface Trace {
  record: number;
  header: TraceHeader;
  kind: "visits" | "opened" | "expanded";
  steps: number;
  cuts: number;
  nodes: TraceNode[];
  search_ms: number;
  ready_ms: number;
}

export interface Contender {
  algorithm: string;
  exact: boolean;
  value_agrees: boolean;
  values: number[];
  unfinished?: boolean;
  nodes: number;
  leaves: number;
  leaves_over_minimal: number | null;
  time_ms: number;
}

export interface Comparison {
  depth: number;
  minimal_leaves: number | null;
  minimal_is_exact: boolean;
  pick: string;
  reason: string;
  left_out: string[];
  agreed: boolean;
  interrupted: boolean;
}

export interface Solution {
  solved?: { value: number; outcome: "win" | "draw" | "loss"; best: string | null; nodes: number };
  unsolved?: { at_least: number | null; at_most: number | null; nodes: number; stopped_by: string };
}

export interface Request {
  method?: { algorithm?: string; order?: string; seed?: number; settings?: string[] };
  limits?: { depth?: number; nodes?: number; time?: { secs: number; nanos: number }; lines?: number };
  resources?: { hash?: number; threads?: number };
}

export type Ask =
  | { games: Record<string, never> }
  | { algorithms: Record<string, never> }
  | { position: Place }
  | { analyse: { place: Place; request: Request } }
  | { values: { place: Place; request: Request } }
  | { solve: { place: Place; request: Request } }
  | { trace: { place: Place; request: Request; window?: [number | null, number | null]; keep: number; part: number; minimal?: boolean } }
  | { below: { record: number; nodes: number[]; most?: number } }
  | { steps: { record: number; from: number; to: number } }
  | { cuts: { record: number; step: number; back?: boolean; most?: number } }
  | { release: number }
  | { compare: { place: Place; request: Request; plan: { depth?: number; algorithms?: string[]; deepen?: boolean } } }
  | { opponent: { place: Place; level: number; seed: number; clock?: { left: number; increment: number } } }
  | { threats: { place: Place; request: Request } }
  | { match: MatchPlan }
  | { choose: ChoosePlan }
  | { files: Record<string, never> }
  | { file: { file: number; seen?: string; from?: number } }
  | { stop: number };

export interface Say {
  games?: Game[];
  algorithms?: Algorithm[];
  position?: Position;
  answer?: Answer;
  values?: MoveValue[];
  solution?: Solution;
  trace?: Trace;
  nodes?: TraceNode[];
  cuts?: { steps: number[]; nodes: TraceNode[] };
  contender?: Contender;
  comparison?: Comparison;
  playing?: Playing;
  standings?: Standings;
  choosing?: Choosing;
  race?: { name: string; entrants: Entrant[] };
  played?: Played;
  choice?: Choice | null;
  files?: FileLine[];
  file?: FileView;
  error?: string;
}

export interface Reply extends Say {
  id: number;
  more?: boolean;
}

export const milliseconds = (ms: number) => ({ secs: Math.floor(ms / 1000), nanos: Math.round((ms % 1000) * 1e6) });
