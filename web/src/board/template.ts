// Positions put together by hand: the text of the position on the board, with its marks replaced.
//
// Most games write their cells row by row. How exactly is found out from the position at hand, whose cells and text are both
// known; so no game is named here but those that list squares by number.

import type { Cells, Position } from "../protocol";

type Marks = Cells["marks"];

export interface Template {
  /** The text of a position with these marks, and this text behind the board. */
  write(marks: Marks, rest: string): string;
  /** What stands behind the board: the side to move, say. */
  rest: string;
}

const runs = (row: string, gap: string) => row.replaceAll(new RegExp(`\\${gap}+`, "g"), (gaps) => String(gaps.length));

/** The ways in which games write rows of marks, from the top. */
function* ways(columns: number): Generator<(marks: Marks) => string> {
  for (const gap of [".", "-"]) {
    for (const between of ["/", ""]) {
      for (const isCounted of [false, true]) {
        yield (marks) => {
          const rows: string[] = [];
          for (let from = 0; from < marks.length; from += columns) {
            const row = marks.slice(from, from + columns).filter((mark) => mark !== " ").map((mark) => (mark === null || mark === "+" ? gap : mark)).join("");
            rows.push(isCounted ? runs(row, gap) : row);
          }
          return rows.join(between);
        };
      }
    }
  }
}

/** `B:W18,21,K3:B1,5,10`: squares by number, kings with a K. */
function byNumber(cells: Cells, text: string): Template | null {
  const side = /^([WB]):/.exec(text)?.[1];
  if (!side || !cells.columns.every((name) => name === "")) return null;
  const write = (marks: Marks, rest: string) => {
    const used = marks.filter((mark) => mark !== " ");
    const of = (man: string) => used.flatMap((mark, n) => (mark?.toLowerCase() === man ? [`${mark === man ? "" : "K"}${n + 1}`] : [])).join(",");
    return `${rest.trim() || side}:W${of("w")}:B${of("b")}`;
  };
  return { write, rest: side };
}

/** How positions of this game are written; none if that is not to be found out. */
export function template({ cells, position: text }: Position): Template | null {
  if (!cells) return null;
  const numbered = byNumber(cells, text);
  if (numbered) return numbered;
  for (const way of ways(cells.columns.length)) {
    const board = way(cells.marks);
    const at = text.indexOf(board);
    if (at < 0 || board === "") continue;
    const before = text.slice(0, at);
    return { write: (marks, rest) => [before + way(marks), rest.trim()].join(rest.trim() ? " " : ""), rest: text.slice(at + board.length).trim() };
  }
  return null;
}

const CHESS = [..."KQRBNPkqrbnp"];

/** What can be put on a cell. */
export function palette({ game, cells }: Position): string[] {
  const base = game.replace(/-\d.*$/, "");
  if (base === "chess") return CHESS;
  if (base === "checkers" || base === "draughts") return [..."wWbB"];
  if (base === "dobutsu") return [..."LGECHlgech"];
  const known = new Set(cells?.marks.filter((mark) => mark && !" +.XO#".includes(mark)) as string[]);
  return [...(base === "amazons" ? ["X", "O", "#"] : ["X", "O"]), ...known];
}

/** The text behind the board with the other side to move, where sides are written there; none elsewhere. */
export function turned(rest: string): string | null {
  const others: Record<string, string> = { X: "O", O: "X", V: "H", H: "V", w: "b", b: "w", W: "B", B: "W", sente: "gote", gote: "sente" };
  const words = rest.split(" ");
  const at = words.findIndex((word) => word in others);
  return at < 0 ? null : words.map((word, n) => (n === at ? others[word] : word)).join(" ");
}
