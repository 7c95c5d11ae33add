// The bars of a chart, drawn here, so that one can read values off and leave series out. The numbers stand in the table, too.

import { useState } from "preact/hooks";
import type { Bar, Bars } from "../served";
import { Entry, say, STROKES, useHidden } from "./Legend";

/** Where a value lies along the axis, in per cent. */
type Along = (value: number) => number;

function axis({ axis: { is_log: isLog, mark }, series }: Bars): { along: Along; ticks: number[] } {
  const all = series.flatMap(({ bars }) => bars.flatMap((bar) => (bar ? [bar.value, ...(bar.interval ?? [])] : [])));
  const values = [...all, ...(mark === null ? [] : [mark])].filter((value) => Number.isFinite(value) && (!isLog || value > 0));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (isLog) {
    const [low, high] = [Math.floor(Math.log10(least) - 0.05), Math.ceil(Math.log10(most))];
    const every = Math.ceil((high - low) / 4);
    const ticks = Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, n) => 10 ** (low + n * every));
    return { along: (value) => Math.max(0, (100 * (Math.log10(value) - low)) / (high - low)), ticks };
  }
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  const rough = (high - low || 1) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * ten).find((one) => one >= rough)!;
  const ticks = [];
  for (let n = Math.ceil(low / step); n * step <= high + 1e-9 * step; n += 1) ticks.push(n * step);
  return { along: (value) => (100 * (value - low)) / (high - low || 1), ticks };
}

export function BarsShown({ bars, title }: { bars: Bars; title: string }) {
  const { rows, series } = bars;
  const [hidden, toggle] = useHidden();
  const [at, setAt] = useState(0);
  const { along, ticks } = axis(bars);
  const isSingle = series.length === 1;
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(rows.length - 1, at + step)));
  };
  return (
    <div class="line-chart">
      <div class="chart-title">{title}</div>
      <div class="bars" role="group" tabIndex={0} aria-label={`${title}. Arrow keys go from row to row.`} onKeyDown={onKey}>
        {rows.map((row, n) => (
          <div class={`bar-row ${n === at ? "here" : ""}`} aria-hidden="true" onPointerEnter={() => setAt(n)} onClick={() => setAt(n)}>
            <div class="bar-name">{row}</div>
            <div class="bar-lanes">
              {ticks.map((tick) => <i class="bar-tick" style={{ left: `${along(tick)}%` }} />)}
              {series.map(({ name, bars: own }, nth) => !hidden.has(name) && <Lane bar={own[n] ?? null} along={along} nth={nth} zero={bars.axis.is_log ? 0 : along(0)} />)}
              {bars.axis.mark !== null && <i class="bar-mark" style={{ left: `${along(bars.axis.mark)}%` }} />}
            </div>
          </div>
        ))}
        <div class="bar-row" aria-hidden="true">
          <div class="bar-name" />
          <div class="bar-ticks">{ticks.map((tick) => <span style={{ left: `${along(tick)}%` }}>{say(tick)}</span>)}</div>
        </div>
      </div>
      <p class="quiet bar-axis">{bars.axis.label}</p>
      <p class="quiet read" role="status"><b>{rows[at]}</b>{isSingle && <Value bar={series[0]!.bars[at] ?? null} />}</p>
      {!isSingle && (
        <ul class="chart-legend">
          {series.map(({ name, bars: own }, n) => (
            <Entry
              name={name} sample={<rect width="26" height="8" class={`bar-${n % 4}`} fill={`var(${STROKES[n % STROKES.length]})`} />}
              isShown={!hidden.has(name)} onToggle={() => toggle(name)} value={own[at]?.say ?? "–"} interval={own[at]?.interval}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Value({ bar }: { bar: Bar | null }) {
  return <>: {bar ? bar.say : "–"}{bar?.interval && ` (${say(bar.interval[0])} to ${say(bar.interval[1])})`}</>;
}

/** One bar, with its interval, and its value behind it. */
function Lane({ bar, along, nth, zero }: { bar: Bar | null; along: Along; nth: number; zero: number }) {
  if (!bar) return <div class="bar-lane" />;
  const end = along(bar.value);
  const [low, high] = bar.interval?.every(Number.isFinite) ? [along(bar.interval[0]), along(bar.interval[1])] : [end, end];
  return (
    <div class="bar-lane">
      <i class="chart-bar" style={{ left: `${Math.min(zero, end)}%`, width: `${Math.abs(end - zero)}%`, background: `var(${STROKES[nth % STROKES.length]})` }} />
      {high > low && <i class="bar-whisker" style={{ left: `${low}%`, width: `${high - low}%` }} />}
      <span class="bar-said" style={{ left: `${Math.max(end, high, zero)}%` }}>{bar.say}</span>
    </div>
  );
}
