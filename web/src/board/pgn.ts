// Portable Game Notation (S. Edwards, 1994), for chess and, with their own moves, for other games.

import { type Branch, joined, split, words } from "./variations";

export interface Game {
  tags: Record<string, string>;
  /** Its moves and brackets, without comments, numbers and marks. */
  words: string[];
}

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/** Reads the first game of a text. Throws one sentence where there is a fault in the form. */
export function read(text: string): Game {
  const tags: Record<string, string> = {};
  const body: string[] = [];
  let rest = text.replace(/^%.*$/gm, "");
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length);
    return found;
  };
  let depth = 0;
  while (take(/^\s+/) || rest) {
    if (rest === "") break;
    const tag = depth === 0 && take(/^\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]/);
    if (tag) {
      // Where tags come again, another game begins.
      if (body.length > 0) break;
      tags[tag[1]!] = tag[2]!.replace(/\\(.)/g, "$1");
    } else if (rest[0] === "{") {
      if (!take(/^\{[^}]*\}/)) throw new Error("a comment begins with { and has no end, expected }");
    } else if (take(/^;.*/)) continue;
    else if (take(/^\(/)) {
      if (body.length === 0) throw new Error("a variation begins before the first move, expected a move");
      depth += 1;
      body.push("(");
    } else if (take(/^\)/)) {
      if (depth === 0) throw new Error("a ) has no ( before it, expected a move");
      depth -= 1;
      body.push(")");
    } else {
      const [word] = take(/^[^\s(){};]+/) ?? take(/^./)!;
      if (RESULTS.includes(word!)) {
        if (depth === 0) break;
        continue;
      }
      const move = word!.replace(/^\d+\.+/, "").replace(/[!?]+$/, "");
      if (move && !/^\$\d+$/.test(move) && !/^\d+\.*$/.test(move) && move !== "e.p.") body.push(move);
    }
  }
  if (depth > 0) throw new Error("a variation has no end, expected )");
  return { tags, words: body };
}

/** Whether a text looks like a game with numbers or tags. */
export const isGame = (text: string) => /^\s*\[\s*\w+\s+"/.test(text) || /(^|\s)\d+\.(\s*\S)/.test(text);

/** The words of moves without numbers; brackets stand for other lines. */
export const plain = (text: string) => split(text.replaceAll(",", " "));

export interface Told {
  game: string;
  start: string;
  /** The position that it starts from, in the game's own notation. */
  position: string;
  root: Branch;
  players: [string, string];
  /** 1, 0, -1 for the first player; none while the game goes on. */
  result: number | null;
  /** Whether the side that is called black moves first. */
  isBlackFirst: boolean;
}

/** A game as text, with every line explored. */
export function write({ game, start, position, root, players, result, isBlackFirst }: Told): string {
  const isChess = game === "chess";
  const names = isChess ? ["White", "Black"] : ["First", "Second"];
  const [first, second] = isBlackFirst ? [players[1], players[0]] : players;
  const sign = result !== null && isBlackFirst ? -result : result;
  const score = sign === null ? "*" : sign > 0 ? "1-0" : sign < 0 ? "0-1" : "1/2-1/2";
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const tags = [["Event", "?"], ["Site", "Secateur"], ["Date", day], ["Round", "-"], [names[0]!, first], [names[1]!, second], ["Result", score]];
  if (!isChess) tags.push(["Game", game]);
  if (start) tags.push(["SetUp", "1"], ["FEN", position]);
  const from = isBlackFirst ? 1 : 0;
  const numbered = (at: Branch, ply: number, isDue: boolean) => {
    const number = Math.floor((ply + from) / 2) + 1;
    const sort = at.record ?? at.move;
    return (ply + from) % 2 === 0 ? `${number}. ${sort}` : isDue ? `${number}... ${sort}` : sort;
  };
  const head = tags.map(([name, value]) => `[${name} "${value!.replace(/["\\]/g, "\\$&")}"]`).join("\n");
  return `${head}\n\n${wrapped(`${joined(words(root, numbered))} ${score}`.trim())}\n`;
}

/** Lines of 80 characters at most. */
function wrapped(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines[lines.length - 1]!;
    if (line && line.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join("\n");
}
