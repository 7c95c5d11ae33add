// The tree, as an SVG that one can move and zoom.

import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior } from "d3-zoom";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TraceNode } from "../protocol";
import { brief, count, counted, few, score } from "../words";
import { name, numbers, ordinal, player, shown, turned, type View } from "./explain";
import { endsHere, hidden, valueOf, type Forest, type Frame, type Search, type Spot, type State, type Step } from "./forest";
import { firstOpen, lay, type Layout, type Placed } from "./layout";

/** The most places in a row that are drawn at first. */
const WIDEST = 32;

interface Props {
  forest: Forest;
  search: Search;
  /** The search that this one is compared with. */
  other: Search | null;
  at: number;
  frames: Frame[];
  current: Step | null;
  view: View;
  isWritten: boolean;
  onPick(spot: Spot): void;
  onEdit(spot: Spot, value: number): void;
  /** Told of the places that are open, whose children are to be known. */
  onLook(opened: Spot[]): void;
}

export function TreeView({ forest, search, other, at, frames, current, view, isWritten, onPick, onEdit, onLook }: Props) {
  const { root, version } = forest;
  const [open, setOpen] = useState<Set<string>>(() => firstOpen(root, WIDEST));
  useEffect(() => setOpen(firstOpen(root, WIDEST)), [forest]);
  const always = new Set(frames.map(({ spot }) => spot.key));
  const layout = useMemo(() => lay(root, open, always), [root, version, open, [...always].filter((key) => !open.has(key)).join(" ")]);
  useEffect(() => onLook(layout.opened), [layout]);
  const holder = useRef<SVGSVGElement>(null);
  const group = useRef<SVGGElement>(null);
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  const [editing, setEditing] = useState<string | null>(null);

  useEffect(() => {
    const svg = select(holder.current!);
    const zoomed = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.05, 4])
      .filter((event: Event) => (event.type === "wheel" ? (event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey : !(event as MouseEvent).button))
      // (Set by hand: where the tree stands changes nothing of it.)
      .on("zoom", (event: { transform: { toString(): string } }) => group.current?.setAttribute("transform", event.transform.toString()));
    svg.call(zoomed).on("dblclick.zoom", null);
    behavior.current = zoomed;
    return () => void svg.on(".zoom", null);
  }, []);

  const fit = () => {
    const svg = holder.current;
    if (!svg || !behavior.current) return;
    const { width, height } = svg.getBoundingClientRect();
    const { box } = layout;
    // What it is seen through grows and shrinks with it, as on paper.
    if (width > 0) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const scale = Math.min(width / box.width, height / box.height, 1.5);
    const x = width / 2 - scale * (box.x + box.width / 2);
    const y = Math.max(0, (height - scale * box.height) / 2) - scale * box.y;
    select(svg).call(behavior.current.transform, zoomIdentity.translate(x, y).scale(scale));
  };
  const by = (factor: number) => holder.current && behavior.current && select(holder.current).call(behavior.current.scaleBy, factor);
  useEffect(fit, [layout.box.width, layout.box.height]);
  useEffect(() => {
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  });

  const toggle = (spot: Spot) => {
    const next = new Set(open);
    if (!next.delete(spot.key)) {
      next.add(spot.key);
      // A little more than one row, as long as it stays few.
      spot.children.forEach((child) => hidden(child) < 12 && child.children.length > 0 && next.add(child.key));
    }
    setOpen(next);
  };

  const probe = current?.node.probe ?? 0;
  const states = new Map<Spot, ReturnType<Search["seen"]>>();
  const known = (spot: Spot) => {
    let seen = states.get(spot);
    if (seen === undefined) states.set(spot, (seen = search.seen(spot, at, probe)));
    return seen;
  };
  const isSkipped = (placed: Placed) => {
    for (let spot: Spot | null = placed.spot; spot.parent; spot = spot.parent) {
      const above = known(spot.parent);
      if (!known(spot) && above?.state === "cut") return true;
      if (!known(spot) && spot.parent && above?.state === "done") return true;
    }
    return false;
  };
  const onPath = new Set(frames.map(({ spot }) => spot.key));
  const cut = current?.kind === "leave" ? current.node.cut : null;
  const setter = cut ? layout.byKey.get(search.spot(cut.set_by)?.key ?? "none") : undefined;
  const cutter = current ? layout.byKey.get(current.spot.key) : undefined;

  return (
    <figure class="tree">
      <svg ref={holder} role="group" aria-label={`A tree of ${count(hidden(root) + 1)} places; the step is told in words beside it`}>
        <g ref={group}>
          <Links layout={layout} known={known} isSkipped={isSkipped} onPath={onPath} />
          {setter && cutter && setter !== cutter && <Arc from={setter} to={cutter} />}
          {layout.nodes.map((placed) => {
            const { spot } = placed;
            const state: State = known(spot)?.state ?? (isSkipped(placed) ? "skipped" : "ahead");
            const node = known(spot)?.node;
            const isCurrent = current?.spot === spot;
            const isLone = other !== null && spot.visits[search.index] !== undefined && spot.visits[other.index] === undefined;
            return (
              <g
                key={spot.key}
                class={`node ${state} ${onPath.has(spot.key) ? "on-path" : ""} ${isCurrent ? "current" : ""} ${critical(node, state)}`}
                transform={`translate(${placed.x},${placed.y})`}
                onClick={() => (isWritten && endsHere(spot) ? setEditing(spot.key) : onPick(spot))}
              >
                <title>{title(spot, node, state, at, view)}</title>
                <Mark spot={spot} text={node?.grown || node?.proof ? numbers(view, node, at, state === "open") : state === "open" ? soFar(frames, spot, view) : text(spot, node, state, view)} faint={state === "ahead" || state === "skipped" || state === "open"} />
                {isCurrent && frames.length > 0 && current.kind === "enter" && <Window frame={frames[frames.length - 1]!} view={view} spot={spot} />}
                {isLone && <circle class="lone" r={30} />}
                {state === "cut" && <Shears spot={spot} />}
                {placed.folded > 0 && (
                  <g class="folded" onClick={(event) => (event.stopPropagation(), toggle(spot))}>
                    <title>{counted(placed.folded, "place")} more</title>
                    <rect x={-24} y={24} width={48} height={20} rx={10} />
                    <text y={38}>+{few(placed.folded)}</text>
                  </g>
                )}
              </g>
            );
          })}
          {editing !== null && layout.byKey.has(editing) && (
            <LeafInput placed={layout.byKey.get(editing)!} view={view} onDone={(value) => {
              const { spot } = layout.byKey.get(editing)!;
              setEditing(null);
              if (value !== null) onEdit(spot, value);
            }} />
          )}
        </g>
      </svg>
      <div class="zooms" role="group" aria-label="Size of the tree">
        <button type="button" onClick={() => by(1.3)} aria-label="Larger">+</button>
        <button type="button" onClick={() => by(1 / 1.3)} aria-label="Smaller">−</button>
        <button type="button" onClick={fit}>Fit</button>
      </div>
    </figure>
  );
}

