// The same games in a worker, so that a page stays awake while they are searched.

import type { Answer, Game, Limits, MoveValue, Position, Report, Solution } from "./secateur.js";
import { Refused } from "./secateur.js";

export { games, Refused } from "./secateur.js";
export type { Answer, Game, Legal, Limits, MoveValue, Position, Solution } from "./secateur.js";

/** A call of a method of a game, or the loading of one. */
export interface Call {
  id: number;
  name: string;
  args: unknown[];
}

/** What comes back: reports, and then a result or a refusal. */
export interface Reply {
  id: number;
  report?: Answer;
  result?: unknown;
  refused?: string;
  broken?: string;
}

/** A search that can be told of as it goes on, and ended by a signal with the best answer so far. */
export interface Watched {
  report?: (answer: Answer) => void;
  signal?: AbortSignal;
}

/** A game in a worker: as `Game`, with promises. */
export class RemoteGame {
  readonly name: string;
  #module: string | undefined;
  #worker: Worker | undefined;
  #start = "";
  #moves: string[] = [];
  #id = 0;
  #calls = new Map<number, { done: (value: unknown) => void; failed: (why: unknown) => void; report?: (answer: Answer) => void }>();

  /** Use `load` or `open`. */
  constructor(name: string, module?: string) {
    this.name = name;
    this.#module = module;
  }

  /** Starts the worker, with the game as it stands. */
  async begin(): Promise<this> {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(new Error(event.message || "the worker cannot be loaded"));
    await this.#call("load", [this.name, this.#module]);
    if (this.#start) await this.#call("set", [this.#start]);
    if (this.#moves.length > 0) await this.#call("play", this.#moves);
    return this;
  }

  #hear({ id, report, result, refused, broken }: Reply) {
    const call = this.#calls.get(id);
    if (report) return call?.report?.(report);
    this.#calls.delete(id);
    if (refused !== undefined) call?.failed(new Refused(refused));
    else if (broken !== undefined) call?.failed(new Error(broken));
    else call?.done(result);
  }

  #fail(why: unknown) {
    for (const { failed } of this.#calls.values()) failed(why);
    this.#calls.clear();
  }

  #call<T>(name: string, args: unknown[], report?: (answer: Answer) => void): Promise<T> {
    const worker = this.#worker;
    if (!worker) return Promise.reject(new Refused("the game was freed"));
    const id = (this.#id += 1);
    return new Promise<T>((done, failed) => {
      this.#calls.set(id, { done: done as (value: unknown) => void, failed, ...(report && { report }) });
      worker.postMessage({ id, name, args } satisfies Call);
    });
  }

  position = () => this.#call<Position>("position", []);
  legal = () => this.#call<string[]>("legal", []);

  async set(position: string): Promise<void> {
    await this.#call("set", [position]);
    [this.#start, this.#moves] = [position, []];
  }

  async play(...moves: string[]): Promise<void> {
    await this.#call("play", moves);
    this.#moves.push(...moves);
  }

  async undo(): Promise<boolean> {
    const done = await this.#call<boolean>("undo", []);
    if (done) this.#moves.pop();
    return done;
  }

  async analyse(limits: Limits = {}, { report, signal }: Watched = {}): Promise<Answer> {
    let best: Answer | undefined;
    const heard = (answer: Answer) => {
      best = answer;
      report?.(answer);
    };
    const found = this.#call<Answer>("analyse", [limits], heard);
    if (!signal) return found;
    // A worker that searches hears nothing: it is ended, and another one takes its place.
    const ended = new Promise<never>((_, failed) => signal.addEventListener("abort", () => failed(signal.reason), { once: true }));
    found.catch(() => {});
    try {
      return await (signal.aborted ? Promise.reject(signal.reason) : Promise.race([found, ended]));
    } catch (error) {
      if (!signal.aborted) throw error;
      this.#worker?.terminate();
      this.#fail(new Refused("the search was ended"));
      await this.begin();
      if (best) return best;
      throw error;
    }
  }

  opponent = (level: number, seed = 0) => this.#call<Answer>("opponent", [level, seed]);
  values = (limits: Limits = {}) => this.#call<MoveValue[]>("values", [limits]);
  solve = (limits: Parameters<Game["solve"]>[0] = {}) => this.#call<Solution>("solve", [limits]);

  /** Ends the worker. */
  free(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail(new Refused("the game was freed"));
  }
}

/** A game that comes with Secateur, in a worker of its own. */
export const load = (game: string): Promise<RemoteGame> => new RemoteGame(game).begin();

/** A game of a module of your own, in a worker of its own. */
export const open = (module: URL, game: string): Promise<RemoteGame> => new RemoteGame(game, module.href).begin();

/** Whoever is told of a search in the worker. */
export type { Report };
