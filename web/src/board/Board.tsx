// A board drawn from the data that its game gives. One clicks the cells of a move one after the other; arrows move between cells.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Legal, Position } from "../protocol";
import { CELL, cellName, geometry } from "./geometry";
import { Piece, pieceName } from "./Piece";

interface Props {
  position: Position;
  flipped: boolean;
  canPlay: boolean;
  /** Arrows and rings for moves: that of the first line is the strongest. */
  hints: Legal[];
  /** Values to write on the cells of moves. */
  values: Map<string, string>;
  onPlay(move: string): void;
}

export function Board({ position, flipped, canPlay, hints, values, onPlay }: Props) {
  const cells = position.cells!;
  const { look, game } = position;
  const shape = useMemo(() => geometry(cells, look, flipped), [cells, look, flipped]);
  const [picked, setPicked] = useState<number[]>([]);
  const [choices, setChoices] = useState<Legal[]>([]);
  const [focus, setFocus] = useState(-1);
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    setPicked([]);
    setChoices([]);
  }, [position]);

  const legal = canPlay ? position.legal : [];
  const columns = cells.columns.length;
  const starts = (path: number[], with_: number[]) => with_.every((cell, n) => path[n] === cell);
  const next = new Set(legal.filter(({ path }) => path.length > picked.length && starts(path, picked)).map(({ path }) => path[picked.length]!));
  const isOneClick = position.legal.every(({ path }) => path.length <= 1);

  const click = (cell: number) => {
    if (!canPlay) return;
    if (look === "drop") {
      const move = legal.find(({ path }) => path[0] !== undefined && path[0] % columns === cell % columns);
      return move && onPlay(move.move);
    }
    const attempt = (path: number[]) => {
      const fitting = legal.filter((move) => starts(move.path, path));
      if (fitting.length === 0) return false;
      const exact = fitting.filter((move) => move.path.length === path.length);
      if (exact.length === 1 && fitting.length === 1) onPlay(exact[0]!.move);
      else if (exact.length > 0) {
        setPicked(path);
        setChoices(fitting.length > exact.length ? fitting : exact);
      } else setPicked(path);
      return true;
    };
    setChoices([]);
    if (picked.length > 0 && picked[picked.length - 1] === cell && !next.has(cell)) return setPicked(picked.slice(0, -1));
    if (!attempt([...picked, cell]) && !attempt([cell])) setPicked([]);
    return undefined;
  };

  const usable = shape.centre.map((_, cell) => cell).filter((cell) => !shape.isBlank(cell));
  const tabStop = usable.includes(focus) ? focus : (usable[0] ?? 0);
  const step = (from: number, dx: number, dy: number) => {
    const [x, y] = shape.centre[from]!;
    let best = from;
    let least = Infinity;
    for (const cell of usable) {
      const [cx, cy] = shape.centre[cell]!;
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (cell !== from && along > 10 && along + 2.5 * across < least) [best, least] = [cell, along + 2.5 * across];
    }
    setFocus(best);
    svg.current?.querySelector<SVGGElement>(`[data-cell="${best}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent, cell: number) => {
    const moves: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[event.key];
    if (move) step(cell, ...move);
    else if (event.key === "Enter" || event.key === " ") click(cell);
    else if (event.key === "Escape") setPicked([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const kind = game.replace(/-\d.*$/, "");
  return (
    <div class="board-holder">
      <svg ref={svg} class={`board look-${look} game-${kind}`} viewBox={`0 0 ${shape.width} ${shape.height}`} role="group" aria-label={`Board of ${game}, ${position.side} to move`}>
        <Ground position={position} shape={shape} />
        {shape.names.map(({ text, x, y }) => <text class="name" x={x} y={y + 8}>{text}</text>)}
        {shape.centre.map(([x, y], cell) => {
          if (shape.isBlank(cell)) return null;
          const mark = cells.marks[cell];
          const isStone = mark !== null && mark !== undefined && mark !== "+";
          const isTarget = next.has(cell) || (look === "drop" && legal.some(({ path }) => path[0] === cell));
          const label = `${cellName(cells, cell)}, ${isStone ? pieceName(mark, game) : "empty"}${isTarget ? (picked.length ? ", can go here" : ", can be played") : ""}`;
          return (
            <g
              key={cell}
              class={`cell ${isTarget ? "target" : ""} ${picked.includes(cell) ? "picked" : ""} ${position.last.includes(cell) ? "last" : ""} ${isStone ? "" : "empty"}`}
              transform={`translate(${x},${y})`}
              role="button"
              aria-label={label}
              data-cell={cell}
              data-name={cellName(cells, cell)}
              tabIndex={cell === tabStop ? 0 : -1}
              onFocus={() => setFocus(cell)}
              onClick={() => click(cell)}
              onKeyDown={(event) => onKey(event, cell)}
            >
              <Spot look={look} column={cell % columns} row={Math.floor(cell / columns)} />
              {isStone && <Piece mark={mark} look={look} game={game} />}
              {isTarget && (picked.length > 0 || look === "discs") && <circle class="aim" r={isStone ? 44 : 13} />}
            </g>
          );
        })}
        {hints.slice(0, 3).map((move, n) => <Hint move={move} shape={shape} n={n} key={n} />)}
        {isOneClick && position.legal.map(({ move, path }) => {
          const value = values.get(move);
          return value && path[0] !== undefined ? <text class="value" x={shape.centre[path[0]]![0]} y={shape.centre[path[0]]![1] + 12}>{value}</text> : null;
        })}
      </svg>
      {choices.length > 0 && (
        <div class="chooser" role="group" aria-label="Which move?">
          <span>Which move?</span>
          {choices.map(({ move, record }) => <button type="button" onClick={() => onPlay(move)}>{record}</button>)}
          <button type="button" class="quiet" onClick={() => (setChoices([]), setPicked([]))}>None</button>
        </div>
      )}
    </div>
  );
}

/** What lies below the cells: lines, edges. */
function Ground({ position, shape }: { position: Position; shape: ReturnType<typeof geometry> }) {
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

function Spot({ look, column, row }: { look: Position["look"]; column: number; row: number }) {
  if (look === "points" || look === "mill") {
    return <><rect class="touch" x={-50} y={-50} width={100} height={100} /><circle class="crossing" r={look === "mill" ? 9 : 5} /></>;
  }
  if (look === "hexagons") return <path class="spot" d="M0,-57.700 L50,-28.900 V28.900 L0,57.700 L-50,28.900 V-28.900 Z" />;
  if (look === "drop") return <><rect class="touch" x={-50} y={-50} width={100} height={100} /><circle class="hole" r={40} /></>;
  return <rect class={`spot ${look === "checkered" && (row + column) % 2 === 1 ? "shaded" : ""}`} x={-50} y={-50} width={100} height={100} />;
}

/** An arrow along a move, or a ring where it is one cell. */
function Hint({ move, shape, n }: { move: Legal; shape: ReturnType<typeof geometry>; n: number }) {
  const points = move.path.map((cell) => shape.centre[cell]).filter((point) => point !== undefined);
  if (points.length === 0) return null;
  if (points.length === 1) return <circle class={`hint h${n}`} cx={points[0]![0]} cy={points[0]![1]} r={45 - 5 * n} />;
  const [[x1, y1], [x2, y2]] = [points[0]!, points[1]!];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - ux * 26, y2 - uy * 26];
  return (
    <g class={`hint h${n}`}>
      <path d={`M${x1 + ux * 20},${y1 + uy * 20}L${ex},${ey}`} />
      <path class="head" d={`M${x2 - ux * 2},${y2 - uy * 2}L${ex - uy * 20},${ey + ux * 20}L${ex + uy * 20},${ey - ux * 20}Z`} />
      {points[2] && <circle cx={points[2][0]} cy={points[2][1]} r={24} />}
    </g>
  );
}
