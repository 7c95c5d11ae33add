// Kalah: houses with seeds, a store at either end. A click on a house sows it; arrows move between houses.

import { useRef } from "preact/hooks";
import type { Position } from "../protocol";

interface Props {
  position: Position;
  flipped: boolean;
  canPlay: boolean;
  /** Values to write on the houses of moves. */
  values: Map<string, string>;
  /** The houses to point at, by their moves, the best first. */
  hinted: string[];
  onPlay(move: string): void;
}

interface Seeds {
  /** The houses of both sides, each in the order in which its side counts them. */
  houses: [number[], number[]];
  stores: [number, number];
}

/** The seeds as the drawing has them: above the second side's houses from the last to the first, below the first side's. */
export function seeds(drawing: string): Seeds | null {
  const rows = drawing.split("\n").map((line) => (line.match(/\d+/g) ?? []).map(Number)).filter((row) => row.length > 0);
  const [above, stores, below] = rows;
  if (!above || !below || stores?.length !== 2 || above.length !== below.length) return null;
  return { houses: [below, above.toReversed()], stores: [stores[1]!, stores[0]!] };
}

const [WIDE, HIGH] = [100, 120];

export function Houses({ position, flipped, canPlay, values, hinted, onPlay }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const there = seeds(position.drawing);
  if (!there) return <pre class="drawing" role="img" aria-label={`The position: ${position.drawing}`}>{position.drawing}</pre>;
  const count = there.houses[0].length;
  const below = flipped ? 1 : 0;
  const width = (count + 2) * WIDE;
  const moveOf = (side: number, house: number) => (side === position.player ? position.legal.find(({ move }) => move === String(house + 1)) : undefined);
  const focus = (side: number, house: number) => svg.current?.querySelector<SVGGElement>(`[data-name="${side}-${house + 1}"]`)?.focus();
  const onKey = (event: KeyboardEvent, side: number, house: number) => {
    const way = (side === below ? 1 : -1) * ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
    const move = moveOf(side, house);
    if (way !== 0) focus(side, Math.min(count - 1, Math.max(0, house + way)));
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") focus(1 - side, count - 1 - house);
    else if ((event.key === "Enter" || event.key === " ") && move && canPlay) onPlay(move.move);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = position.legal[0] ? `${position.player}-${position.legal.map(({ move }) => Number(move)).sort((a, b) => a - b)[0]}` : "0-1";
  return (
    <svg ref={svg} class="board look-houses" viewBox={`0 0 ${width} ${2 * HIGH + 30}`} role="group" aria-label={`Board of ${position.game}, ${position.side} to move`}>
      <rect class="wood" x={2} y={2} width={width - 4} height={2 * HIGH + 26} rx={40} />
      {[0, 1].map((side) => {
        const x = side === below ? width - WIDE / 2 : WIDE / 2;
        return (
          <g class="store" transform={`translate(${x},${HIGH + 15})`} role="img" aria-label={`Store of ${position.sides[side]}: ${there.stores[side]}`}>
            <rect x={-38} y={-100} width={76} height={200} rx={38} />
            <text y={16}>{there.stores[side]}</text>
          </g>
        );
      })}
      {[0, 1].map((side) => there.houses[side]!.map((held, house) => {
        const place = side === below ? house : count - 1 - house;
        const move = moveOf(side, house);
        const isTarget = canPlay && move !== undefined;
        const rank = move ? hinted.indexOf(move.move) : -1;
        const value = move && values.get(move.move);
        return (
          <g
            class={`cell ${isTarget ? "target" : ""}`}
            transform={`translate(${(place + 1.5) * WIDE},${side === below ? 1.5 * HIGH + 15 : HIGH / 2 + 15})`}
            role="button"
            aria-label={`House ${house + 1} of ${position.sides[side]}, ${held} seeds${isTarget ? ", can be sown" : ""}`}
            data-name={`${side}-${house + 1}`}
            tabindex={`${side}-${house + 1}` === stop ? 0 : -1}
            onClick={() => isTarget && onPlay(move.move)}
            onKeyDown={(event) => onKey(event, side, house)}
          >
            <circle class="spot" r={44} />
            {held <= MOST_DRAWN && Array.from({ length: held }, (_, n) => <circle class="seed" r={8} cx={seedAt(n)[0]} cy={seedAt(n)[1]} />)}
            <text class="held" y={value ? -4 : 13}>{held}</text>
            {value && <text class="value" y={32}>{value}</text>}
            {rank >= 0 && rank < 3 && <g class={`hint h${rank}`}><circle class="halo" r={42 - 4 * rank} /><circle class="shaft" r={42 - 4 * rank} /></g>}
          </g>
        );
      }))}
    </svg>
  );
}

/** More seeds than this are a number alone. */
const MOST_DRAWN = 18;

/** Where a seed lies: two rings, the inner one first. */
function seedAt(n: number): [number, number] {
  const [radius, angle] = n < 6 ? [18, (n * Math.PI) / 3] : [34, ((n - 6) * Math.PI) / 6 + 0.3];
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}
