// What the site without a server has: each module has some of the games, and is loaded when one of them is asked for.

import type { Algorithm, Game } from "./protocol";

/** The list of what there is, written when the site was laid out. */
interface Contents {
  games: Game[];
  algorithms: Algorithm[];
  /** The file of the module that has a game, by the game's name. */
  modules: Record<string, string>;
}

/** A module that is loaded. */
export interface Compiled {
  file: string;
  module: WebAssembly.Module;
}

const loaded = new Map<string, Promise<unknown>>();

/** What `load` gives for a file of the site, loaded once; a file that did not come is tried again. */
function once<T>(file: string, load: (url: URL) => Promise<T>): Promise<T> {
  const known = loaded.get(file) as Promise<T> | undefined;
  if (known) return known;
  const coming = load(new URL(file, document.baseURI));
  loaded.set(file, coming);
  coming.catch(() => loaded.delete(file));
  return coming;
}

async function fetched(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} cannot be loaded: ${response.status}`);
  return response;
}

export const contents = () => once("games.json", async (url) => (await (await fetched(url)).json()) as Contents);

/** The module that has this game, which may be named with a size of its board. */
export async function compiled(game: string): Promise<Compiled> {
  const { modules } = await contents();
  const file = modules[game] ?? modules[game.replace(/-[^-]*$/, "")];
  if (!file) throw new Error(`unknown game '${game}'`);
  return { file, module: await once(file, (url) => WebAssembly.compileStreaming(fetched(url))) };
}
