// A report for designers of games, by what `secateur report --json` says.

import { TableShown } from "./Experiments";

interface Figure {
  title: string;
  says: string;
  means: string;
  good: string;
  verdict: string | null;
}

interface GameReport {
  game: string;
  about: string;
  games: number;
  positions: number;
  seconds: number;
  figures: Figure[];
  levels: { nodes: number; wins: number; draws: number; losses: number }[];
  firsts: { move: string; expected: number; proven: string | null; games: number }[];
  boards: { game: string; value: string | null }[];
}

export interface Report {
  program: string | null;
  games: GameReport[];
}

export function ReportShown({ report: { games, program } }: { report: Report }) {
  return (
    <>
      {games.map((game) => <GameShown game={game} />)}
      {program && <p class="quiet">By Secateur {program}.</p>}
    </>
  );
}

function GameShown({ game: { game, about, games, positions, seconds, figures, levels, firsts, boards } }: { game: GameReport }) {
  const percent = (part: number) => `${(100 * part).toFixed(0)} %`;
  const tables = [
    { name: "Games by strength", header: ["nodes a move", "first won", "drawn", "first lost"], rows: levels.map(({ nodes, wins, draws, losses }) => [nodes, wins, draws, losses].map(String)) },
    { name: "First moves", header: ["move", "expected", "proven", "games"], rows: firsts.map(({ move, expected, proven, games: played }) => [move, percent(expected), proven ?? "", String(played)]) },
    { name: "Other boards", header: ["board", "value"], rows: boards.map(({ game: board, value }) => [board, value ?? "not found in the time"]) },
  ];
  return (
    <section aria-label={game}>
      <h2>{game}</h2>
      <p>{about}.</p>
      <dl class="figures">
        {figures.map(({ title, says, means, good, verdict }) => (
          <div class="card">
            <dt>{title}</dt>
            <dd><b>{says}</b>{verdict && ` ${verdict}`}</dd>
            <dd class="quiet">{means} {good}</dd>
          </div>
        ))}
      </dl>
      {tables.filter(({ rows }) => rows.length > 0).map(({ name, header, rows }) => (
        <>
          <h3>{name}</h3>
          <TableShown name={`${game}, ${name}`} table={{ header, names: 1, rows }} />
        </>
      ))}
      <p class="quiet">From {games} games and {positions} positions, {seconds.toFixed(0)} seconds of work.</p>
    </section>
  );
}
