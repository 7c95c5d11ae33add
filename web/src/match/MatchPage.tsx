// A match between searches, as it is played.

import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Heaps } from "../board/Heaps";
import { Houses } from "../board/Houses";
import { theme } from "../board/themes";
import { isStatic } from "../link";
import { games, wantLists } from "../parts/lists";
import type { MatchPlan, Position } from "../protocol";
import { route, show } from "../route";
import { MatchStandings } from "./MatchStandings";
import { useMatch } from "./useMatch";
import "../board/board.css";

interface Query {
  game: string;
  start: string;
  /** With a semicolon between them: players have commas of their own. */
  players: string;
  by: string;
  limit: string;
  pairs: string;
  run: string;
}

const PLAYERS = "engine,level=4;engine,level=2";
const SEED = 1;

const set = (more: Partial<Query>) => show("match", { ...(route.value.query as Partial<Query>), run: "", ...more }, true);

const split = (text: string) => text.split(/[;\n]/).map((player) => player.trim()).filter(Boolean);

export function MatchPage() {
  useEffect(wantLists, []);
  const query = route.value.query as Partial<Query>;
  const game = query.game || "connect4";
  const start = query.start ?? "";
  const players = split(query.players || PLAYERS);
  const isTimed = query.by === "time";
  const limit = Number(query.limit) || (isTimed ? 100 : 2000);
  const pairs = Number(query.pairs) || 20;
  const limits = isTimed ? { time: limit } : { nodes: limit };
  const plan: MatchPlan = { game, start, players, ...limits, pairs, seed: SEED };
  const { running, playing, position, standings, game: last, error, stop } = useMatch(query.run && !isStatic ? plan : null);
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(players.join("\n")), [query.players]);
  return (
    <div class="compare match" data-theme={theme.value}>
      <h1>Matches</h1>
      <p class="quiet">Searches play each other, in pairs of games from one opening with colours changed. Players are written as <code>secateur match</code> takes them.</p>
      {isStatic && <p class="fault">Matches are played by <code>secateur serve</code>, and not in the browser alone.</p>}
      <form
        class="choices"
        onSubmit={(event) => {
          event.preventDefault();
          set({ players: split(typed).join(";"), run: "1" });
        }}
      >
        <label>
          <span>Game</span>
          <select value={game} onChange={(event) => set({ game: event.currentTarget.value, start: "" })}>
            {!games.value.some(({ name }) => name === game) && <option value={game}>{game}</option>}
            {games.value.map(({ name }) => <option value={name}>{name}</option>)}
          </select>
        </label>
        <label class="grow">
          <span>Players, one a line</span>
          <textarea rows={3} spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <label>
          <span>Each move</span>
          <select value={isTimed ? "time" : "nodes"} onChange={(event) => set({ by: event.currentTarget.value, limit: "" })}>
            <option value="nodes">by nodes</option>
            <option value="time">by milliseconds</option>
          </select>
        </label>
        <label>
          <span>{isTimed ? "Milliseconds" : "Nodes"}</span>
          <input type="number" min={1} value={limit} onChange={(event) => set({ limit: event.currentTarget.value })} />
        </label>
        <label>
          <span>Pairs of games</span>
          <input type="number" min={1} max={1000} value={pairs} onChange={(event) => set({ pairs: event.currentTarget.value })} />
        </label>
        {running ? <button type="button" onClick={stop}>Stop</button> : <button type="submit" class="primary" disabled={isStatic}>Play</button>}
      </form>
      <p class="fault" role="alert">{error ? `${error}.` : ""}</p>
      <p role="status">{told(running, standings, last)}</p>
      <div class="match-body">
        {position && playing && (
          <section class="table" aria-label="The game">
            <h2>Game {playing.number}: {playing.players[0]} – {playing.players[1]}</h2>
            <Shown position={position} />
          </section>
        )}
        {standings && <MatchStandings standings={standings} />}
      </div>
    </div>
  );
}

const nothing = () => undefined;
const NONE = new Map<string, string>();

function Shown({ position }: { position: Position }) {
  const shared = { position, canPlay: false, onPlay: nothing };
  if (position.look === "heaps") return <Heaps {...shared} />;
  if (position.look === "houses") return <Houses {...shared} flipped={false} values={NONE} hinted={[]} />;
  if (position.cells) return <Board {...shared} flipped={false} arrows={[]} values={NONE} />;
  return <pre class="drawing">{position.drawing}</pre>;
}

type State = ReturnType<typeof useMatch>;

/** How far it is. */
function told(running: boolean, standings: State["standings"], last: State["game"]): string {
  if (!standings) return running ? "The first game is under way, or waits for its turn …" : "";
  const games = `${standings.games} ${standings.games === 1 ? "game" : "games"}`;
  const ended = last ? ` Game ${last.number}: ${last.first} – ${last.second} ${last.result}, ${last.reason}.` : "";
  if (running) return `${games} so far.${ended}`;
  return standings.interrupted ? `Stopped after ${games}.` : `The match is over: ${games}.`;
}