function critical(node: TraceNode | undefined, state: State): string {
  return node?.critical && (state === "done" || state === "cut") ? "critical" : "";
}

function Links({ layout, known, isSkipped, onPath }: {
  layout: Layout;
  known(spot: Spot): { state: State; node: TraceNode } | null;
  isSkipped(placed: Placed): boolean;
  onPath: Set<string>;
}) {
  return (
    <>
      {layout.nodes.flatMap((from) =>
        from.children.map((to) => {
          const state = known(to.spot)?.state ?? (isSkipped(to) ? "skipped" : "ahead");
          const isCutOff = state === "skipped" && known(from.spot)?.state === "cut";
          const [y1, y2] = [from.y + 17, to.y - 17];
          const middle = (y1 + y2) / 2;
          // The sign for a branch cut off: two short strokes across it.
          const [cx, cy] = [from.x + 0.42 * (to.x - from.x), y1 + 0.42 * (y2 - y1)];
          return (
            <g class={`link ${state} ${onPath.has(to.spot.key) ? "on-path" : ""}`} key={to.spot.key}>
              <path d={`M${from.x},${y1}C${from.x},${middle} ${to.x},${middle} ${to.x},${y2}`} />
              {isCutOff && <path class="strokes" d={`M${cx - 7},${cy - 1}l14,-5M${cx - 7},${cy + 5}l14,-5`} />}
              <Label from={from} to={to} />
            </g>
          );
        }),
      )}
    </>
  );
}

/** Moves of games are written at their branches; those of trees are counted from the left. */
function Label({ from, to }: { from: Placed; to: Placed }) {
  const move = to.spot.move;
  if (!move || to.spot.isTree || from.children.length > 12) return null;
  return <text class="move" x={from.x + 0.74 * (to.x - from.x)} y={to.y - 26}>{move}</text>;
}

