// Which search suits a game: races of exact searches and games of the engine, as they go.

import { useEffect, useState } from "preact/hooks";
import { isStatic } from "../link";
import { games, wantLists } from "../parts/lists";
import type { Choice, ChoosePlan, Played } from "../protocol";
import { route, show } from "../route";
import { count } from "../words";
import { RaceShown } from "./Race";
import { useChoice, type ChoiceState } from "./useChoice";

interface Query {
  game: string;
  measure: string;
  effort: string;
  run: string;
}

const SEED = 1;

const set = (more: Partial<Query>) => show("choose", { ...(route.value.query as Partial<Query>), run: "", ...more }, true);

export function ChoosePage() {
  useEffect(wantLists, []);
  const query = route.value.query as Partial<Query>;
  const game = query.game || "connect4";
  const plan: ChoosePlan = { game, measure: query.measure === "time" ? "time" : "nodes", effort: query.effort === "usual" ? "usual" : "quick", seed: SEED };
  const state = useChoice(query.run && !isStatic ? plan : null);
  const { races, played, choice, running, error, stop } = state;
  return (
    <div class="compare choice">
      <h1>Choice</h1>
      <p class="quiet">
        Which search suits a game? Exact searches race over positions of the game’s own play, and those that are worse beyond doubt are out; then games show whether the best of
        them or the engine plays better. It is <code>secateur choose</code>.
      </p>
      {isStatic && <p class="fault">Searches are chosen by <code>secateur serve</code>, and not in the browser alone.</p>}
      <form
        class="choices"
        onSubmit={(event) => {
          event.preventDefault();
          set({ run: "1" });
        }}
      >
        <label>
          <span>Game</span>
          <select value={game} onChange={(event) => set({ game: event.currentTarget.value })}>
            {!games.value.some(({ name }) => name === game) && <option value={game}>{game}</option>}
            {games.value.map(({ name }) => <option value={name}>{name}</option>)}
          </select>
        </label>
        <label>
          <span>What counts</span>
          <select value={plan.measure} onChange={(event) => set({ measure: event.currentTarget.value })}>
            <option value="nodes">nodes</option>
            <option value="time">time</option>
          </select>
        </label>
        <label>
          <span>Effort</span>
          <select value={plan.effort} onChange={(event) => set({ effort: event.currentTarget.value })}>
            <option value="quick">a first impression</option>
            <option value="usual">minutes</option>
          </select>
        </label>
        {running ? <button type="button" onClick={stop}>Stop</button> : <button type="submit" class="primary" disabled={isStatic}>Choose</button>}
      </form>
      <p class="fault" role="alert">{error ? `${error}.` : ""}</p>
      <p role="status">{told(state)}</p>
      {running && <Progress state={state} />}
      {choice && <Chosen choice={choice} game={game} />}
      {played.length > 0 && <Games played={played} />}
      {[...races].reverse().map((race) => <RaceShown race={race} />)}
    </div>
  );
}

/** How far it is. */
function told({ running, choosing, choice, stopped }: ChoiceState): string {
  if (choice) return "The choice is made.";
  if (stopped) return "Stopped before the choice was made.";
  if (!running) return "";
  if (!choosing) return "It waits for its turn …";
  const left = choosing.left > 2 ? `, ${choosing.left} left` : "";
  return `Now: ${choosing.stage}${left} …`;
}

function Progress({ state: { choosing } }: { state: ChoiceState }) {
  const { done, steps } = choosing ?? { done: 0, steps: null };
  return (
    <p class="jobs">
      <progress max={steps ?? undefined} value={steps === null ? undefined : done} aria-label="Searches or pairs of games of this stage" />
      {steps !== null && <span class="quiet">{count(done)} of {count(steps)} at most</span>}
    </p>
  );
}

/** What came of it, and the profile. */
function Chosen({ choice: { positions, smallest, fastest, play, profile }, game }: { choice: Choice; game: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(profile).then(() => setCopied(true), () => undefined);
  return (
    <section class="chosen" aria-label="The choice">
      <dl>
        <dt>Plays best</dt><dd>{play}.</dd>
        <dt>Smallest tree</dt><dd>{smallest}.</dd>
        <dt>Fastest</dt><dd>{fastest}.</dd>
        <dt>Positions</dt><dd>{positions}.</dd>
      </dl>
      <h2>Profile</h2>
      <p class="quiet">Saved as a file, <code>secateur analyse {game} --profile FILE</code> searches by it, and so do other commands.</p>
      <pre class="file" tabIndex={0}>{profile}</pre>
      <p class="buttons"><button type="button" onClick={copy}>Copy the profile</button><span role="status">{copied ? "Copied." : ""}</span></p>
    </section>
  );
}

function Games({ played }: { played: Played[] }) {
  const percent = (share: number | null) => (share === null ? "–" : `${share.toFixed(1)} %`);
  return (
    <section class="contenders" role="region" aria-label="Games" tabIndex={0}>
      <table>
        <caption class="quiet">From the first one’s point of view, with the interval of 95 %.</caption>
        <thead>
          <tr><th scope="col">Games</th><th scope="col" class="number">Number</th><th scope="col" class="number">Score</th><th scope="col">95 %</th><th scope="col">Verdict</th></tr>
        </thead>
        <tbody>
          {[...played].reverse().map(({ first, second, games: number, score_percent: score, score_low: low, score_high: high, verdict }) => (
            <tr>
              <th scope="row">{first} – {second}</th><td class="number">{count(number)}</td><td class="number">{percent(score)}</td>
              <td>{low === null ? "" : `${low.toFixed(1)} to ${high?.toFixed(1)}`}</td><td>{verdict === "-" ? "" : verdict}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
