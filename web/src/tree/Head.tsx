// The form of the tree laboratory: what is searched, and how.

import { useEffect, useState } from "preact/hooks";
import { algorithms, games } from "../parts/lists";
import type { Algorithm } from "../protocol";
import { show } from "../route";
import { count } from "../words";
import { Maker, USUAL } from "./Maker";
import { HASH, isByNodes, queryHere, setQuery, type Asked } from "./query";
import { write, type Written } from "./written";

/** Orders of moves, as requests name them. */
const ORDERS = [
  { order: "none", name: "as the game lists them" },
  { order: "table", name: "best remembered first" },
  { order: "move-score", name: "by the game's guesses" },
  { order: "table+move-score", name: "remembered, then guesses" },
  { order: "killers", name: "killers first" },
  { order: "history", name: "by history" },
  { order: "table+move-score+killers+history", name: "all of these" },
  { order: "random", name: "at random" },
];
const HASHES = [
  { bytes: 1 << 12, name: "4 KiB" },
  { bytes: 1 << 16, name: "64 KiB" },
  { bytes: 1 << 20, name: "1 MiB" },
  { bytes: 1 << 24, name: "16 MiB" },
];

interface Props {
  asked: Asked;
  /** One sentence on what went wrong with the search; empty if nothing did. */
  error: string;
  isAsking: boolean;
  onEdit(change: (tree: Written) => Written): void;
}

export function Head({ asked, error, isAsking, onEdit }: Props) {
  const { query, isWritten, tree, fault, isBare } = asked;
  const given = isWritten ? (query.tree ?? USUAL) : (query.start ?? "");
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given, asked.game]);
  return (
    <div class="lab-head">
      <h1>Tree laboratory</h1>
      <form
        class="source"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(isWritten ? { tree: typed } : { start: typed, moves: "" }, true);
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
      <What asked={asked} isAsking={isAsking} />
      <How asked={asked} />
      {isWritten && (
        <details class="make">
          <summary>Make or rearrange a tree</summary>
          <Maker tree={tree} onTree={(made) => setQuery({ tree: write(made) }, true)} onEdit={onEdit} />
        </details>
      )}
      <p id="fault" class="fault" role="alert">
        {isWritten && fault ? `The tree cannot be read: ${fault}.` : isBare ? "This is a single leaf: there is nothing to search." : error ? `${error}.` : ""}
      </p>
    </div>
  );
}

/** The game, the algorithms, and how far they search. */
function What({ asked: { query, game, isWritten, algorithm, chosen, second, depth, nodes }, isAsking }: { asked: Asked; isAsking: boolean }) {
  const view = query.view === "mover" ? "mover" : "max";
  return (
    <div class="choices">
      <label>
        <span>Game</span>
        <select value={game} onChange={(event) => setQuery({ game: event.currentTarget.value, tree: undefined, start: "", moves: "" }, true)}>
          {!games.value.some(({ name }) => name === game) && <option value={game}>{game}</option>}
          {games.value.map(({ name }) => (
            <option value={name}>{name === "tree" ? "a tree written down" : name}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Algorithm</span>
        <select value={algorithm} onChange={(event) => setQuery({ algorithm: event.currentTarget.value }, true)}>
          {algorithms.value.length === 0 && <option value={algorithm}>{algorithm}</option>}
          <Traced />
        </select>
      </label>
      <label>
        <span>Beside it</span>
        <select value={query.beside ?? ""} onChange={(event) => setQuery({ beside: event.currentTarget.value }, true)}>
          <option value="">nothing</option>
          <Traced but={algorithm} />
        </select>
      </label>
      {!isWritten && !isByNodes(chosen) && (
        <label>
          <span>Depth</span>
          <input type="number" min={1} max={12} value={depth} onChange={(event) => setQuery({ depth: event.currentTarget.value }, true)} />
        </label>
      )}
      {(isByNodes(chosen) || isByNodes(second)) && (
        <label>
          <span>Nodes</span>
          <input type="number" min={1} max={1000000} value={nodes} onChange={(event) => setQuery({ nodes: event.currentTarget.value }, true)} />
        </label>
      )}
      <label>
        <span>Values for</span>
        <select value={view} onChange={(event) => show("tree", { ...queryHere(), view: event.currentTarget.value === "max" ? "" : "mover" })}>
          <option value="max">MAX</option>
          <option value="mover">the side to move</option>
        </select>
      </label>
      <label class="check">
        <input type="checkbox" disabled={!chosen?.page} checked={isAsking} onChange={(event) => setQuery({ ask: event.currentTarget.checked ? "on" : "" })} />
        <span>Ask me</span>
      </label>
    </div>
  );
}

/** The algorithms whose searches can be recorded. */
function Traced({ but }: { but?: string }) {
  return (
    <>
      {algorithms.value.filter(({ traced, name }) => traced && name !== but).map(({ name, about }) => (
        <option value={name} title={about}>{name}</option>
      ))}
    </>
  );
}

const takesTable = (algorithm: Algorithm | undefined) => Boolean(algorithm && (algorithm.memory || isByNodes(algorithm)));

/** The window, the order of moves, the table. */
function How({ asked: { query, chosen, order, hash } }: { asked: Asked }) {
  const isSet = Boolean(query.alpha || query.beta || query.order || query.hash || query.deepen);
  const own = chosen?.window ? "" : "This algorithm chooses its windows itself";
  const points = (text: string) => text.replace("−", "-");
  return (
    <details class="make" open={isSet}>
      <summary>How it searches</summary>
      <div class="choices">
        <label title={own}>
          <span>α at the root</span>
          <input type="text" inputMode="numeric" size={6} placeholder="−∞" disabled={!chosen?.window} value={query.alpha ?? ""} onChange={(event) => setQuery({ alpha: points(event.currentTarget.value) }, true)} />
        </label>
        <label title={own}>
          <span>β at the root</span>
          <input type="text" inputMode="numeric" size={6} placeholder="∞" disabled={!chosen?.window} value={query.beta ?? ""} onChange={(event) => setQuery({ beta: points(event.currentTarget.value) }, true)} />
        </label>
        <label>
          <span>Order of moves</span>
          <select value={order} disabled={!chosen?.page || isByNodes(chosen)} onChange={(event) => setQuery({ order: event.currentTarget.value === "table" ? "" : event.currentTarget.value }, true)}>
            {!ORDERS.some((one) => one.order === order) && <option value={order}>{order}</option>}
            {ORDERS.map((one) => <option value={one.order}>{one.name}</option>)}
          </select>
        </label>
        <label>
          <span>Table</span>
          <select value={hash} disabled={!takesTable(chosen)} onChange={(event) => setQuery({ hash: Number(event.currentTarget.value) === HASH ? "" : event.currentTarget.value }, true)}>
            {!HASHES.some(({ bytes }) => bytes === hash) && <option value={hash}>{count(hash)} bytes</option>}
            {HASHES.map(({ bytes, name }) => <option value={bytes}>{name}</option>)}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" disabled={!chosen?.page || isByNodes(chosen)} checked={query.deepen === "on"} onChange={(event) => setQuery({ deepen: event.currentTarget.checked ? "on" : "" }, true)} />
          <span>Lesser depths first</span>
        </label>
      </div>
    </details>
  );
}
