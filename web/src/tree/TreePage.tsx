// The tree laboratory: a tree, an algorithm, and its search step by step.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { algorithms, games, wantLists } from "../parts/lists";
import { route, show } from "../route";
import { count } from "../words";
import type { Search, Spot } from "./forest";
import { Beside, Counts } from "./Counts";
import { Controls } from "./Controls";
import { Depths } from "./Depths";
import { Listing } from "./Listing";
import { Quiz } from "./Quiz";
import { StepPanel } from "./StepPanel";
import { TreeView } from "./TreeView";
import type { View } from "./explain";
import { bringStep, lookAhead, unfold, useRecords, type Wish } from "./useRecords";
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
  alpha: string;
  beta: string;
  hash: string;
  nodes: string;
}

/** Orders of moves, as requests name them. */
const ORDERS = [
  { order: "none", name: "as the game lists them" },
  { order: "table", name: "best remembered first" },
  { order: "move-score", name: "by the game's guesses" },
  { order: "table+move-score", name: "remembered, then guesses" },
  { order: "killers", name: "killers first" },
  { order: "history", name: "by history" },
  { order: "table+move-score+killers+history", name: "all of these" },
  { order: "random", name: "by chance" },
];
const HASHES = [
  { bytes: 1 << 12, name: "4 KiB" },
  { bytes: 1 << 16, name: "64 KiB" },
  { bytes: 1 << 20, name: "1 MiB" },
  { bytes: 1 << 24, name: "16 MiB" },
];
const HASH = 1 << 20;
/** How often the address is written anew while one steps, in milliseconds. */
const PAUSE = 250;

