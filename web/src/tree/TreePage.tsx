// The tree laboratory: a tree, an algorithm, and its search step by step.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { algorithms, games, wantLists } from "../parts/lists";
import { route, show } from "../route";
import { path, picture, type Spot } from "./model";
import { Beside, Counts } from "./Counts";
import { Controls } from "./Controls";
import { Quiz } from "./Quiz";
import { StepPanel } from "./StepPanel";
import { TreeView } from "./TreeView";
import type { View } from "./explain";
import { useRecord, type Wish } from "./useRecord";
import { changed, grown, height, leaves, ordered, parse, pGame, write, type Written } from "./written";

const USUAL = "((3 12 8) (2 4 6) (14 5 2))";
const NAMES = [
  { text: USUAL, name: "Nine leaves (the textbook tree)" },
  { text: "(5 (((4 7) 8) 9))", name: "A deep cutoff" },
  { text: "((5 (7 9)) ((8 (3 (6 1))) 4))", name: "Uneven depths" },
  { text: "((((3 17) (2 12)) ((15) (25 0))) (((2 5) (3)) ((2 14))))", name: "An exam tree of four plies" },
  { text: "(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)))", name: "Three plies, twelve leaves" },
];

interface Query {
  tree: string;
  game: string;
  start: string;
  moves: string;
  depth: string;
  algorithm: string;
  order: string;
  deepen: string;
  at: string;
  view: string;
  ask: string;
  beside: string;
}

