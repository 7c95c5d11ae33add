// A game of Connect-4 between two levels, in Node: node play.mjs [GAME] [LEVEL OF X] [LEVEL OF O]

import { load } from "secateur";

const [name = "connect4", ...levels] = process.argv.slice(2);
const game = await load(name);
for (;;) {
  const { moves, outcome, repeated, drawing, side } = game.position();
  if (outcome || repeated) {
    console.log(`${drawing}\n${side}: ${outcome?.outcome ?? "draw"}, after ${moves.length} plies`);
    break;
  }
  const level = Number(levels[moves.length % 2] ?? 3 + 3 * (moves.length % 2));
  const { best } = game.opponent(level, moves.length);
  console.log(`${side}, level ${level}: ${best}`);
  game.play(best);
}
game.free();