const pointsOf = (text: string | undefined) => (text && /^-?\d+$/.test(text.trim()) ? Number(text) : null);

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
  const beside = query.beside ?? "";
  const named = (name: string) => algorithms.value.find((one) => one.name === name);
  const [chosen, second] = [named(algorithm), named(beside)];
  const hash = Number(query.hash) || HASH;
  const nodes = Math.min(1_000_000, Math.max(1, Number(query.nodes) || 1000));
  const order = query.order || "table";
  const [alpha, beta] = [pointsOf(query.alpha), pointsOf(query.beta)];
  const hasWindow = Boolean(chosen?.window) && (!second || second.window) && (alpha !== null || beta !== null);
  const place = {
    game,
    start: isWritten ? (tree ? write(tree) : "") : (query.start ?? ""),
    moves: isWritten ? [] : (query.moves ?? "").split(",").filter(Boolean),
  };
  // What an algorithm takes, and how a game names its moves, is known once the lists have come.
  const wish: Wish | null =
    (isWritten && (!tree || isBare)) || algorithms.value.length === 0 || games.value.length === 0
      ? null
      : {
          place,
          isTree: isWritten || games.value.find(({ name }) => name === game)?.look === "tree",
          depth,
          algorithm,
          grows: chosen?.grows ?? false,
          beside,
          besideGrows: second?.grows ?? false,
          order,
          deepen: query.deepen === "on",
          window: hasWindow ? [alpha, beta] : undefined,
          hash,
          nodes,
        };
  const { recorded, error, busy, again } = useRecords(wish);
  const view: View = query.view === "mover" ? "mover" : "max";
  const isAsking = query.ask === "on" && !recorded?.wish.grows;

  const own = recorded?.own ?? null;
  const other = recorded?.beside ?? null;
  const searches = [own, other].filter((search) => search !== null);
  const last = Math.max(1, ...searches.map(({ steps }) => steps)) - 1;
  const [at, setAt] = useState(0);
  const [waits, setWaits] = useState(false);
  const [, redraw] = useState(0);
  // Keys may come faster than pages are drawn, and steps slower than keys.
  const latest = useRef(0);
  const wanted = useRef(Number(query.at) || 0);
  const here = (search: Search, step: number) => Math.min(step, search.steps - 1);
  const go = (step: number | ((at: number) => number)) => {
    const next = Math.max(0, Math.min(last, typeof step === "number" ? step : step(latest.current)));
    const isNear = Math.abs(next - latest.current) === 1;
    latest.current = next;
    const arrive = () => {
      if (latest.current !== next) return;
      setAt(next);
      setWaits(false);
      note(next);
      searches.forEach((search) => lookAhead(search, here(search, next), isNear));
    };
    if (searches.every((search) => search.knows(here(search, next)))) return arrive();
    setWaits(true);
    Promise.all(searches.map((search) => bringStep(search, here(search, next)))).then(arrive, renew);
  };
  const renewed = useRef({ key: "", times: 0 });
  /** A record may be gone, as after the connection was lost: then it is made again. */
  const renew = (error: Error) => {
    setWaits(false);
    const isLost = error.message.includes("not kept any more");
    if (!isLost || renewed.current.times > 2 && renewed.current.key === JSON.stringify(wish)) return;
    renewed.current = { key: JSON.stringify(wish), times: renewed.current.times + 1 };
    wanted.current = latest.current;
    again();
  };
  const noting = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; when: number }>({ timer: undefined, when: 0 });
  const note = (step: number) => {
    const write_ = () => {
      noting.current.when = Date.now();
      show("tree", { ...(route.value.query as Partial<Query>), at: step || "" });
    };
    clearTimeout(noting.current.timer);
    if (Date.now() - noting.current.when > PAUSE) write_();
    else noting.current.timer = setTimeout(write_, PAUSE);
  };
  useEffect(() => () => clearTimeout(noting.current.timer), [route.value.page]);
  const key = recorded ? `${recorded.own.trace.record}` : "";
  useLayoutEffect(() => {
    if (!recorded) return;
    latest.current = 0;
    setAt(0);
    const step = Math.min(wanted.current, last);
    wanted.current = 0;
    if (step > 0) go(step);
  }, [key]);

  const stepHere = own ? here(own, at) : 0;
  const version = recorded?.forest.version;
  const step = own?.at(stepHere) ?? null;
  const frames = useMemo(() => (own ? own.frames(stepHere) : []), [own, stepHere, version]);
  const otherFrames = useMemo(() => (other ? other.frames(here(other, at)) : []), [other, at, version]);
  const edit = (change: (tree: Written) => Written) => tree && set({ tree: write(change(tree)) }, true);
  const pick = (search: Search) => (spot: Spot) => {
    const step = search.stepOf(spot, at);
    if (step !== null) go(step);
  };
  const look = (opened: Spot[]) => {
    if (!recorded) return;
    const { own, beside, whole, forest } = recorded;
    const before = forest.version;
    const asked = [own, beside, whole].flatMap((search) => {
      const missing = search ? opened.flatMap((spot) => search.missing(spot)) : [];
      return search && missing.length > 0 ? [unfold(search, missing)] : [];
    });
    if (asked.length > 0) void Promise.all(asked).then(() => forest.version !== before && redraw((n) => n + 1), renew);
  };
  const page = chosen?.page ?? null;

  // The form does not change from step to step.
  const { at: _, ...asked } = query;
  const head = useMemo(
    () => (
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
            <select value={query.beside ?? ""} onChange={(event) => set({ beside: event.currentTarget.value }, true)}>
              <option value="">nothing</option>
              {algorithms.value.filter(({ traced, name }) => traced && name !== algorithm).map(({ name, about }) => (
                <option value={name} title={about}>{name}</option>
              ))}
            </select>
          </label>
          {!isWritten && !chosen?.grows && (
            <label>
              <span>Depth</span>
              <input type="number" min={1} max={12} value={depth} onChange={(event) => set({ depth: event.currentTarget.value }, true)} />
            </label>
          )}
          {(chosen?.grows || second?.grows) && (
            <label>
              <span>Nodes</span>
              <input type="number" min={1} max={1000000} value={nodes} onChange={(event) => set({ nodes: event.currentTarget.value }, true)} />
            </label>
          )}
          <label>
            <span>Values for</span>
            <select value={view} onChange={(event) => show("tree", { ...(route.value.query as Partial<Query>), view: event.currentTarget.value === "max" ? "" : "mover" })}>
              <option value="max">MAX</option>
              <option value="mover">the side to move</option>
            </select>
          </label>
          <label class="check">
            <input type="checkbox" disabled={chosen?.grows} checked={isAsking} onChange={(event) => show("tree", { ...query, at: "", ask: event.currentTarget.checked ? "on" : "" })} />
            <span>Ask me</span>
          </label>
        </div>
        <details class="make" open={Boolean(query.alpha || query.beta || query.order || query.hash || query.deepen)}>
          <summary>How it searches</summary>
          <div class="choices">
            <label title={chosen?.window ? "" : "This algorithm chooses its windows itself"}>
              <span>α at the root</span>
              <input type="text" inputMode="numeric" size={6} placeholder="−∞" disabled={!chosen?.window} value={query.alpha ?? ""} onChange={(event) => set({ alpha: event.currentTarget.value.replace("−", "-") }, true)} />
            </label>
            <label title={chosen?.window ? "" : "This algorithm chooses its windows itself"}>
              <span>β at the root</span>
              <input type="text" inputMode="numeric" size={6} placeholder="∞" disabled={!chosen?.window} value={query.beta ?? ""} onChange={(event) => set({ beta: event.currentTarget.value.replace("−", "-") }, true)} />
            </label>
            <label>
              <span>Order of moves</span>
              <select value={order} disabled={chosen?.grows} onChange={(event) => set({ order: event.currentTarget.value === "table" ? "" : event.currentTarget.value }, true)}>
                {!ORDERS.some((one) => one.order === order) && <option value={order}>{order}</option>}
                {ORDERS.map((one) => <option value={one.order}>{one.name}</option>)}
              </select>
            </label>
            <label>
              <span>Table</span>
              <select value={hash} disabled={!chosen?.memory && !chosen?.grows} onChange={(event) => set({ hash: Number(event.currentTarget.value) === HASH ? "" : event.currentTarget.value }, true)}>
                {!HASHES.some(({ bytes }) => bytes === hash) && <option value={hash}>{count(hash)} bytes</option>}
                {HASHES.map(({ bytes, name }) => <option value={bytes}>{name}</option>)}
              </select>
            </label>
            <label class="check">
              <input type="checkbox" checked={query.deepen === "on"} onChange={(event) => set({ deepen: event.currentTarget.checked ? "on" : "" }, true)} />
              <span>Lesser depths first</span>
            </label>
          </div>
        </details>
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
    ),
    [JSON.stringify(asked), typed, fault, error, recorded?.wish.grows, algorithms.value, games.value],
  );

  return (
    <div class="lab">
      {head}
      <div class={`lab-body ${busy ? "busy" : ""} ${page && !isAsking ? "has-listing" : ""}`} aria-busy={busy}>
        {recorded && own && (
          <>
            <div class={`trees ${other ? "two" : ""}`}>
              {other && <h2>{recorded.wish.algorithm}</h2>}
              <TreeView
                forest={recorded.forest}
                search={own}
                other={other}
                at={stepHere}
                frames={frames}
                current={step}
                view={view}
                isWritten={isWritten}
                onPick={pick(own)}
                onEdit={(spot, value) => edit((tree) => changed(tree, spot.key.split("/").slice(1).map(Number), () => value))}
                onLook={look}
              />
              {other && (
                <>
                  <h2>{recorded.wish.beside}</h2>
                  <TreeView
                    forest={recorded.forest}
                    search={other}
                    other={own}
                    at={here(other, at)}
                    frames={otherFrames}
                    current={other.at(here(other, at))}
                    view={view}
                    isWritten={false}
                    onPick={pick(other)}
                    onEdit={() => undefined}
                    onLook={look}
                  />
                </>
              )}
            </div>
            {page && !isAsking && <Listing page={page} search={own} at={stepHere} frames={frames} />}
            <aside class="side" aria-label="The step">
              {isAsking ? <Quiz search={own} at={at} view={view} go={go} /> : <Controls search={own} at={at} last={last} waits={waits} go={go} />}
              <StepPanel search={own} at={stepHere} frames={frames} view={view} />
              {!isAsking && <Counts recorded={recorded} at={stepHere} view={view} />}
              {other && <Beside names={[recorded.wish.algorithm, recorded.wish.beside]} recorded={recorded} />}
              {!isAsking && !recorded.wish.grows && (
                <Depths place={place} depth={depth} algorithms={[...new Set([algorithm, ...(beside && !second?.grows ? [beside] : []), "minimax"])]} order={order} hash={hash} />
              )}
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
