// Messages that only a server answers: matches, choices, and files of the laboratory.

import type { Place } from "./protocol.js";

/** A match between searches; served alone. */
export interface MatchPlan {
  game: string;
  start: string;
  players: string[];
  nodes?: number;
  time?: number;
  pairs: number;
  seed: number;
}

/** A game of a match as far as it is played; the first of the players moved first after the opening. */
export interface Playing {
  number: number;
  players: [string, string];
  place: Place;
}

/** Two players in a match, from the first one's point of view. */
export interface Pairing {
  first: string;
  second: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  /** Pairs of games with 0, 1/2, 1, 1 1/2 and 2 points. */
  pairs: [number, number, number, number, number];
  score_percent: number | null;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
}

/** The results of a match. */
export interface Summary {
  game: string;
  games: number;
  interrupted: boolean;
  repeats: number;
  pairings: Pairing[];
  ratings: { player: string; elo: number; error: number }[] | null;
}

/** The standings of a match, and the game that they come after. */
export interface Standings {
  summary: Summary;
  game: { number: number; first: string; second: string; result: string; reason: string; plies: number } | null;
}

/** What is asked for by a choice; served alone. */
export interface ChoosePlan {
  game: string;
  measure: "nodes" | "time";
  effort: "quick" | "usual";
  seed: number;
}

/** How far a choice is. */
export interface Choosing {
  stage: string;
  left: number;
  done: number;
  steps: number | null;
}

/** One of a race; ratios are over the best by that measure, with the ends of their intervals of 95 %. */
export interface Entrant {
  algorithm: string;
  order: string;
  settings: string[];
  positions: number;
  /** Whether nothing has shown beyond doubt that it is worse. */
  left: boolean;
  /** Whether it was given up, so that its figures are less than the truth. */
  cut: boolean;
  nodes_ratio: number;
  nodes_low: number | null;
  nodes_high: number | null;
  time_ratio: number | null;
  time_low: number | null;
  time_high: number | null;
}

/** The games of two methods, from the first one's point of view. */
export interface Played {
  first: string;
  second: string;
  games: number;
  score_percent: number | null;
  score_low: number | null;
  score_high: number | null;
  verdict: string;
}

/** What was chosen, in words and as a profile. */
export interface Choice {
  positions: string;
  smallest: string;
  fastest: string;
  play: string;
  profile: string;
}

/** A file of the laboratory that is shown. */
export interface FileLine {
  number: number;
  name: string;
  kind: "experiment" | "searches" | "matches" | "report";
  about: string;
}

/** A table: texts, and the number of columns that have names. */
export interface Table {
  header: string[];
  names: number;
  rows: string[][];
}

export interface Axis {
  label: string;
  is_log: boolean;
  mark: number | null;
}

/** Lines over an axis; each with its points from left to right. */
export interface Lines {
  x: Axis;
  y: Axis;
  series: { name: string; points: { x: number; y: number; interval: [number, number] | null }[] }[];
}

/** A bar; its value in full is said beside it. */
export interface Bar {
  value: number;
  interval: [number, number] | null;
  say: string;
}

/** Bars along an axis: a row for each name, with a bar for each series, where there is one. */
export interface Bars {
  axis: Axis;
  rows: string[];
  series: { name: string; bars: (Bar | null)[] }[];
}

/** A chart: lines, or bars. */
export interface Figure {
  title: string;
  caption: string;
  lines: Lines | null;
  bars: Bars | null;
}

export interface Panel {
  title: string;
  figures: Figure[];
  table: Table;
}

export interface Experiment {
  name: string;
  about: string;
  text: string;
  jobs: number;
  missing: number;
  programs: string[];
  notes: string[];
  panels: Panel[];
}

export interface Searches {
  searches: number;
  programs: string[];
  table: Table;
  left_out: number;
}

/** A game of a store, with the moves that lead through it on a board. */
export interface KeptGame {
  number: number;
  game: string;
  round: number;
  first: string;
  second: string;
  result: string;
  reason: string;
  plies: number;
  start: string;
  moves: string[];
}

export interface Matches {
  games: number;
  matches: Summary[];
  from: number;
  list: KeptGame[];
}

/** A file as it stands; no contents if they are those of the stamp that was seen. */
export interface FileView {
  number: number;
  name: string;
  stamp: string;
  contents: { experiment?: Experiment; searches?: Searches; matches?: Matches; report?: unknown } | null;
}
