// Dragging pieces, with a mouse, a pen or a finger.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Geometry } from "./geometry";

/** A piece under way. */
export interface Dragged {
  cell: number;
  x: number;
  y: number;
}

/** A pointer that moves less than this, in pixels, clicks. */
const STILL = 6;

interface Options {
  svg(): SVGSVGElement | null;
  shape: Geometry;
  /** Whether there is something on a cell that can be taken up. */
  canTake(cell: number): boolean;
  onTake(cell: number): void;
  /** Dropped on a cell, or beside all of them. */
  onDrop(from: number, to: number | null): void;
}

/** The piece that is dragged, and what a cell does when a pointer goes down on it. */
export function useDrag({ svg, shape, canTake, onTake, onDrop }: Options) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const stop = useRef<(() => void) | null>(null);
  /** Whether the click that ends a drag is to come. */
  const wasDragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  const at = (event: PointerEvent): [number, number] => {
    const matrix = svg()?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  };
  const below = ([x, y]: [number, number]): number | null => {
    const distance = shape.centre.map(([cx, cy], cell) => (shape.isBlank(cell) ? Infinity : Math.max(Math.abs(cx - x), Math.abs(cy - y))));
    const least = Math.min(...distance);
    return least <= 52 ? distance.indexOf(least) : null;
  };
  const onPointerDown = (down: PointerEvent, cell: number) => {
    wasDragged.current = false;
    if (down.button !== 0 || !canTake(cell) || stop.current) return;
    let isMoving = false;
    const move = (event: PointerEvent) => {
      if (event.pointerId !== down.pointerId) return;
      if (!isMoving && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < STILL) return;
      if (!isMoving) onTake(cell);
      isMoving = wasDragged.current = true;
      const [x, y] = at(event);
      setDragged({ cell, x, y });
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== down.pointerId) return;
      stop.current?.();
      if (isMoving) onDrop(cell, event.type === "pointerup" ? below(at(event)) : null);
    };
    stop.current = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      stop.current = null;
      setDragged(null);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };
  /** Whether a click only ends a drag. */
  const endsDrag = () => {
    const was = wasDragged.current;
    wasDragged.current = false;
    return was;
  };
  return { dragged, onPointerDown, endsDrag };
}
