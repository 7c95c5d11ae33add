// Trees as people write them: a node is (...), a leaf its value for the first player.

export type Written = number | Written[];

/** Reads a tree, or throws one sentence on what is wrong and where. */
export function parse(text: string): Written {
  let at = 0;
  const blank = () => {
    while (at < text.length && /[\s,]/.test(text[at]!)) at += 1;
  };
  const node = (depth: number): Written => {
    blank();
    if (depth > 64) throw new Error("the tree is deeper than 64 plies");
    if (text[at] === "(" || text[at] === "[") {
      const close = text[at] === "(" ? ")" : "]";
      at += 1;
      const children: Written[] = [];
      for (;;) {
        blank();
        if (at >= text.length) throw new Error(`the end came where ${close} was expected`);
        if (text[at] === close) break;
        children.push(node(depth + 1));
      }
      at += 1;
      if (children.length === 0) throw new Error(`a node without children ends at character ${at}`);
      return children;
    }
    const number = /^[-−+]?\d+/.exec(text.slice(at));
    if (!number) throw new Error(`character ${at + 1} is ‘${text[at] ?? "the end"}’, expected a number or (`);
    at += number[0].length;
    return Number(number[0].replace("−", "-"));
  };
  const tree = node(0);
  blank();
  if (at < text.length) throw new Error(`character ${at + 1} is ‘${text[at]}’, expected the end`);
  return tree;
}

export function write(tree: Written): string {
  return typeof tree === "number" ? String(tree) : `(${tree.map(write).join(" ")})`;
}

export function height(tree: Written): number {
  return typeof tree === "number" ? 0 : 1 + Math.max(...tree.map(height));
}

export function leaves(tree: Written): number {
  return typeof tree === "number" ? 1 : tree.reduce<number>((sum, child) => sum + leaves(child), 0);
}

/** The same tree with one place changed, which is named by moves. */
export function changed(tree: Written, path: number[], change: (node: Written) => Written): Written {
  const [first, ...rest] = path;
  if (first === undefined || typeof tree === "number") return change(tree);
  return tree.map((child, n) => (n === first ? changed(child, rest, change) : child));
}

/** Numbers by a seed (mulberry32), so that a link shows the same tree. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function grown(branching: number, depth: number, seed: number, most = 20): Written {
  const next = random(seed);
  const grow = (left: number): Written =>
    left === 0 ? 1 + Math.floor(next() * most) : Array.from({ length: branching }, () => grow(left - 1));
  return grow(depth);
}

/** Leaves won or lost by chance. */
export function pGame(branching: number, depth: number, seed: number): Written {
  const next = random(seed);
  const grow = (left: number): Written =>
    left === 0 ? (next() < 0.62 ? 1 : 0) : Array.from({ length: branching }, () => grow(left - 1));
  return grow(depth);
}

function value(tree: Written, max: boolean): number {
  if (typeof tree === "number") return tree;
  const values = tree.map((child) => value(child, !max));
  return max ? Math.max(...values) : Math.min(...values);
}

/** The same tree with the children of every node in this order. */
export function ordered(tree: Written, order: "best" | "worst" | number, max = true): Written {
  if (typeof tree === "number") return tree;
  const children = tree.map((child) => ordered(child, typeof order === "number" ? order + 1 : order, !max));
  if (typeof order === "number") {
    const next = random(order * 7919 + children.length);
    for (let n = children.length - 1; n > 0; n -= 1) {
      const m = Math.floor(next() * (n + 1));
      [children[n], children[m]] = [children[m]!, children[n]!];
    }
    return children;
  }
  const sign = (order === "best") === max ? -1 : 1;
  return children.sort((a, b) => sign * (value(a, !max) - value(b, !max)));
}
