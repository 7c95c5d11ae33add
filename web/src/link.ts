// Whoever answers: a server over a WebSocket, or WebAssembly in workers of this browser. The messages are the same.

import { signal } from "@preact/signals";
import { compiled, contents, type Compiled } from "./modules";
import type { Ask, Place, Reply, Say } from "./protocol";
import type { Errand } from "./worker";

export const connected = signal<"waiting" | "yes" | "no">("waiting");

/** A question under way. */
export interface Asked {
  /** The last reply; an error is thrown as one sentence. */
  done: Promise<Say>;
  /** Ends a search with its best answer so far. */
  stop(): void;
}

interface Pending {
  text: string;
  progress?: (say: Say) => void;
  resolve(say: Say): void;
  reject(error: Error): void;
  last?: Say;
}

interface Carrier {
  send(id: number, text: string, question: Ask): void;
  stop(id: number): void;
}

const pending = new Map<number, Pending>();
let numbers = 0;

function settle(reply: Reply) {
  const asked = pending.get(reply.id);
  if (!asked) return;
  if (reply.more) {
    asked.last = reply;
    asked.progress?.(reply);
    return;
  }
  pending.delete(reply.id);
  if (reply.error !== undefined) asked.reject(new Error(reply.error));
  else asked.resolve(reply);
}

class Socket implements Carrier {
  private socket?: WebSocket;
  private waiting: string[] = [];
  private tries = 0;

  constructor() {
    this.open();
  }

  private open() {
    const token = new URLSearchParams(location.search).get("token");
    const url = new URL("socket", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.hash = "";
    url.search = token ? `?token=${encodeURIComponent(token)}` : "";
    const socket = new WebSocket(url);
    socket.onopen = () => {
      this.socket = socket;
      this.tries = 0;
      connected.value = "yes";
      this.waiting.splice(0).forEach((text) => socket.send(text));
    };
    socket.onmessage = (event) => settle(JSON.parse(event.data as string) as Reply);
    socket.onclose = () => {
      this.socket = undefined;
      this.tries += 1;
      if (this.tries > 1) connected.value = "no";
      // Nothing is lost but searches: every message tells where it is asked.
      this.waiting = [...pending.values()].map((asked) => asked.text);
      setTimeout(() => this.open(), Math.min(500 * this.tries, 5000));
    };
  }

  send(_id: number, text: string) {
    if (this.socket) this.socket.send(text);
    else this.waiting.push(text);
  }

  stop(id: number) {
    this.send(0, JSON.stringify({ id: 0, ask: { stop: id } }));
  }
}

/** The record that a question is about; none if it is about none. */
function recordOf(question: Ask): number | undefined {
  if ("below" in question) return question.below.record;
  if ("steps" in question) return question.steps.record;
  if ("cuts" in question) return question.cuts.record;
  return "release" in question ? question.release : undefined;
}

/** The game that a question is about; none if it is about none. */
function gameOf(question: Ask): string | undefined {
  const [about] = Object.values(question) as { place?: Place; game?: string }[];
  return about?.place?.game ?? about?.game;
}

/** A worker, and the file of the module that it has; none before its first message. */
class Answerer {
  private worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private file?: string;

  constructor(hear: (answerer: Answerer, text: string) => void) {
    this.worker.onmessage = ({ data }) => hear(this, data as string);
    this.worker.onerror = () => (connected.value = "no");
  }

  /** Has a message answered, by a module if it is not the one that the worker has. */
  answer(id: number, text: string, by?: Compiled) {
    const module = by && by.file !== this.file ? by.module : undefined;
    this.file = by?.file ?? this.file;
    this.worker.postMessage({ id, text, module } satisfies Errand);
  }

  end() {
    this.worker.terminate();
  }
}

/**
 * One worker for what comes at once, and one for each search: a search is stopped by ending its worker. A worker that has
 * recorded a search answers for the record until that is released.
 */
class Workers implements Carrier {
  private quick = this.make();
  private spare = this.make();
  private searching = new Map<number, Answerer>();
  private recorders = new Map<number, Answerer>();

  constructor() {
    contents().then(() => (connected.value = "yes"), () => (connected.value = "no"));
  }

  private make(): Answerer {
    return new Answerer((answerer, text) => this.hear(answerer, text));
  }

  private hear(answerer: Answerer, text: string) {
    const said = JSON.parse(text) as Reply;
    const { id, more } = said;
    if (!more && this.searching.get(id) === answerer) {
      this.searching.delete(id);
      if ("trace" in said) {
        this.recorders.set(id, answerer);
      } else {
        this.spare.end();
        this.spare = answerer; // it keeps its table for the next search
      }
    }
    settle(said);
  }

  send(id: number, text: string, question: Ask) {
    const record = recordOf(question);
    if (record === undefined) {
      this.ask(id, text, question).catch((fault: Error) => settle({ id, error: fault.message }));
      return;
    }
    const recorder = this.recorders.get(record);
    if ("release" in question) {
      recorder?.end();
      this.recorders.delete(record);
      return settle({ id, nodes: [] });
    }
    if (recorder) recorder.answer(id, text);
    else settle({ id, error: "the record is gone: search again" });
  }

  /** Asks the module that has the game, once it is loaded; the lists are at hand. */
  private async ask(id: number, text: string, question: Ask) {
    if ("games" in question) return settle({ id, games: (await contents()).games });
    if ("algorithms" in question) return settle({ id, algorithms: (await contents()).algorithms });
    const by = await compiled(gameOf(question) ?? "");
    if (!pending.has(id)) return; // stopped meanwhile
    if ("position" in question) return this.quick.answer(id, text, by);
    const answerer = this.spare;
    this.spare = this.make();
    this.searching.set(id, answerer);
    answerer.answer(id, text, by);
  }

  stop(id: number) {
    const asked = pending.get(id);
    if (!asked) return;
    this.searching.get(id)?.end();
    this.searching.delete(id);
    pending.delete(id);
    if (asked.last) asked.resolve(asked.last);
    else asked.reject(new Error("stopped before the first answer"));
  }
}

export const isStatic = document.querySelector('meta[name="secateur"]')?.getAttribute("content") === "static";
let carrier: Carrier | undefined;

export function ask(question: Ask, progress?: (say: Say) => void): Asked {
  carrier ??= isStatic ? new Workers() : new Socket();
  const id = ++numbers;
  const text = JSON.stringify({ id, ask: question });
  const done = new Promise<Say>((resolve, reject) => pending.set(id, { text, progress, resolve, reject }));
  carrier.send(id, text, question);
  return { done, stop: () => pending.has(id) && carrier?.stop(id) };
}
