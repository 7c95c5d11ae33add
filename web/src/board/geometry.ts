// Where the cells of a board lie: a cell is 100 wide.

import type { Cells, Look } from "../protocol";

export interface Geometry {
  width: number;
  height: number;
  /** The centre of each cell. */
  centre: [number, number][];
  /** Cells that are none. */
  isBlank(cell: number): boolean;
  /** Names at the edge. */
  names: { text: string; x: number; y: number }[];
}

export const CELL = 100;
const EDGE = 44;

export function geometry(cells: Cells, look: Look, flipped: boolean): Geometry {
  const [rows, columns] = [cells.rows.length, cells.columns.length];
  const named = cells.rows.some((name) => name !== "") || cells.columns.some((name) => name !== "");
  const edge = named ? EDGE : 10;
  const turn = (row: number, column: number): [number, number] => (flipped ? [rows - 1 - row, columns - 1 - column] : [row, column]);
  const place = (row: number, column: number): [number, number] => {
    if (look === "hexagons") return [edge + CELL * (column + row / 2) + CELL / 2, edge + 0.866 * CELL * row + CELL * 0.577];
    if (look === "layers") {
      const side = columns;
      const layer = Math.floor(row / side);
      const [across, down] = [layer % 2, Math.floor(layer / 2)];
      return [edge + CELL * (column + across * (side + 0.6)) + CELL / 2, edge + CELL * ((row % side) + down * (side + 0.6)) + CELL / 2];
    }
    return [edge + CELL * column + CELL / 2, edge + CELL * row + CELL / 2];
  };
  const centre: [number, number][] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [r, c] = look === "hexagons" || look === "layers" || look === "drop" ? [row, column] : turn(row, column);
      centre.push(place(r, c));
    }
  }
  const right = Math.max(...centre.map(([x]) => x)) + CELL / 2;
  const bottom = Math.max(...centre.map(([, y]) => y)) + (look === "hexagons" ? CELL * 0.577 : CELL / 2);
  const names: Geometry["names"] = [];
  const at = (row: number, column: number) => centre[row * columns + column]!;
  if (look !== "layers") {
    cells.rows.forEach((text, row) => text && names.push({ text, x: (look === "hexagons" ? at(row, 0)[0] - CELL / 2 : edge) - 22, y: at(row, 0)[1] }));
    const low = look === "drop" || !named ? bottom + 22 : bottom + 22;
    const lowest = flipped && look !== "hexagons" && look !== "drop" ? 0 : rows - 1;
    cells.columns.forEach((text, column) => text && names.push({ text, x: at(lowest, column)[0], y: low }));
  } else {
    cells.rows.forEach((text, row) => text && names.push({ text, x: at(row, 0)[0] - CELL / 2 - 22, y: at(row, 0)[1] }));
    [rows - 1, columns * 3 - 1].forEach((row) => cells.columns.forEach((text, column) => text && row >= 0 && row < rows && names.push({ text, x: at(row, column)[0], y: at(row, column)[1] + CELL / 2 + 22 })));
  }
  return {
    width: right + (named ? 14 : 10),
    height: bottom + (named ? EDGE : 10),
    centre,
    isBlank: (cell) => cells.marks[cell] === " ",
    names,
  };
}

/** The name of a cell, as people say it. */
export function cellName(cells: Cells, cell: number): string {
  const columns = cells.columns.length;
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  if (cells.columns.every((name) => name === "")) {
    return String(cells.marks.slice(0, cell + 1).filter((mark) => mark !== " ").length);
  }
  return `${cells.columns[column]}${cells.rows[row]}`;
}
