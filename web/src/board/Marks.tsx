// What is drawn over the pieces: arrows along moves, rings on single cells.

import type { Geometry } from "./geometry";

/** A move to point at: a line of the analysis, a hint, or a threat. */
export interface Arrow {
  path: number[];
  kind: "h0" | "h1" | "h2" | "threat";
}

export function Mark({ arrow: { path, kind }, shape }: { arrow: Arrow; shape: Geometry }) {
  const points = path.map((cell) => shape.centre[cell]).filter((point) => point !== undefined);
  if (points.length === 0) return null;
  // Rings lie within each other.
  const inset = { h0: 0, h1: 5, h2: 10, threat: 14 }[kind];
  if (points.length === 1) {
    const ring = { cx: points[0]![0], cy: points[0]![1], r: 44 - inset };
    return <g class={`hint ${kind}`}><circle class="halo" {...ring} /><circle class="shaft" {...ring} /></g>;
  }
  const [[x1, y1], [x2, y2]] = [points[0]!, points[1]!];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - ux * 26, y2 - uy * 26];
  const shaft = `M${x1 + ux * 20},${y1 + uy * 20}L${ex},${ey}`;
  const head = `M${x2 - ux * 2},${y2 - uy * 2}L${ex - uy * 20},${ey + ux * 20}L${ex + uy * 20},${ey - ux * 20}Z`;
  return (
    <g class={`hint ${kind}`}>
      <path class="halo" d={shaft} />
      <path class="halo" d={head} />
      <path class="shaft" d={shaft} />
      <path class="head" d={head} />
      {points[2] && <circle cx={points[2][0]} cy={points[2][1]} r={24} />}
    </g>
  );
}
