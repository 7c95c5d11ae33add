// The lines of a chart, drawn here, so that one can read values off and leave lines out. The numbers stand in the table, too.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import type { Lines } from "../served";
import { Entry, say, STROKES, useHidden } from "./Legend";

const DASHES = [[], [8, 4], [3, 3], [10, 3, 2, 3], [14, 4], [2, 6]];
/** The height of a chart, in pixels; charts are as wide as their column. */
const HEIGHT = 260;

type Column = (number | null)[];
/** What uPlot takes: the places along the axis, and for each line its values there. */
interface Columns {
  x: number[];
  y: Column[];
  intervals: ([number, number] | null)[][];
}

function columns({ series }: Lines): Columns {
  const x = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b);
  const at = (n: number, place: number) => series[n]!.points.find((point) => point.x === place);
  return {
    x,
    y: series.map((_, n) => x.map((place) => at(n, place)?.y ?? null)),
    intervals: series.map((_, n) => x.map((place) => at(n, place)?.interval ?? null)),
  };
}

export function LinesShown({ lines, title }: { lines: Lines; title: string }) {
  const data = useMemo(() => columns(lines), [lines]);
  const [hidden, toggle] = useHidden();
  const [place, setPlace] = useState<number | null>(null);
  const last = data.x.length - 1;
  const at = place === null ? last : Math.min(place, last);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setPlace(Math.max(0, Math.min(last, at + step)));
  };
  return (
    <div class="line-chart">
      <div class="chart-title">{title}</div>
      <div role="group" tabIndex={0} aria-label={`${title}. Arrow keys go from place to place.`} onKeyDown={onKey}>
        <Drawing lines={lines} data={data} hidden={hidden} at={at} onPlace={setPlace} />
      </div>
      <p class="quiet read" role="status">{lines.x.label}: <b>{say(data.x[at]!)}</b></p>
      <ul class="chart-legend">
        {lines.series.map(({ name }, n) => {
          const value = data.y[n]![at];
          const sample = <line x1="1" y1="4" x2="25" y2="4" stroke={`var(${STROKES[n % STROKES.length]})`} stroke-width="2.5" stroke-dasharray={DASHES[n % DASHES.length]!.join(" ")} />;
          return <Entry name={name} sample={sample} isShown={!hidden.has(name)} onToggle={() => toggle(name)} value={value == null ? "–" : say(value)} interval={data.intervals[n]![at]} />;
        })}
      </ul>
    </div>
  );
}

interface DrawingProps {
  lines: Lines;
  data: Columns;
  hidden: Set<string>;
  at: number;
  onPlace(place: number | null): void;
}

function Drawing({ lines, data, hidden, at, onPlace }: DrawingProps) {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  // What the hooks of the chart look at, which is made once.
  const now = useRef({ at, hidden });
  now.current = { at, hidden };
  useEffect(() => {
    const isDark = matchMedia("(prefers-color-scheme: dark)");
    const onTheme = () => chart.current?.redraw(false);
    isDark.addEventListener("change", onTheme);
    return () => isDark.removeEventListener("change", onTheme);
  }, []);
  useEffect(() => {
    let isWanted = true;
    let resized: ResizeObserver | null = null;
    void Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([{ default: Plot }]) => {
      if (!isWanted || !holder.current) return;
      chart.current = new Plot(options(Plot, lines, data, holder.current.clientWidth, now, onPlace), [data.x, ...data.y], holder.current);
      resized = new ResizeObserver(([entry]) => entry && chart.current?.setSize({ width: entry.contentRect.width, height: HEIGHT }));
      resized.observe(holder.current);
      show(chart.current, lines, hidden);
    });
    return () => {
      isWanted = false;
      resized?.disconnect();
      chart.current?.destroy();
      chart.current = null;
    };
  }, [lines]);
  useEffect(() => void (chart.current && show(chart.current, lines, hidden)), [hidden]);
  useEffect(() => chart.current?.redraw(false), [at]);
  return <div class="plot" ref={holder} aria-hidden="true" />;
}

const show = (chart: uPlot, { series }: Lines, hidden: Set<string>) => series.forEach(({ name }, n) => chart.setSeries(n + 1, { show: !hidden.has(name) }));

function options(Plot: typeof uPlot, lines: Lines, { x, intervals }: Columns, width: number, now: { current: { at: number; hidden: Set<string> } }, onPlace: (place: number | null) => void): uPlot.Options {
  // (Asked for anew with each drawing: the reader may turn to dark pages.)
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const rule = { stroke: () => colour("--rule"), width: 1 };
  const axis = { stroke: () => colour("--soft"), grid: rule, ticks: rule, labelSize: 18 };
  const stroke = (n: number) => colour(STROKES[n % STROKES.length]!);
  const ends = intervals.flat().flatMap((interval) => interval ?? []);
  const range = (_: uPlot, low: number, high: number): uPlot.Range.MinMax => {
    const [least, most] = [Math.min(low, ...ends), Math.max(high, ...ends)];
    return lines.y.is_log ? Plot.rangeLog(least, most, 10, true) : Plot.rangeNum(least, most, 0.1, true);
  };
  // (uPlot leaves out ticks for which there is no room.)
  const all = (values: (number | null)[]) => values.map((value) => (value === null ? "" : say(value)));
  const powers = (values: (number | null)[]) => values.map((value) => (value === null || Math.abs(Math.log10(value) % 1) > 1e-9 ? "" : say(value)));
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { x: { time: false, distr: lines.x.is_log ? 3 : 1 }, y: { distr: lines.y.is_log ? 3 : 1, range } },
    axes: [
      { ...axis, label: lines.x.label, splits: () => x, filter: (_, splits) => splits, values: (_, values) => all(values) },
      { ...axis, label: lines.y.label, size: 64, values: (_, values) => (lines.y.is_log ? powers(values) : all(values)) },
    ],
    series: [{}, ...lines.series.map(({ name }, n) => ({ label: name, stroke: () => stroke(n), width: 2.5, dash: DASHES[n % DASHES.length]!, spanGaps: true, points: { show: true, size: 6 } }))],
    hooks: {
      setCursor: [(chart) => chart.cursor.idx != null && onPlace(chart.cursor.idx)],
      draw: [(chart) => {
        const { ctx } = chart;
        const stick = (place: number, low: number, high: number, ink: string, thick: number) => {
          const across = chart.valToPos(place, "x", true);
          ctx.strokeStyle = ink;
          ctx.lineWidth = thick * devicePixelRatio;
          ctx.beginPath();
          ctx.moveTo(across, low);
          ctx.lineTo(across, high);
          ctx.stroke();
        };
        ctx.save();
        const { top, height, left, width: wide } = chart.bbox;
        stick(x[now.current.at]!, top, top + height, colour("--rule"), 2);
        if (lines.y.mark !== null) {
          const level = chart.valToPos(lines.y.mark, "y", true);
          ctx.strokeStyle = colour("--soft");
          ctx.beginPath();
          ctx.moveTo(left, level);
          ctx.lineTo(left + wide, level);
          ctx.stroke();
        }
        lines.series.forEach(({ name }, n) => {
          if (now.current.hidden.has(name)) return;
          intervals[n]!.forEach((ends, place) => ends && stick(x[place]!, chart.valToPos(ends[0], "y", true), chart.valToPos(ends[1], "y", true), stroke(n), 1.5));
        });
        ctx.restore();
      }],
    },
  };
}
