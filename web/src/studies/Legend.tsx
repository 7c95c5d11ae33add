// The legend of a chart: what is shown, and the values at the place that one looks at.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** The colours of series, in their order. */
export const STROKES = ["--green-ink", "--amber", "--cut", "--soft"];

/** A number with three figures, or whole. */
export const say = (value: number) => value.toLocaleString("en", Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });

/** The series that are left out, and what changes that. */
export function useHidden(): [Set<string>, (name: string) => void] {
  const [hidden, setHidden] = useState<Set<string>>(new Set());
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return [hidden, toggle];
}

interface EntryProps {
  name: string;
  /** What it looks like, 26 pixels wide and 8 high. */
  sample: ComponentChildren;
  isShown: boolean;
  onToggle(): void;
  value: string;
  interval: [number, number] | null | undefined;
}

export function Entry({ name, sample, isShown, onToggle, value, interval }: EntryProps) {
  return (
    <li>
      <button type="button" aria-pressed={isShown} onClick={onToggle} title="Show or leave out">
        <svg width="26" height="8" aria-hidden="true">{sample}</svg>
        {name}
      </button>
      <span>{value}{interval && <span class="quiet"> ({say(interval[0])} to {say(interval[1])})</span>}</span>
    </li>
  );
}
