// Games and positions that come in as text.

import { ask } from "../link";
import { open } from "./game";
import { place } from "./place";
import { isGame, plain, read } from "./pgn";
import { lines } from "./variations";

/** The most lines of a game that are read. */
const MOST_LINES = 300;

const at = (game: string, start: string, moves: string[]) => ask({ position: { game, start, moves } }).done.then(({ position }) => position!);

/**
 * Opens what a text holds: a game in PGN, moves, or a position in the game's notation. Throws one sentence if it is none of
 * these; the board stays as it is then.
 */
export async function take(text: string) {
  const { game } = place.value;
  if (text.trim() === "") throw new Error("there is nothing to read, expected a position, moves, or a game in PGN");
  if (isGame(text)) {
    const { tags, words } = read(text);
    const named = tags.Game ?? (tags.White || tags.Black ? "chess" : game);
    if (named !== game) throw new Error(`this is a game of ${named}, expected one of ${game}, the game on the board`);
    const start = tags.FEN ?? "";
    if (words.length === 0 && !start) throw new Error("the game has no moves, expected one at least");
    return openLines(game, start, words);
  }
  const words = plain(text);
  const isMove = await at(game, "", words.slice(0, 1)).then(() => true, () => false);
  if (isMove) return openLines(game, "", words);
  await at(game, text.trim(), []);
  return open(text.trim(), []);
}

/** Makes every move of every line, and opens them as the game writes them. */
async function openLines(game: string, start: string, words: string[]) {
  const all = lines(words);
  if (all.length > MOST_LINES) throw new Error(`the game has ${all.length} lines, expected ${MOST_LINES} at most`);
  const legal: string[][] = [];
  for (const line of all) legal.push((await at(game, start, line)).moves);
  open(start, legal);
}
