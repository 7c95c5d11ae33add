// What lies below the pieces: cells, lines, edges.

import type { Position } from "../protocol";
import { CELL, type Geometry } from "./geometry";

export function Ground({ position, shape }: { position: Position; shape: Geometry }) {
  const { look, cells } = position;
  const [rows, columns] = [cells!.rows.length, cells!.columns.length];
  const at = (row: number, column: number) => shape.centre[row * columns + column]!;
  const lines: string[] = [];
  const line = (from: [number, number], to: [number, number]) => lines.push(`M${from[0]},${from[1]}L${to[0]},${to[1]}`);
  if (look === "points") {
    for (let row = 0; row < rows; row += 1) line(at(row, 0), at(row, columns - 1));
    for (let column = 0; column < columns; column += 1) line(at(0, column), at(rows - 1, column));
    const [x, y] = [Math.min(at(0, 0)[0], at(rows - 1, columns - 1)[0]), Math.min(at(0, 0)[1], at(rows - 1, columns - 1)[1])];
    return <><rect class="wood" x={x - CELL / 2} y={y - CELL / 2} width={columns * CELL} height={rows * CELL} rx={6} /><path class="lines" d={lines.join("")} /></>;
  }
  if (look === "mill") {
    const centre = (rows - 1) / 2;
    const join = (cellsOf: (n: number) => [number, number], length: number) => {
      let before: [number, number] | null = null;
      for (let n = 0; n < length; n += 1) {
        const [row, column] = cellsOf(n);
        if (row === centre && column === centre) before = null;
        if (cells!.marks[row * columns + column] === " ") continue;
        if (before) line(at(...before), at(row, column));
        before = [row, column];
      }
    };
    for (let row = 0; row < rows; row += 1) join((n) => [row, n], columns);
    for (let column = 0; column < columns; column += 1) join((n) => [n, column], rows);
    const [x, y] = at(0, 0);
    const [x2, y2] = at(rows - 1, columns - 1);
    return <><rect class="wood" x={Math.min(x, x2) - CELL / 2} y={Math.min(y, y2) - CELL / 2} width={columns * CELL} height={rows * CELL} rx={6} /><path class="lines" d={lines.join("")} /></>;
  }
  if (look === "drop") {
    const [x, y] = at(0, 0);
    return <rect class="rack" x={x - CELL / 2} y={y - CELL / 2} width={columns * CELL} height={rows * CELL} rx={18} />;
  }
  if (look === "hexagons") {
    // The edges belong to the sides: above and below, left and right.
    const corner = (row: number, column: number, dx: number, dy: number): [number, number] => [at(row, column)[0] + dx, at(row, column)[1] + dy];
    const zig = (row: number, sign: number) => Array.from({ length: columns }, (_, n) => {
      const [x, y] = at(row, n);
      return [[x - 50, y + sign * 29], [x, y + sign * 58], [x + 50, y + sign * 29]].map(([a, b]) => `${a},${b}`).join(" L");
    }).join(" L");
    const zag = (column: number, sign: number) => Array.from({ length: rows }, (_, n) => {
      const [x, y] = corner(n, column, sign * 50, 0);
      return [[x, y - 29], [x, y + 29]].map(([a, b]) => `${a},${b}`).join(" L");
    }).join(" L");
    return <><path class="side vertical" d={`M${zig(0, -1)} M${zig(rows - 1, 1)}`} /><path class="side horizontal" d={`M${zag(0, -1)} M${zag(columns - 1, 1)}`} /></>;
  }
  return null;
}

export function Spot({ look, column, row }: { look: Position["look"]; column: number; row: number }) {
  if (look === "points" || look === "mill") {
    return <><rect class="touch" x={-50} y={-50} width={100} height={100} /><circle class="crossing" r={look === "mill" ? 9 : 5} /></>;
  }
  if (look === "hexagons") return <path class="spot" d="M0,-57.700 L50,-28.900 V28.900 L0,57.700 L-50,28.900 V-28.900 Z" />;
  if (look === "drop") return <><rect class="touch" x={-50} y={-50} width={100} height={100} /><circle class="hole" r={40} /></>;
  return <rect class={`spot ${look === "checkered" && (row + column) % 2 === 1 ? "shaded" : ""}`} x={-50} y={-50} width={100} height={100} />;
}
