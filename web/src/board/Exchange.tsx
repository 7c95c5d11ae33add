// Games and positions as text, in and out.

import { signal } from "@preact/signals";
import { games } from "../parts/lists";
import { take } from "./taking";
import { explored, isOver, position } from "./game";
import { against, level, place, query } from "./place";
import { write } from "./pgn";

const pasted = signal("");
const sentence = signal("");
const said = signal("");

export function Exchange() {
  const game = games.value.find(({ name }) => name === place.value.game || place.value.game.startsWith(`${name}-`));
  const isChess = place.value.game === "chess";
  const submit = async (event: Event) => {
    event.preventDefault();
    sentence.value = "";
    await take(pasted.value).then(
      () => (pasted.value = ""),
      (refusal: Error) => (sentence.value = refusal.message),
    );
  };
  return (
    <details class="setup">
      <summary>Import, export, share</summary>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          <span>Paste a position ({game?.notation}), moves, or a game in PGN</span>
          <textarea rows={3} spellcheck={false} value={pasted.value} placeholder={game?.example} aria-invalid={sentence.value !== ""} onInput={(event) => (pasted.value = event.currentTarget.value)} />
        </label>
        <button type="submit">Open</button>
        <p class="fault" role="alert">{sentence.value && `${sentence.value}.`}</p>
      </form>
      <Copied name={isChess ? "The position (FEN)" : "The position"} text={position.value?.position ?? ""} rows={2} />
      <Copied name="The moves" text={position.value?.record.join(" ") ?? ""} rows={2} />
      <Copied name="The game with all lines (PGN)" text={position.value ? told() : ""} rows={5} file={`${place.value.game}.pgn`} />
      <button type="button" onClick={() => void copy(location.href, "The link")}>Copy the link to all this</button>
      <p class="quiet" role="status">{said.value}</p>
    </details>
  );
}

function told(): string {
  const view = position.value!;
  const program = `Secateur, level ${level.value}`;
  const players = [0, 1].map((player) => (against.value === "none" ? "?" : (against.value === "first") === (player === 0) ? program : "You")) as [string, string];
  const isBlackFirst = view.game === "chess" && view.sides[0] === "black";
  return write({ game: view.game, start: query.value.start ?? "", position: query.value.start ?? "", root: explored.value.root, players, result: isOver.value ? result() : null, isBlackFirst });
}

/** 1 if the first player has won. */
function result(): number | null {
  const view = position.value!;
  if (view.repeated) return 0;
  if (!view.outcome) return null;
  const sign = { win: 1, draw: 0, loss: -1 }[view.outcome.outcome];
  return view.player === 0 ? sign : -sign;
}

async function copy(text: string, name: string) {
  said.value = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error())).then(
    () => `${name} is copied.`,
    () => "The browser does not let the page copy: mark the text, and copy it.",
  );
}

function Copied({ name, text, rows, file }: { name: string; text: string; rows: number; file?: string }) {
  return (
    <div class="copied">
      <label><span>{name}</span><textarea rows={rows} readOnly value={text} onFocus={(event) => event.currentTarget.select()} /></label>
      <div class="buttons small">
        <button type="button" disabled={!text} onClick={() => void copy(text, name)} aria-label={`Copy: ${name}`}>Copy</button>
        {file && text && <a class="button" download={file} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>Save as a file</a>}
      </div>
    </div>
  );
}
