// Where the places of a tree lie.

import { hierarchy, tree } from "d3-hierarchy";
import { hidden, type Spot } from "./forest";

export interface Placed {
  spot: Spot;
  x: number;
  y: number;
  children: Placed[];
  /** Places below that are folded in. */
  folded: number;
}

export interface Layout {
  nodes: Placed[];
  /** The places that are open, whose children are to be known. */
  opened: Spot[];
  byKey: Map<string, Placed>;
  box: { x: number; y: number; width: number; height: number };
}

export const ROW = 86;

/** The places to open at first: all of them, or those nearest to the root, so that no row is wider than one can read. */
export function firstOpen(root: Spot, widest: number): Set<string> {
  const open = new Set<string>();
  let row = [root];
  while (row.length > 0) {
    const next = row.flatMap((spot) => spot.children);
    if (next.length > widest && open.size > 0) break;
    row.forEach((spot) => spot.children.length > 0 && open.add(spot.key));
    row = next;
  }
  return open;
}

/** The most moves of a node on the way of the search that are all shown. */
const SHOWN = 8;
/** The most moves of any node that are shown, beside those on the way. */
const MOST = 48;

export function lay(root: Spot, open: Set<string>, always: Set<string>): Layout {
  const isOpen = (spot: Spot) => open.has(spot.key) || always.has(spot.key);
  const shownBelow = (spot: Spot): Spot[] => {
    if (open.has(spot.key)) return spot.children.length <= MOST ? spot.children : spot.children.filter((child, n) => n < MOST || always.has(child.key));
    if (!always.has(spot.key)) return [];
    return spot.children.length <= SHOWN ? spot.children : spot.children.filter((child) => always.has(child.key));
  };
  const top = hierarchy(root, shownBelow);
  const many = top.leaves().length > 40;
  const set = tree<Spot>().nodeSize([many ? 40 : 50, ROW]).separation((a, b) => (a.parent === b.parent ? 1 : many ? 1.1 : 1.35))(top);
  const byKey = new Map<string, Placed>();
  const nodes: Placed[] = [];
  const opened: Spot[] = [];
  let [left, right, bottom] = [0, 0, 0];
  set.each((point) => {
    const below = shownBelow(point.data);
    const isPartly = point.data.children.length > below.length || !isOpen(point.data);
    const folded = isPartly ? hidden(point.data) - below.reduce((sum, spot) => sum + 1 + hidden(spot), 0) : 0;
    const placed: Placed = { spot: point.data, x: point.x, y: point.y, children: [], folded: Math.max(0, folded) };
    nodes.push(placed);
    if (open.has(point.data.key)) opened.push(point.data);
    byKey.set(point.data.key, placed);
    if (point.parent) byKey.get(point.parent.data.key)!.children.push(placed);
    left = Math.min(left, point.x);
    right = Math.max(right, point.x);
    bottom = Math.max(bottom, point.y);
  });
  return { nodes, opened, byKey, box: { x: left - 40, y: -44, width: right - left + 80, height: bottom + 96 } };
}
