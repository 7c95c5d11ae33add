// Every algorithm on one position, side by side.

import { useEffect, useState } from "preact/hooks";
import { algorithms, games, wantLists } from "../parts/lists";
import { route, show } from "../route";
import { Contenders } from "./Contenders";
import { useComparison, type Plan } from "./useComparison";

interface Query {
  game: string;
  start: string;
  moves: string;
  depth: string;
  algorithms: string;
  deepen: string;
  order: string;
  hash: string;
  run: string;
}

const HASH = 16 << 20;
const GAME = "connect4";

const set = (more: Partial<Query>) => show("compare", { ...(route.value.query as Partial<Query>), run: "", ...more }, true);

export function ComparePage() {
  useEffect(wantLists, []);
  const query = route.value.query as Partial<Query>;
  const game = query.game || GAME;
  const start = query.start ?? "";
  const place = { game, start, moves: (query.moves ?? "").split(",").filter(Boolean) };
  const depth = Number(query.depth) || undefined;
  const chosen = (query.algorithms ?? "").split(",").filter(Boolean);
  const hash = Number(query.hash) || HASH;
  const plan: Plan = { place, depth, algorithms: chosen.length > 0 ? chosen : undefined, deepen: query.deepen === "on", order: query.order || "table", hash };
  const compared = useComparison(query.run ? plan : null);
  const [typed, setTyped] = useState(start);
  useEffect(() => setTyped(start), [game, start]);
  const { comparison, running, contenders, error } = compared;
  return (
    <div class="compare">
      <h1>Comparison</h1>
      <p class="quiet">Every algorithm searches the same position to the same depth, with an empty table. Values of exact ones are checked against plain alpha-beta.</p>
      <form
        class="choices"
        onSubmit={(event) => {
          event.preventDefault();
          set({ start: typed, run: "1" });
        }}
      >
        <label>
          <span>Game</span>
          <select value={game} onChange={(event) => set({ game: event.currentTarget.value, start: "", moves: "" })}>
            {!games.value.some(({ name }) => name === game) && <option value={game}>{game}</option>}
            {games.value.map(({ name }) => <option value={name}>{name}</option>)}
          </select>
        </label>
        <label class="grow">
          <span>Position</span>
          <input type="text" spellcheck={false} autocomplete="off" placeholder="the start" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <label>
          <span>Depth</span>
          <input type="number" min={1} max={40} placeholder="auto" title="By itself as deep as fits the time" value={query.depth ?? ""} onChange={(event) => set({ depth: event.currentTarget.value })} />
        </label>
        <label class="check">
          <input type="checkbox" checked={query.deepen === "on"} onChange={(event) => set({ deepen: event.currentTarget.checked ? "on" : "" })} />
          <span>Lesser depths first</span>
        </label>
        {running ? <button type="button" onClick={compared.stop}>Stop</button> : <button type="submit" class="primary">Compare</button>}
      </form>
      <Choice chosen={chosen} />
      <p class="fault" role="alert">{error ? `${error}.` : ""}</p>
      {compared.stopped && contenders.length === 0 && <p role="status">Stopped before the first answer.</p>}
      {(running || contenders.length > 0) && <Contenders contenders={contenders} comparison={comparison} running={running} plan={plan} />}
    </div>
  );
}

/** Which algorithms take part. */
function Choice({ chosen }: { chosen: string[] }) {
  const all = algorithms.value.filter(({ depth, source, name }) => depth && source !== "" && name !== "random" && name !== "reflex");
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    set({ algorithms: next.join(",") });
  };
  return (
    <details class="make" open={chosen.length > 0}>
      <summary>{chosen.length > 0 ? `${chosen.length} algorithms` : "All algorithms that search to a depth"}</summary>
      <div class="choices">
        {all.map(({ name, about }) => (
          <label class="check" title={about}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            <span>{name}</span>
          </label>
        ))}
        {chosen.length > 0 && <button type="button" onClick={() => set({ algorithms: "" })}>All of them</button>}
      </div>
    </details>
  );
}
