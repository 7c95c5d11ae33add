// A board: play, take back, analyse. All that it shows is in the address.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Asked } from "../link";
import { games, wantLists } from "../parts/lists";
import type { Answer, Legal, Place, Position, Solution } from "../protocol";
import { link, route, show } from "../route";
import { Analysis } from "./Analysis";
import { Board } from "./Board";
import { Heaps } from "./Heaps";
import { worth } from "./worth";

const LEVELS = [
  "1, a beginner", "2", "3", "4, a casual player", "5", "6", "7, a strong player", "8", "9", "10, full strength",
];

export function BoardPage() {
  useEffect(wantLists, []);
  const query = route.value.query;
  const place: Place = { game: query.game || "connect4", start: query.start ?? "", moves: (query.moves ?? "").split(",").filter(Boolean) };
  const key = JSON.stringify(place);
  const level = Number(query.level) || 4;
  const against = query.play ?? "second"; // the side of the program: first, second or none
  const [position, setPosition] = useState<Position | null>(null);
  const [error, setError] = useState("");
  const [thinking, setThinking] = useState(false);
  const [typed, setTyped] = useState(place.start);
  const [undone, setUndone] = useState<string[]>([]);
  const [hints, setHints] = useState<Legal[]>([]);
  const [values, setValues] = useState<Answer[]>([]);
  const [solution, setSolution] = useState<Solution | null>(null);
  const [busy, setBusy] = useState("");
  const search = useRef<Asked | null>(null);

  const go = (more: Record<string, string | undefined>, remember = true) => show("board", { ...query, game: place.game, ...more }, remember);
  const to = (moves: string[]) => go({ moves: moves.join(",") });

  useEffect(() => {
    let isWanted = true;
    setHints([]);
    setValues([]);
    setSolution(null);
    search.current?.stop();
    ask({ position: place }).done.then(
      ({ position }) => isWanted && (setPosition(position!), setError("")),
      (refusal: Error) => isWanted && setError(refusal.message),
    );
    return () => void (isWanted = false);
  }, [key]);
  useEffect(() => setTyped(place.start), [place.start, place.game]);

  const isHere = position !== null && position.game === place.game && position.moves.length === place.moves.length;
  const isOver = position !== null && (position.outcome !== null || position.repeated);
  const programMoves = isHere && !isOver && against !== "none" && (against === "first") === (position.player === 0);
  useEffect(() => {
    if (!programMoves || query.analyse === "on") return undefined;
    setThinking(true);
    const begun = Date.now();
    const asked = ask({ opponent: { place, level, seed: Math.floor(Math.random() * 2 ** 31) } });
    let isWanted = true;
    asked.done.then(
      ({ answer }) => {
        const best = answer!.best;
        // An answer in no time at all is hard to follow with the eye.
        setTimeout(() => isWanted && best && to([...place.moves, best]), Math.max(0, 350 - (Date.now() - begun)));
      },
      (refusal: Error) => isWanted && setError(refusal.message),
    );
    return () => {
      isWanted = false;
      setThinking(false);
      asked.stop();
    };
  }, [key, programMoves, level, query.analyse]);

  const play = (move: string) => {
    setUndone([]);
    to([...place.moves, move]);
  };
  const canPlay = isHere && !isOver && (!programMoves || query.analyse === "on");
  const takeBack = () => {
    const back = against !== "none" && query.analyse !== "on" && place.moves.length > 1 && !programMoves && !isOver ? 2 : 1;
    setUndone([...place.moves.slice(-back), ...undone]);
    to(place.moves.slice(0, -back));
  };
  const forward = () => {
    const [first, ...rest] = undone;
    if (first === undefined) return;
    setUndone(rest);
    to([...place.moves, first]);
  };
  const worthOfAll = () => {
    setBusy("values");
    search.current = ask({ values: { place, request: { limits: { time: { secs: 4, nanos: 0 } }, resources: { hash: 16 << 20 } } } }, (said) => setValues(said.values ?? []));
    search.current.done.then(({ values }) => setValues(values ?? []), () => undefined).finally(() => setBusy(""));
  };
  const solve = () => {
    setBusy("solve");
    search.current = ask({ solve: { place, request: { limits: { time: { secs: 20, nanos: 0 } }, resources: { hash: 64 << 20 } } } });
    search.current.done.then(({ solution }) => setSolution(solution ?? null), (refusal: Error) => setError(refusal.message)).finally(() => setBusy(""));
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (/^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowLeft" && place.moves.length > 0) takeBack();
      else if (event.key === "ArrowRight") forward();
      else if (event.key === "f") go({ flip: query.flip ? undefined : "on" }, false);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const boards = games.value.filter(({ look }) => look !== "tree");
  const game = games.value.find(({ name }) => name === place.game || place.game.startsWith(`${name}-`));
  const written = new Map(values.map((answer) => [answer.best ?? "", worth(answer, place.game, true)]));
  const buttons = position?.legal.filter(({ path }) => path.length === 0) ?? [];
  return (
    <div class="play">
      <div class="play-head">
        <h1>{game?.name ?? place.game}</h1>
        <p class="quiet">{game?.about}</p>
      </div>
      <div class="play-body">
        <section class="table" aria-label="The board">
          {position?.cells ? (
            <Board position={position} flipped={query.flip === "on"} canPlay={canPlay} hints={hints} values={written} onPlay={play} />
          ) : position?.look === "heaps" ? (
            <Heaps position={position} canPlay={canPlay} onPlay={play} />
          ) : (
            position && <pre class="drawing" role="img" aria-label={`The position: ${position.drawing}`}>{position.drawing}</pre>
          )}
          {position?.cells && position.game.startsWith("dobutsu") && <p class="hands">{position.drawing.split("\n").slice(5).join(" ")}</p>}
          {buttons.length > 0 && position?.look !== "heaps" && (
            <div class="moves-by-name" role="group" aria-label="Moves">
              {buttons.map(({ move, record }) => (
                <button type="button" disabled={!canPlay} onClick={() => play(move)}>
                  {record}
                  {written.get(move) && <small> {written.get(move)}</small>}
                </button>
              ))}
            </div>
          )}
          <p class="status" role="status">{error ? `${error}.` : status(position, isHere, programMoves, thinking && query.analyse !== "on")}</p>
        </section>
        <aside class="side" aria-label="The game">
          <div class="buttons">
            <button type="button" onClick={takeBack} disabled={place.moves.length === 0} title="Take back (←)">◀ Take back</button>
            <button type="button" onClick={forward} disabled={undone.length === 0} title="Forward (→)" aria-label="Forward">▶</button>
            <button type="button" onClick={() => (setUndone([]), to([]))} disabled={place.moves.length === 0}>New game</button>
            <button type="button" onClick={() => go({ flip: query.flip ? undefined : "on" }, false)} aria-pressed={query.flip === "on"} title="Turn the board (f)">Turn</button>
          </div>
          <div class="choices">
            <label>
              <span>Game</span>
              <select value={place.game} onChange={(event) => show("board", { ...query, game: event.currentTarget.value, moves: "", start: "", flip: "" }, true)}>
                {!boards.some(({ name, sizes }) => name === place.game || sizes.includes(place.game)) && <option value={place.game}>{place.game}</option>}
                {boards.map(({ name, sizes }) => [name, ...sizes].map((one) => <option value={one}>{one}</option>))}
              </select>
            </label>
            <label>
              <span>The program plays</span>
              <select value={against} onChange={(event) => go({ play: event.currentTarget.value }, false)}>
                <option value="second">second</option>
                <option value="first">first</option>
                <option value="none">not at all</option>
              </select>
            </label>
            <label>
              <span>Level</span>
              <select value={level} disabled={against === "none"} onChange={(event) => go({ level: event.currentTarget.value }, false)}>
                {LEVELS.map((name, n) => <option value={n + 1}>{name}</option>)}
              </select>
            </label>
          </div>
          {position && <Moves position={position} onGo={(n) => (setUndone(place.moves.slice(n)), to(place.moves.slice(0, n)))} />}
          <Analysis
            isOn={query.analyse === "on"}
            place={place}
            position={isHere ? position : null}
            onSwitch={(on) => go({ analyse: on ? "on" : undefined }, false)}
            onLine={(moves) => (setUndone([]), to([...place.moves, ...moves]))}
            onHints={setHints}
          />
          <section class="tools">
            <div class="buttons">
              <button type="button" onClick={worthOfAll} disabled={!isHere || isOver || busy !== ""}>{busy === "values" ? "Valuing…" : "Value of each move"}</button>
              <button type="button" onClick={solve} disabled={!isHere || isOver || busy !== ""}>{busy === "solve" ? "Solving…" : "Solve"}</button>
              {busy !== "" && <button type="button" onClick={() => search.current?.stop()}>Stop</button>}
              <a class="button" href={link("tree", { game: place.game, start: place.start, moves: place.moves.join(","), depth: 3, algorithm: "alpha-beta" })}>Look into a search</a>
            </div>
            {solution && <p class="solved">{solvedText(solution, place.game)}</p>}
            {values.length > 0 && position && <Values values={values} position={position} game={place.game} onPlay={canPlay ? play : undefined} />}
          </section>
          <details class="setup">
            <summary>Position, moves, link</summary>
            <form onSubmit={(event) => (event.preventDefault(), go({ start: typed.trim(), moves: "" }))}>
              <label><span>Begin with ({game?.notation})</span>
                <textarea rows={2} spellcheck={false} value={typed} placeholder={game?.example} onInput={(event) => setTyped(event.currentTarget.value)} />
              </label>
              <button type="submit">Set up</button>
            </form>
            <label><span>The position now</span><textarea rows={2} readOnly value={position?.position ?? ""} /></label>
            <label><span>The moves</span><textarea rows={2} readOnly value={position?.record.join(" ") ?? ""} /></label>
            <button type="button" onClick={() => void navigator.clipboard?.writeText(location.href)}>Copy the link to this position</button>
          </details>
        </aside>
      </div>
    </div>
  );
}

function status(position: Position | null, isHere: boolean, programMoves: boolean, thinking: boolean): string {
  if (!position || !isHere) return "";
  if (position.repeated) return "The position came back: a draw.";
  if (position.outcome) {
    const { outcome, by } = position.outcome;
    if (outcome === "draw") return "The game is over: a draw.";
    const margin = by === null ? "" : ` by ${by}`;
    return outcome === "win" ? `The game is over: ${position.side} wins${margin}.` : `The game is over: ${position.side} has lost${margin}.`;
  }
  if (programMoves && thinking) return `${position.side} to move: the program thinks…`;
  return `${position.side} to move.`;
}

function Moves({ position, onGo }: { position: Position; onGo(n: number): void }) {
  const holder = useRef<HTMLOListElement>(null);
  useEffect(() => void (holder.current && (holder.current.scrollTop = holder.current.scrollHeight)), [position]);
  if (position.record.length === 0) return null;
  return (
    <ol class="moves" ref={holder} aria-label="Moves so far">
      {position.record.map((move, n) => (
        <li>
          <button type="button" class="plain" aria-current={n === position.record.length - 1 ? "step" : undefined} onClick={() => onGo(n + 1)}>{move}</button>
        </li>
      ))}
    </ol>
  );
}

function Values({ values, position, game, onPlay }: { values: Answer[]; position: Position; game: string; onPlay?(move: string): void }) {
  const records = new Map(position.legal.map(({ move, record }) => [move, record]));
  return (
    <table class="values">
      <caption>For {position.side}, who is to move; searched {values[0]!.depth} plies deep</caption>
      <tbody>
        {values.slice(0, 40).map((answer) => (
          <tr>
            <th scope="row">{onPlay ? <button type="button" class="plain" onClick={() => onPlay(answer.best!)}>{records.get(answer.best ?? "") ?? answer.best}</button> : answer.best}</th>
            <td>{worth(answer, game)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function solvedText({ solved, unsolved }: Solution, game: string): string {
  if (solved) {
    const value = game.startsWith("connect4") || game.startsWith("othello") ? ` (${solved.value > 0 ? "+" : ""}${solved.value})` : "";
    return `Solved: a ${solved.outcome} for the side to move${value}${solved.best ? `, by ${solved.best}` : ""}; ${solved.nodes.toLocaleString("en")} nodes.`;
  }
  const [low, high] = [unsolved?.at_least, unsolved?.at_most];
  return `Not solved in the time given: at least ${low ?? "?"}, at most ${high ?? "?"}.`;
}
