// What is played, against whom, with which clocks and colours.

import { games } from "../parts/lists";
import { TIMES } from "./clocks";
import { begin } from "./game";
import { against, go, level, place, query } from "./place";
import { choose, theme, THEMES } from "./themes";

const LEVELS = [
  "1, a beginner", "2", "3", "4, a casual player", "5", "6", "7, a strong player", "8", "9", "10, full strength",
];

export function Settings() {
  const boards = games.value.filter(({ look }) => look !== "tree");
  const { game } = place.value;
  const clock = query.value.clock ?? "";
  return (
    <div class="choices">
      <label>
        <span>Game</span>
        <select value={game} onChange={(event) => begin(event.currentTarget.value)}>
          {!boards.some(({ name, sizes }) => name === game || sizes.includes(game)) && <option value={game}>{game}</option>}
          {boards.map(({ name, sizes }) => [name, ...sizes].map((one) => <option value={one}>{one}</option>))}
        </select>
      </label>
      <label>
        <span>The program plays</span>
        <select value={against.value} onChange={(event) => go({ play: event.currentTarget.value }, false)}>
          <option value="second">second</option>
          <option value="first">first</option>
          <option value="none">not at all</option>
        </select>
      </label>
      <label>
        <span>Level</span>
        <select value={level.value} disabled={against.value === "none"} onChange={(event) => go({ level: event.currentTarget.value }, false)}>
          {LEVELS.map((name, n) => <option value={n + 1}>{name}</option>)}
        </select>
      </label>
      <label>
        <span>Clocks</span>
        <select value={clock} title="Minutes for each side, and seconds more with each move" onChange={(event) => go({ clock: event.currentTarget.value || undefined }, false)}>
          <option value="">none</option>
          {(clock && !TIMES.includes(clock) ? [clock, ...TIMES] : TIMES).map((time) => <option value={time}>{time}</option>)}
        </select>
      </label>
      <label>
        <span>Colours</span>
        <select value={theme.value} onChange={(event) => choose(event.currentTarget.value)}>
          {THEMES.map(({ id, name }) => <option value={id}>{name}</option>)}
        </select>
      </label>
    </div>
  );
}