export function TreePage() {
  useEffect(wantLists, []);
  const query = route.value.query as Partial<Query>;
  const game = query.game || "tree";
  const isWritten = game === "tree";
  const text = query.tree ?? USUAL;
  const [typed, setTyped] = useState(isWritten ? text : (query.start ?? ""));
  useEffect(() => setTyped(isWritten ? text : (query.start ?? "")), [text, game, query.start]);
  const set = (more: Partial<Query>, remember = false) => show("tree", { ...query, at: "", ...more }, remember);

  const { tree, fault } = useMemo(() => {
    try {
      return { tree: parse(text), fault: "" };
    } catch (error) {
      return { tree: null, fault: (error as Error).message };
    }
  }, [text]);
  const isBare = isWritten && typeof tree === "number";
  const depth = isWritten ? (tree ? Math.max(1, height(tree)) : 1) : Math.min(12, Math.max(1, Number(query.depth) || 3));
  const algorithm = query.algorithm || "alpha-beta";
  const wish: Wish | null =
    (isWritten && (!tree || isBare)) ? null : {
      place: {
        game,
        start: isWritten ? write(tree!) : (query.start ?? ""),
        moves: isWritten ? [] : (query.moves ?? "").split(",").filter(Boolean),
      },
      depth,
      algorithm,
      order: query.order || "table",
      deepen: query.deepen === "on",
      hash: 1 << 20,
    };
  const { recorded, error, busy } = useRecord(wish);
  const second = useRecord(wish && query.beside ? { ...wish, algorithm: query.beside } : null);
  const view: View = query.view === "mover" ? "mover" : "max";

  const isAsking = query.ask === "on";

  const other = query.beside && second.recorded?.wish.algorithm === query.beside ? second.recorded : null;
  const last = recorded ? Math.max(recorded.run.steps.length, other?.run.steps.length ?? 0) - 1 : 0;
  const [at, setAt] = useState(0);
  // Keys may come faster than pages are drawn.
  const latest = useRef(0);
  const wanted = useRef(Number(query.at) || 0);
  useLayoutEffect(() => {
    if (!recorded) return;
    latest.current = Math.min(wanted.current, last);
    setAt(latest.current);
    wanted.current = 0;
  }, [recorded]);
  const go = (step: number | ((at: number) => number)) => {
    const next = Math.max(0, Math.min(last, typeof step === "number" ? step : step(latest.current)));
    latest.current = next;
    setAt(next);
    show("tree", { ...query, at: next || "" });
  };

  const otherAt = other ? Math.min(at, other.run.steps.length - 1) : 0;
  const here = recorded ? Math.min(at, recorded.run.steps.length - 1) : 0;
  const step = recorded?.run.steps[here] ?? null;
  const frames = useMemo(() => (recorded && step ? path(recorded.run, here) : []), [recorded, here]);
  const seen = useMemo(() => (recorded ? picture(recorded.run, here) : null), [recorded, here]);
  const otherFrames = useMemo(() => (other ? path(other.run, otherAt) : []), [other, otherAt]);
  const otherSeen = useMemo(() => (other ? picture(other.run, otherAt) : null), [other, otherAt]);
  const edit = (change: (tree: Written) => Written) => tree && set({ tree: write(change(tree)) }, true);
  const pick = (spot: Spot) => {
    if (!recorded) return;
    const { steps } = recorded.run;
    const after = steps.findIndex((one, n) => n > at && one.kind === "leave" && one.spot === spot);
    const any = after >= 0 ? after : steps.findIndex((one) => one.kind === "leave" && one.spot === spot);
    if (any >= 0) go(any);
  };

  return (
    <div class="lab">
      <div class="lab-head">
        <h1>Tree laboratory</h1>
        <form
          class="source"
          onSubmit={(event) => {
            event.preventDefault();
            set(isWritten ? { tree: typed } : { start: typed, moves: "" }, true);
          }}
        >
          <label class="grow">
            <span>{isWritten ? "Tree" : "Position"}</span>
            <input
              type="text"
              spellcheck={false}
              autocomplete="off"
              value={typed}
              aria-invalid={Boolean(isWritten && fault)}
              aria-describedby="fault"
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Search it</button>
        </form>
        <div class="choices">
          <label>
            <span>Game</span>
            <select value={game} onChange={(event) => set({ game: event.currentTarget.value, tree: undefined, start: "", moves: "" }, true)}>
              {!games.value.some(({ name }) => name === game) && <option value={game}>{game}</option>}
              {games.value.map(({ name }) => (
                <option value={name}>{name === "tree" ? "a tree written down" : name}</option>
              ))}
            </select>
          </label>
          <label>
            <span>Algorithm</span>
            <select value={algorithm} onChange={(event) => set({ algorithm: event.currentTarget.value }, true)}>
              {algorithms.value.length === 0 && <option value={algorithm}>{algorithm}</option>}
              {algorithms.value.filter(({ traced }) => traced).map(({ name, about }) => (
                <option value={name} title={about}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            <span>Beside it</span>
            <select value={query.beside ?? ""} onChange={(event) => show("tree", { ...query, at: "", beside: event.currentTarget.value }, true)}>
              <option value="">nothing</option>
              {algorithms.value.filter(({ traced, name }) => traced && name !== algorithm).map(({ name, about }) => (
                <option value={name} title={about}>{name}</option>
              ))}
            </select>
          </label>
          {!isWritten && (
            <label>
              <span>Depth</span>
              <input type="number" min={1} max={12} value={depth} onChange={(event) => set({ depth: event.currentTarget.value }, true)} />
            </label>
          )}
          <label>
            <span>Values for</span>
            <select value={view} onChange={(event) => show("tree", { ...query, view: event.currentTarget.value === "max" ? "" : "mover" })}>
              <option value="max">MAX</option>
              <option value="mover">the side to move</option>
            </select>
          </label>
          <label class="check">
            <input type="checkbox" checked={query.deepen === "on"} onChange={(event) => set({ deepen: event.currentTarget.checked ? "on" : "" }, true)} />
            <span>Lesser depths first</span>
          </label>
          <label class="check">
            <input type="checkbox" checked={isAsking} onChange={(event) => show("tree", { ...query, at: "", ask: event.currentTarget.checked ? "on" : "" })} />
            <span>Ask me</span>
          </label>
        </div>
        {isWritten && (
          <details class="make">
            <summary>Make or rearrange a tree</summary>
            <Maker tree={tree} onTree={(made) => set({ tree: write(made) }, true)} onEdit={edit} />
          </details>
        )}
        <p id="fault" class="fault" role="alert">
          {isWritten && fault ? `The tree cannot be read: ${fault}.` : isBare ? "This is a single leaf: there is nothing to search." : error ? `${error}.` : ""}
        </p>
      </div>
      <div class={`lab-body ${busy ? "busy" : ""}`} aria-busy={busy}>
        {recorded && (
          <>
            <div class={`trees ${other ? "two" : ""}`}>
            {other && <h2>{algorithm}</h2>}
            <TreeView
              root={recorded.root}
              run={recorded.run}
              picture={seen}
              frames={frames}
              current={step}
              view={view}
              reveal={false}
              isWritten={isWritten}
              onPick={pick}
              onEdit={(spot, value) => edit((tree) => changed(tree, spot.key.split("/").slice(1).map(Number), () => value))}
            />
            {other && (
              <>
                <h2>{query.beside}</h2>
                <TreeView root={other.root} run={other.run} picture={otherSeen} frames={otherFrames} current={other.run.steps[otherAt] ?? null} view={view} reveal={false} isWritten={false} onPick={() => undefined} onEdit={() => undefined} />
              </>
            )}
            </div>
            <aside class="side" aria-label="The step">
              {isAsking ? <Quiz run={recorded.run} at={at} view={view} go={go} /> : <Controls run={recorded.run} at={at} last={last} go={go} />}
              <StepPanel run={recorded.run} at={here} frames={frames} view={view} />
              {!isAsking && <Counts recorded={recorded} seen={seen} at={here} view={view} />}
              {other && <Beside names={[algorithm, query.beside!]} both={[recorded, other]} />}
            </aside>
          </>
        )}
      </div>
    </div>
  );
}

function Maker({ tree, onTree, onEdit }: { tree: Written | null; onTree(tree: Written): void; onEdit(change: (tree: Written) => Written): void }) {
  const [branching, setBranching] = useState(3);
  const [depth, setDepth] = useState(3);
  const [seed, setSeed] = useState(1);
  const fits = branching ** depth <= 4096;
  const make = (grow: typeof grown | typeof pGame) => {
    onTree(grow(branching, depth, seed));
    setSeed(seed + 1);
  };
  return (
    <div class="maker">
      <fieldset>
        <legend>Known trees</legend>
        {NAMES.map(({ text, name }) => (
          <button type="button" onClick={() => onTree(parse(text))}>{name}</button>
        ))}
      </fieldset>
      <fieldset>
        <legend>By chance</legend>
        <label><span>Branching</span><input type="number" min={1} max={8} value={branching} onInput={(event) => setBranching(Number(event.currentTarget.value))} /></label>
        <label><span>Plies</span><input type="number" min={1} max={12} value={depth} onInput={(event) => setDepth(Number(event.currentTarget.value))} /></label>
        <label><span>Seed</span><input type="number" min={0} value={seed} onInput={(event) => setSeed(Number(event.currentTarget.value))} /></label>
        <button type="button" disabled={!fits} onClick={() => make(grown)}>Random leaves</button>
        <button type="button" disabled={!fits} onClick={() => make(pGame)}>Won or lost</button>
      </fieldset>
      <fieldset disabled={!tree}>
        <legend>Order of the moves{tree ? `, ${leaves(tree)} leaves` : ""}</legend>
        <button type="button" onClick={() => onEdit((tree) => ordered(tree, "best"))}>Best first</button>
        <button type="button" onClick={() => onEdit((tree) => ordered(tree, "worst"))}>Worst first</button>
        <button type="button" onClick={() => onEdit((tree) => ordered(tree, Math.floor(Math.random() * 1e6)))}>Shuffled</button>
      </fieldset>
    </div>
  );
}
