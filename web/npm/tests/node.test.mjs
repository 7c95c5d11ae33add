// The package as a program in Node has it: SECATEUR_PACKAGE is where it is installed, SECATEUR_OWN a module with a game of one's own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.SECATEUR_PACKAGE;
const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const { games, load, open, Refused } = await import(pathToFileURL(join(folder, exports["."].default)).href);

test("a game is played, looked at and taken back", async () => {
  const game = await load("connect4");
  game.play("4", "4");
  assert.deepEqual(game.legal().sort(), ["1", "2", "3", "4", "5", "6", "7"]);
  assert.equal(game.position().moves.length, 2);
  assert.equal(game.undo(), true);
  assert.equal(game.position().moves.length, 1);
  game.set("4455");
  assert.equal(game.position().side, "X");
  assert.equal(game.undo(), false);
  game.free();
  assert.throws(() => game.analyse(), { name: "Refused", message: "the game was freed" });
});

test("searches keep their limits, tell of themselves, and are ended", async () => {
  const game = await load("connect4");
  const depths = [];
  const found = game.analyse({ depth: 8, algorithm: "mtd-f" }, ({ depth }) => void depths.push(depth));
  assert.equal(found.depth, 8);
  assert.ok(depths.length > 4 && depths.every((depth, n) => n === 0 || depth >= depths[n - 1]), String(depths));
  const ended = game.analyse({ depth: 40 }, ({ depth }) => depth < 6);
  assert.equal(ended.stopped_by, "interrupt");
  assert.ok(ended.depth >= 6 && ended.depth < 10, String(ended.depth));
  assert.ok(game.analyse({ nodes: 5_000 }).nodes <= 6_000);
  const start = performance.now();
  game.analyse({ milliseconds: 150 });
  assert.ok(performance.now() - start < 1_500);
  const thrown = () => game.analyse({ depth: 40 }, () => { throw new Error("mine"); });
  assert.throws(thrown, { message: "mine" });
  // Nothing is left broken behind it.
  assert.equal(game.analyse({ depth: 3 }).depth, 3);
});

test("levels, values and solutions", async () => {
  const game = await load("connect4");
  game.set("4455");
  assert.ok(game.legal().includes(game.opponent(1, 7).best));
  const values = game.values({ depth: 6 });
  assert.equal(values.length, 7);
  assert.equal(values[0].outcome, "win");
  assert.equal(game.solve().solved.outcome, "win");
  game.set("");
  assert.equal(game.solve({ nodes: 1_000 }).unsolved.stopped_by, "nodes");
});

test("what cannot be done is refused in a sentence", async () => {
  const game = await load("connect4");
  const refused = (wrong, message) => assert.throws(wrong, (error) => error instanceof Refused && message.test(error.message));
  refused(() => game.play("9"), /'9'/);
  assert.equal(game.position().moves.length, 0);
  refused(() => game.set("x"), /expected/);
  refused(() => game.analyse({ algorithm: "best" }), /'best'/);
  game.play("4", "3", "4", "3", "4", "3", "4");
  assert.equal(game.position().outcome.outcome, "loss");
  refused(() => game.analyse(), /game is over/);
  await assert.rejects(load("go-fish"), (error) => error instanceof Refused && /unknown game 'go-fish', expected one of .*connect4/.test(error.message));
});

test("games are listed, and boards of other sizes are there", async () => {
  const names = (await games()).map(({ name }) => name);
  assert.ok(names.includes("connect4") && names.includes("othello"), names.join());
  assert.equal((await load("connect4-5x4")).legal().length, 5);
});

test("a game of one's own", async () => {
  const game = await open(pathToFileURL(process.env.SECATEUR_OWN), "my-game");
  game.play("c3", "b2");
  assert.ok(game.legal().includes(game.analyse({ depth: 4 }).best));
  const module = await WebAssembly.compile(readFileSync(process.env.SECATEUR_OWN));
  assert.equal((await open(module, "my-game")).legal().length, 25);
  await assert.rejects(open(module, "connect4"), (error) => error instanceof Refused);
});
