// What the games of a match say of its players.

import type { Pairing, Summary } from "../protocol";

export function MatchStandings({ standings }: { standings: Summary }) {
  const { ratings, pairings, repeats } = standings;
  return (
    <section class="contenders" aria-label="Standings">
      <div class="scrolled" role="region" aria-label="Results" tabIndex={0}>
        <table>
          <caption class="quiet">From the first one's point of view; Elo with its interval of 95 %, by the pairs of games that both were played.</caption>
          <thead>
            <tr>
              <th scope="col">Players</th><th scope="col" class="number">Won–drawn–lost</th><th scope="col" class="number">Score</th><th scope="col">Elo</th>
              <th scope="col" title="Pairs of games with 0, ½, 1, 1½ and 2 points">Pairs 0 ½ 1 1½ 2</th>
            </tr>
          </thead>
          <tbody>{pairings.map((pairing) => <Row pairing={pairing} />)}</tbody>
        </table>
      </div>
      {ratings && pairings.length > 1 && (
        <table>
          <caption class="quiet">Ratings from all pairings, with half of the interval of 95 %.</caption>
          <thead><tr><th scope="col">Player</th><th scope="col" class="number">Elo</th></tr></thead>
          <tbody>
            {[...ratings].sort((a, b) => b.elo - a.elo).map(({ player, elo, error }) => (
              <tr><th scope="row">{player}</th><td class="number">{whole(elo)} ± {error.toFixed(0)}</td></tr>
            ))}
          </tbody>
        </table>
      )}
      {repeats > 0 && <p class="quiet">{repeats} of the games had the same moves as an earlier one: they tell less than their number says.</p>}
    </section>
  );
}

function Row({ pairing }: { pairing: Pairing }) {
  const { first, second, wins, draws, losses, score_percent: score, pairs } = pairing;
  return (
    <tr>
      <th scope="row">{first} – {second}</th>
      <td class="number">{wins}–{draws}–{losses}</td>
      <td class="number">{score === null ? "" : `${score.toFixed(1)} %`}</td>
      <td>{elo(pairing)}</td>
      <td class="pentanomial">{pairs.join(" ")}</td>
    </tr>
  );
}

const whole = (elo: number) => (elo < 0 ? `−${(-elo).toFixed(0)}` : elo.toFixed(0));

/** An end of the interval that is open is infinite. */
const end = (elo: number | null, infinite: string) => (elo === null ? infinite : whole(elo));

function elo({ elo, elo_low, elo_high, score_percent }: Pairing): string {
  if (score_percent === null) return "";
  const middle = end(elo, score_percent > 50 ? "∞" : "−∞");
  // Where nothing varies, no interval is known.
  if (elo_low === null && elo_high === null) return `${middle} (interval not known yet)`;
  return `${middle} (${end(elo_low, "−∞")} to ${end(elo_high, "∞")})`;
}
