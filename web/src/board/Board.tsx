// A board drawn from the data that its game gives. One clicks the cells of a move one after the other, or drags; the arrow
// keys move between cells.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Legal, Position } from "../protocol";
import { cellName, geometry } from "./geometry";
import { Ground, Spot } from "./Ground";
import { type Arrow, Mark } from "./Marks";
import { Piece, pieceName } from "./Piece";
import { useDrag } from "./useDrag";

interface Props {
  position: Position;
  flipped: boolean;
  canPlay: boolean;
  arrows: Arrow[];
  /** Values to write on the cells of moves. */
  values: Map<string, string>;
  onPlay(move: string): void;
  /** What a click on a cell does in place of playing. */
  onCell?(cell: number): void;
}

export function Board({ position, flipped, canPlay, arrows, values, onPlay, onCell }: Props) {
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
  const after = (path: number[]) => new Set(legal.filter((move) => move.path.length > path.length && starts(move.path, path)).map((move) => move.path[path.length]!));
  const next = after(picked);
  const isOneClick = position.legal.every(({ path }) => path.length <= 1);

  /** Goes on with these cells, and plays what they tell; false if they begin no move. */
  const attempt = (path: number[]) => {
    const fitting = legal.filter((move) => starts(move.path, path));
    if (fitting.length === 0) return false;
    const exact = fitting.filter((move) => move.path.length === path.length);
    if (exact.length === 1 && fitting.length === 1) onPlay(exact[0]!.move);
    else {
      setPicked(path);
      if (exact.length > 0) setChoices(fitting.length > exact.length ? fitting : exact);
    }
    return true;
  };
  const click = (cell: number) => {
    if (onCell) return onCell(cell);
    if (!canPlay) return undefined;
    if (look === "drop") {
      const move = legal.find(({ path }) => path[0] !== undefined && path[0] % columns === cell % columns);
      return move && onPlay(move.move);
    }
    setChoices([]);
    if (picked.length > 0 && picked[picked.length - 1] === cell && !next.has(cell)) return setPicked(picked.slice(0, -1));
    if (!attempt([...picked, cell]) && !attempt([cell])) setPicked([]);
    return undefined;
  };

  /** The cells clicked so far, where a piece on this cell goes on from there. */
  const origin = (cell: number) => (picked.length > 0 && picked[picked.length - 1] === cell ? picked : [cell]);
  const { dragged, onPointerDown, endsDrag } = useDrag({
    svg: () => svg.current,
    shape,
    canTake: (cell) => canPlay && !onCell && after(origin(cell)).size > 0,
    onTake: (cell) => {
      setChoices([]);
      setPicked(origin(cell));
    },
    onDrop: (from, to) => {
      if (to !== null && to !== from) attempt([...origin(from), to]) || setPicked([]);
    },
  });

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

  const markOf = (cell: number) => {
    const mark = cells.marks[cell];
    return mark === undefined || mark === "+" || mark === " " ? null : mark;
  };
  const taken = dragged && markOf(dragged.cell);
  return (
    <div class="board-holder">
      <svg ref={svg} class={`board look-${look} game-${game.replace(/-\d.*$/, "")}`} viewBox={`0 0 ${shape.width} ${shape.height}`} role="group" aria-label={`Board of ${game}, ${position.side} to move`}>
        <Ground position={position} shape={shape} />
        {shape.names.map(({ text, x, y }) => <text class="name" x={x} y={y + 8}>{text}</text>)}
        {shape.centre.map(([x, y], cell) => {
          if (shape.isBlank(cell)) return null;
          const mark = markOf(cell);
          const isTarget = next.has(cell) || (look === "drop" && legal.some(({ path }) => path[0] === cell));
          const isMovable = !onCell && mark !== null && canPlay && after(origin(cell)).size > 0;
          const label = `${cellName(cells, cell)}, ${mark !== null ? pieceName(mark, game) : "empty"}${isTarget ? (picked.length ? ", can go here" : ", can be played") : ""}`;
          const classes = ["cell", isTarget || onCell ? "target" : "", isMovable ? "movable" : "", picked.includes(cell) ? "picked" : "", position.last.includes(cell) ? "last" : "", mark !== null ? "" : "empty", dragged?.cell === cell ? "away" : ""];
          return (
            <g
              key={cell}
              class={classes.filter(Boolean).join(" ")}
              transform={`translate(${x},${y})`}
              role="button"
              aria-label={label}
              data-cell={cell}
              data-name={cellName(cells, cell)}
              tabindex={cell === tabStop ? 0 : -1}
              onFocus={() => setFocus(cell)}
              onPointerDown={(event) => onPointerDown(event, cell)}
              // (A finger on a piece drags that, and not the page.)
              onTouchMove={isMovable ? (event) => event.preventDefault() : undefined}
              onClick={() => endsDrag() || click(cell)}
              onKeyDown={(event) => onKey(event, cell)}
            >
              <Spot look={look} column={cell % columns} row={Math.floor(cell / columns)} />
              {mark !== null && <Piece mark={mark} look={look} game={game} />}
              {isTarget && (picked.length > 0 || look === "discs") && <circle class="aim" r={mark !== null ? 44 : 13} />}
            </g>
          );
        })}
        {arrows.map((arrow, n) => <Mark arrow={arrow} shape={shape} key={n} />)}
        {isOneClick && position.legal.map(({ move, path }) => {
          const value = values.get(move);
          return value && path[0] !== undefined ? <text class="value" x={shape.centre[path[0]]![0]} y={shape.centre[path[0]]![1] + 12}>{value}</text> : null;
        })}
        {dragged && taken && <g class="dragged" transform={`translate(${dragged.x},${dragged.y})`}><Piece mark={taken} look={look} game={game} /></g>}
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
