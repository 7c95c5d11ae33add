// The tree of moves explored so far: pure data, and its form in addresses and games.

export interface Branch {
  move: string;
  /** As records have it, once that is known. */
  record?: string;
  next: Branch[];
  /** Where one went last from here. */
  last?: Branch;
}

export const empty = (): Branch => ({ move: "", next: [] });

/** Goes along these moves, and makes what is missing; the branches after each of them. */
export function along(root: Branch, moves: string[], marks = false): Branch[] {
  let at = root;
  return moves.map((move) => {
    let next = at.next.find((one) => one.move === move);
    if (!next) {
      next = { move, next: [] };
      at.next.push(next);
    }
    if (marks) at.last = next;
    at = next;
    return next;
  });
}

/** The branch at the end of these moves; none if it is not there. */
export function find(root: Branch, moves: string[]): Branch | undefined {
  let at: Branch | undefined = root;
  for (const move of moves) at = at?.next.find((one) => one.move === move);
  return at;
}

/** The way on from here: where one went last, or else the first branch. */
export const onward = (at: Branch): Branch | undefined => (at.last && at.next.includes(at.last) ? at.last : at.next[0]);

/** The moves on from here to the end. */
export function ahead(at: Branch | undefined): string[] {
  const moves: string[] = [];
  for (let next = at && onward(at); next; next = onward(next)) moves.push(next.move);
  return moves;
}

/**
 * The words of a tree, the main line first; other moves stand in brackets behind the one that they replace, as in PGN. A
 * move is written with its ply, from 0, and whether a number is due though it is not the first player's.
 */
export function words(root: Branch, write: (at: Branch, ply: number, isDue: boolean) => string): string[] {
  const out: string[] = [];
  const follow = (from: Branch, first: number, begun: boolean) => {
    let [at, isDue] = [from, begun];
    for (let ply = first; at.next.length > 0; ply += 1) {
      const [main, ...others] = at.next as [Branch, ...Branch[]];
      out.push(write(main, ply, isDue));
      for (const other of others) {
        out.push("(", write(other, ply, true));
        follow(other, ply + 1, false);
        out.push(")");
      }
      isDue = others.length > 0;
      at = main;
    }
  };
  follow(root, 0, true);
  return out;
}

/** Brackets touch what they hold. */
export const joined = (words: string[]) => words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");

/** Whether there is more than one line. */
export const hasBranches = (at: Branch): boolean => at.next.length > 1 || at.next.some(hasBranches);

/** A tree as addresses have it. */
export const text = (root: Branch) => joined(words(root, ({ move }) => move));

/** The lines of a tree from its beginning, each to its end, read from words with brackets. */
export function lines(read: string[]): string[][] {
  const found: string[][] = [[]];
  /** The lines around the one that is read, with their places. */
  const around: { line: string[]; place: number }[] = [];
  let here: { line: string[]; place: number } = { line: [], place: 0 };
  for (const word of read) {
    if (word === "(") {
      around.push(here);
      here = { line: here.line.slice(0, -1), place: found.push([]) - 1 };
    } else if (word === ")") here = around.pop() ?? here;
    else here.line = found[here.place] = [...here.line, word];
  }
  return found.filter((line, n) => n === 0 || line.length > 0);
}

/** The words of a text. */
export const split = (text: string) => text.replace(/[()]/g, " $& ").split(/\s+/).filter(Boolean);

/** Leaves out a branch. */
export function cut(root: Branch, moves: string[]) {
  const above = find(root, moves.slice(0, -1));
  if (!above) return;
  above.next = above.next.filter(({ move }) => move !== moves.at(-1));
}

/** Makes this line the main one. */
export function promote(root: Branch, moves: string[]) {
  let at: Branch | undefined = root;
  for (const move of moves) {
    const next: Branch | undefined = at?.next.find((one) => one.move === move);
    if (!at || !next) return;
    at.next = [next, ...at.next.filter((one) => one !== next)];
    at = next;
  }
}
