// Answers the calls of remote.ts with a game of its own.

import type { Call, Reply } from "./remote.js";
import { type Answer, Game, load, open, Refused } from "./secateur.js";

let game: Game;

/** Calls a method of the game, with what is told on the way. */
async function called({ id, name, args }: Call): Promise<unknown> {
  if (name === "load") {
    const [of, module] = args as [string, string | undefined];
    game = module === undefined ? await load(of) : await open(new URL(module), of);
    return undefined;
  }
  const report = (answer: Answer) => void postMessage({ id, report: answer } satisfies Reply);
  const method = game[name as "analyse"] as (...args: unknown[]) => unknown;
  return method.apply(game, name === "analyse" ? [...args, report] : args);
}

self.onmessage = async ({ data }: MessageEvent<Call>) => {
  const { id } = data;
  try {
    postMessage({ id, result: await called(data) } satisfies Reply);
  } catch (error) {
    postMessage((error instanceof Refused ? { id, refused: error.message } : { id, broken: String(error) }) satisfies Reply);
  }
};
