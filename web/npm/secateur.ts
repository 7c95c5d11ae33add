// Games to play and to search, each in a module of WebAssembly.

import { started } from "../src/module.js";
import type { Answer, Ask, Game as Listed, MoveValue, Place, Position, Request, Say, Solution } from "../src/protocol.js";

export type { Answer, Legal, MoveValue, Position, Solution } from "../src/protocol.js";

/** What cannot be done, in one sentence: an illegal move, a game that is over, a position that cannot be read. */
export class Refused extends Error {
  override name = "Refused";
}

/** How far a search goes, and how. Without a limit it takes a minute. */
export interface Limits {
  /** The depth, in plies. */
  depth?: number;
  /** The most nodes. */
  nodes?: number;
  /** The most time, in milliseconds. */
  milliseconds?: number;
  /** The number of lines to find, each with the value of its first move; 1 by default. */
  lines?: number;
  /** The algorithm, by its name; the game's own by default. `engine` plays, and `mtd-f` is exact. */
  algorithm?: string;
  /** The size of the table of positions, in bytes: 32 MiB at most. */
  hash?: number;
  /** The seed of whatever is random. */
  seed?: number;
}

/** What is told of a search as it goes on; `false` ends it, with the best answer so far. */
export type Report = (answer: Answer) => boolean | void;

/** The games and algorithms of this package, and the file of the module that has a game. */
export interface Contents {
  games: Listed[];
  modules: Record<string, string>;
}

const ROOT = new URL("../../", import.meta.url);

/** The bytes of a file of the package, or of another. */
async function bytes(url: URL): Promise<BufferSource> {
  if (url.protocol === "file:") {
    // Node fetches no files. (A bundler for browsers should not look for its modules.)
    const node = "node:fs/promises";
    const { readFile } = (await import(/* @vite-ignore */ node)) as { readFile(file: URL): Promise<Uint8Array<ArrayBuffer>> };
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Refused(`${url.href} cannot be loaded: ${response.status}`);
  return response.arrayBuffer();
}

const kept = new Map<string, Promise<unknown>>();

/** What `make` makes of a file, once; a file that did not come is tried again. */
function once<T>(url: URL, make: (bytes: BufferSource) => T | Promise<T>): Promise<T> {
  const known = kept.get(url.href) as Promise<T> | undefined;
  if (known) return known;
  const coming = bytes(url).then(make);
  kept.set(url.href, coming);
  coming.catch(() => kept.delete(url.href));
  return coming;
}

const contents = () => once(new URL("games.json", ROOT), (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Contents);

/** The games of this package. */
export const games = async (): Promise<Listed[]> => (await contents()).games;

/**
 * A game that comes with Secateur, at its start: `load("connect4")`, `load("hex-7x7")`. Its module is loaded with the first of
 * its games.
 */
export async function load(game: string): Promise<Game> {
  const { modules } = await contents();
  const file = modules[game] ?? modules[game.replace(/-[^-]*$/, "")];
  if (!file) throw new Refused(`unknown game '${game}', expected one of ${Object.keys(modules).join(", ")}`);
  return open(new URL(file, ROOT), game);
}

/** A game of a module of your own, at its start. `secateur new NAME --wasm` writes one. */
export async function open(module: URL | WebAssembly.Module, game: string): Promise<Game> {
  const compiled = module instanceof URL ? await once(module, (bytes) => WebAssembly.compile(bytes)) : module;
  return new Game(compiled, game);
}

/** What is asked for, as the module takes it. */
function request({ depth, nodes, milliseconds, lines, algorithm, hash, seed }: Limits): Request {
  const time = milliseconds === undefined ? undefined : { secs: Math.floor(milliseconds / 1000), nanos: Math.round((milliseconds % 1000) * 1e6) };
  return { method: { algorithm, seed }, limits: { depth, nodes, time, lines }, resources: { hash } };
}

/** A game in play. Its searches return when they have ended: where that must not be waited for, see `secateur/worker`. */
export class Game {
  readonly name: string;
  #place: Place;
  #module: ReturnType<typeof started> | undefined;
  #heard: (say: Say & { more?: boolean }) => void = () => {};
  #id = 0;
  /** The positions so far, once they are looked at. */
  #position: Position | undefined;

  /** Use `load` or `open`. */
  constructor(module: WebAssembly.Module, name: string) {
    this.name = name;
    this.#place = { game: name, start: "", moves: [] };
    this.#module = started(module, (text) => this.#heard(JSON.parse(text)));
    this.position();
  }

  /** The last reply to a message, with `report` told of those before it. */
  #ask(ask: Ask, report?: (say: Say) => boolean | void): Say {
    const module = this.#module;
    if (!module) throw new Refused("the game was freed");
    let last: Say | undefined;
    let thrown: { error: unknown } | undefined;
    this.#heard = (say) => {
      if (!say.more) last = say;
      else if (!thrown) {
        try {
          if (report?.(say) === false) module.stop();
        } catch (error) {
          // It must not fly through the module, which would be left in the middle of things.
          thrown = { error };
          module.stop();
        }
      }
    };
    module.answer(JSON.stringify({ id: (this.#id += 1), ask }));
    if (thrown) throw thrown.error;
    if (!last || last.error !== undefined) throw new Refused(last?.error ?? "no answer");
    return last;
  }

  /** Goes to a place, if it is one. */
  #go(place: Place) {
    this.#position = this.#ask({ position: place }).position;
    this.#place = place;
  }

  /** The position: its drawing, its legal moves, its outcome for the side to move once the game is over. */
  position(): Position {
    return (this.#position ??= this.#ask({ position: this.#place }).position!);
  }

  /** The legal moves, as the game writes them. */
  legal(): string[] {
    return this.position().legal.map((legal) => legal.move);
  }

  /** Sets a position, in the form that the game reads; the empty text is the start. */
  set(position: string): void {
    this.#go({ ...this.#place, start: position, moves: [] });
  }

  /** Plays legal moves. */
  play(...moves: string[]): void {
    this.#go({ ...this.#place, moves: [...this.#place.moves, ...moves] });
  }

  /** Takes a move back; whether there was one. */
  undo(): boolean {
    const { moves } = this.#place;
    if (moves.length > 0) this.#go({ ...this.#place, moves: moves.slice(0, -1) });
    return moves.length > 0;
  }

  /** Searches. Values are for the side to move. */
  analyse(limits: Limits = {}, report?: Report): Answer {
    const told = report && ((say: Say) => say.answer && report(say.answer));
    return this.#ask({ analyse: { place: this.#place, request: request(limits) } }, told).answer!;
  }

  /** The move of an opponent of this level: from 1, a beginner, to 10, at full strength in one second and a half. */
  opponent(level: number, seed = 0): Answer {
    return this.#ask({ opponent: { place: this.#place, level, seed } }).answer!;
  }

  /** The value of each legal move, best first. */
  values(limits: Limits = {}): MoveValue[] {
    return this.#ask({ values: { place: this.#place, request: request(limits) } }).values!;
  }

  /** The value at the end of the game, as far as it is found within the limits. */
  solve(limits: Pick<Limits, "milliseconds" | "nodes" | "hash"> = {}): Solution {
    return this.#ask({ solve: { place: this.#place, request: request(limits) } }).solution!;
  }

  /** Gives its memory back. */
  free(): void {
    this.#module = undefined;
  }
}
