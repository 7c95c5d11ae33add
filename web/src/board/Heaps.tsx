// Nim: sticks in rows. A click on a stick takes it, and those to its right.

import type { Position } from "../protocol";

export function Heaps({ position, canPlay, onPlay }: { position: Position; canPlay: boolean; onPlay(move: string): void }) {
  const heaps = position.position.split(",").map(Number);
  return (
    <div class="heaps">
      {heaps.map((size, heap) => (
        <div class="heap" role="group" aria-label={`Heap ${heap + 1}, ${size}`}>
          <span class="quiet">{heap + 1}</span>
          {Array.from({ length: size }, (_, stick) => {
            const move = `${heap + 1}-${size - stick}`;
            const isLegal = canPlay && position.legal.some((one) => one.move === move);
            return (
              <button type="button" class="stick" disabled={!isLegal} onClick={() => onPlay(move)} aria-label={`Take ${size - stick} from heap ${heap + 1}`} />
            );
          })}
          {size === 0 && <span class="quiet">empty</span>}
        </div>
      ))}
    </div>
  );
}
