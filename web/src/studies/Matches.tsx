// A store of matches: the standings of each game, and the games, each of which opens on the board.

import { MatchStandings } from "../match/MatchStandings";
import type { FileLine, KeptGame, Matches } from "../protocol";
import { link } from "../route";
import { count, counted } from "../words";

/** The games that the server lists at once. */
const LISTED = 100;

export function MatchesShown({ file, matches: { games, matches, from, list } }: { file: FileLine; matches: Matches }) {
  const turn = (to: number, name: string) => <a class="button" href={link("studies", { file: file.number, from: to || undefined })}>{name}</a>;
  return (
    <>
      <h2>{file.name}</h2>
      <p role="status">{games === 0 ? "No game has been played yet." : `${counted(games, "game")}.`}</p>
      {matches.map((summary) => (
        <>
          <h3>{summary.game}, {counted(summary.games, "game")}</h3>
          <MatchStandings standings={summary} />
        </>
      ))}
      {list.length > 0 && (
        <>
          <h3>Games</h3>
          <div class="contenders" role="region" aria-label="Games" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col" class="number">No.</th><th scope="col">Game</th><th scope="col" class="number">Pair</th><th scope="col">First – second</th>
                  <th scope="col">Result</th><th scope="col">Ended</th><th scope="col" class="number">Moves</th><th scope="col">Board</th>
                </tr>
              </thead>
              <tbody>{list.map((game) => <Row game={game} />)}</tbody>
            </table>
          </div>
          <p class="buttons">
            {from > 0 && turn(Math.max(0, from - LISTED), "Earlier games")}
            {from + list.length < games && turn(from + LISTED, "Later games")}
            <span class="quiet">{count(from + 1)} to {count(from + list.length)} of {count(games)}</span>
          </p>
        </>
      )}
    </>
  );
}

function Row({ game: { number, game, round, first, second, result, reason, plies, start, moves } }: { game: KeptGame }) {
  const board = link("board", { game, start, moves: moves.join(","), play: "none" });
  return (
    <tr>
      <td class="number">{number}</td><td>{game}</td><td class="number">{round}</td><th scope="row">{first} – {second}</th>
      <td>{result}</td><td>{reason}</td><td class="number">{plies}</td>
      <td><a href={board} aria-label={`Open game ${number} on the board`}>Open</a></td>
    </tr>
  );
}
