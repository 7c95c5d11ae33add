// Setting up a position by hand: a palette, who moves, and whether it is a position.

import { beginEditing, canEdit, clear, draft, endEditing, mark, objection, playFromHere, setRest, text } from "./draft";
import { isEditing } from "./place";
import { Piece, pieceName } from "./Piece";
import { palette, turned } from "./template";

export function EditorButton() {
  return (
    <button type="button" aria-pressed={isEditing.value} disabled={!isEditing.value && !canEdit.value} title={canEdit.value ? undefined : "The positions of this game are typed: see Import"} onClick={() => (isEditing.value ? endEditing() : beginEditing())}>
      Set up a position
    </button>
  );
}

/** What stands below the board while a position is set up. */
export function Editor() {
  const at = draft.value;
  if (!isEditing.value || !at) return null;
  const { game, look } = at.from;
  const other = turned(at.rest);
  return (
    <section class="editor" aria-label="Set up a position">
      <h2>Set up a position</h2>
      <p class="quiet">Choose a piece, then click the cells that get it.</p>
      <div class="palette" role="group" aria-label="Pieces">
        {palette(at.from).map((one) => (
          <button type="button" aria-pressed={mark.value === one} aria-label={pieceName(one, game)} onClick={() => (mark.value = one)}>
            <svg viewBox="-50 -50 100 100" width="38" height="38" aria-hidden="true"><Piece mark={one} look={look} game={game} /></svg>
          </button>
        ))}
        <button type="button" aria-pressed={mark.value === null} onClick={() => (mark.value = null)}>Nothing</button>
      </div>
      <div class="buttons">
        <label>
          <span>{game === "chess" ? "Who moves, castling, en passant, counts" : "Behind the board: who moves, and more"}</span>
          <input type="text" value={at.rest} onInput={(event) => setRest(event.currentTarget.value)} />
        </label>
        {other !== null && <button type="button" onClick={() => setRest(other)}>The other side moves</button>}
        <button type="button" onClick={clear}>Empty the board</button>
      </div>
      <p class="quiet written">{text.value}</p>
      <p class="fault" role="alert">{objection.value && `${objection.value}.`}</p>
      <div class="buttons">
        <button type="button" class="primary" disabled={objection.value !== ""} onClick={() => playFromHere()}>Play from here</button>
        <button type="button" onClick={() => endEditing()}>Never mind</button>
      </div>
    </section>
  );
}