function Mark({ spot, text, faint }: { spot: Spot; text: string; faint: boolean }) {
  const isLeaf = endsHere(spot);
  const classes = `${faint ? "faint" : ""} ${text.length > 3 ? "long" : ""}`;
  if (isLeaf) {
    return (
      <>
        <rect class="shape" x={-18} y={-15} width={36} height={30} rx={6} />
        <text class={classes} y={5}>{text}</text>
      </>
    );
  }
  const isMax = spot.ply % 2 === 0;
  return (
    <>
      <path class="shape" d={isMax ? "M0,-22 L24,17 L-24,17 Z" : "M0,22 L24,-17 L-24,-17 Z"} />
      <text class={classes} y={isMax ? 12 : 0}>{text}</text>
    </>
  );
}

/** The window beside the node that is being entered. */
function Window({ frame, view, spot }: { frame: Frame; view: View; spot: Spot }) {
  const round = turned(view, spot.ply);
  const [low, high] = round ? [-frame.beta, -frame.alpha] : [frame.alpha, frame.beta];
  return (
    <g class="window" transform="translate(0,-34)">
      <text>{`${brief(low)} … ${brief(high)}`}</text>
    </g>
  );
}

function Shears({ spot }: { spot: Spot }) {
  return <text class="shears" x={spot.ply % 2 === 0 ? 12 : 16} y={spot.ply % 2 === 0 ? -9 : -21} aria-hidden="true">✂</text>;
}

/** From the node that set a bound to the one that it cut. */
function Arc({ from, to }: { from: Placed; to: Placed }) {
  const side = to.x >= from.x ? 1 : -1;
  const out = side * (40 + 0.12 * Math.abs(to.y - from.y));
  const [x1, y1, x2, y2] = [from.x + 22 * side, from.y, to.x + 26 * side, to.y - 4];
  return (
    <g class="arc">
      <path d={`M${x1},${y1}C${x1 + out},${y1} ${x2 + out},${(y1 + y2) / 2} ${x2},${y2}`} />
      <circle cx={x1} cy={y1} r={3.5} />
    </g>
  );
}

function LeafInput({ placed, view, onDone }: { placed: Placed; view: View; onDone(value: number | null): void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const value = shown(view === "mover" ? "max" : view, placed.spot.ply, valueOf(placed.spot)) ?? 0;
  const read = () => {
    const number = Number(input.current?.value);
    return input.current?.value.trim() && Number.isInteger(number) && Math.abs(number) <= 30000 ? number : null;
  };
  return (
    <foreignObject x={placed.x - 32} y={placed.y - 17} width={64} height={34}>
      <input
        ref={input}
        class="leaf"
        type="text"
        inputMode="numeric"
        aria-label={`Value of leaf ${name(placed.spot)}, for MAX`}
        defaultValue={String(value)}
        onBlur={() => onDone(read())}
        onKeyDown={(event) => {
          if (event.key === "Enter") onDone(read());
          if (event.key === "Escape") onDone(null);
          event.stopPropagation();
        }}
      />
    </foreignObject>
  );
}

function text(spot: Spot, node: TraceNode | undefined, state: State, view: View): string {
  if (node && (state === "done" || state === "cut" || state === "earlier") && node.score !== null) {
    const value = shown(view, spot.ply, node.score);
    const round = turned(view, spot.ply);
    const kind = node.bound === "exact" ? "" : (node.bound === "lower") !== round ? "≥" : "≤";
    return kind + brief(value);
  }
  return endsHere(spot) ? brief(shown(view, spot.ply, valueOf(spot))) : "";
}

/** The best that a node has found so far. */
function soFar(frames: Frame[], spot: Spot, view: View): string {
  const frame = frames.findLast((frame) => frame.spot === spot);
  return frame?.best == null ? "" : brief(shown(view, spot.ply, frame.best));
}

function title(spot: Spot, node: TraceNode | undefined, state: State, at: number, view: View): string {
  const words: Record<State, string> = {
    ahead: "not visited yet", open: "being searched", done: "searched", cut: "cut", earlier: "searched in an earlier pass", skipped: "never visited",
  };
  const lead = spot.move === null ? "" : `${ordinal(spot.move, spot.isTree)}: `;
  if (node?.grown) {
    const said = numbers(view, node, at);
    return `${lead}${name(spot)} (${player(spot.ply)}), ${state === "done" ? "expanded" : "not expanded yet"}${said ? `, ${said}` : ""}`;
  }
  const answer = node && node.score !== null && state !== "open" ? `, ${node.bound === "exact" ? "" : "bound "}${score(shown(view, spot.ply, node.score))}` : "";
  return `${lead}${name(spot)} (${player(spot.ply)}), ${words[state]}${answer}`;
}
