// The site without a server: its modules do what the program does, none is large, and a page loads those that it needs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { byProgram, compiled, contents, program, reply } from "../site/node.mjs";
import { message, POSITIONS } from "../site/positions.mjs";
import { address, close, keepHouse, open, SITE } from "./house.mjs";

/** The most bytes of a module, compressed. (Half of Othello's is data, such as the weights of its patterns.) */
const LARGEST = 1_500_000;
/** The most that the first search of the laboratory may load. */
const FIRST = 600_000;

if (SITE) keepHouse();
const skip = SITE ? false : "there is no site: SECATEUR_SITE names none";
const size = (file) => gzipSync(readFileSync(join(SITE, file)), { level: 9 }).length;

test("no module is large, and that of written trees is small", { skip }, () => {
  const { modules } = contents(SITE);
  for (const file of new Set(Object.values(modules))) {
    const bytes = size(file);
    console.log(`${file}: ${Math.round(bytes / 1000)} kB compressed`);
    assert.ok(bytes < LARGEST, `${file} has ${bytes} bytes`);
  }
  assert.ok(size(modules.tree) < FIRST);
});

/** What both say of a search, but for the time it took. */
const told = ({ value, best, pv, depth, nodes, leaves }) => ({ value, best, pv, depth, nodes, leaves });

test("every game is searched in its module as by the program: values, moves and nodes", { skip, timeout: 600_000 }, () => {
  const { games, modules } = contents(SITE);
  const shallow = games.flatMap(({ name, example }) => ["mtd-f", "engine"].map((algorithm) => ({ game: name, start: example, algorithm, depth: 3 })));
  const deep = POSITIONS.map((position) => ({ ...position, depth: position.depth - 4 }));
  assert.ok(games.length > 20);
  for (const position of [...shallow, ...deep]) {
    const { answer } = reply(compiled(SITE, modules[position.game]), message(position));
    assert.deepEqual(told(answer), told(byProgram(position)), JSON.stringify(position));
  }
});

test("the site has every game that the program has, in the same order", { skip }, () => {
  const listed = program(["games", "--json"]).map(({ name }) => name);
  assert.deepEqual(contents(SITE).games.map(({ name }) => name), listed);
});

test("pages load the modules that they need, each once", { skip }, async () => {
  const page = await open("");
  const loaded = [];
  page.on("request", (request) => request.url().endsWith(".wasm") && loaded.push(new URL(request.url()).pathname.slice(1)));
  await page.goto("about:blank");
  await page.goto(address());
  await page.getByText("See a search think.").waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual(loaded, []);
  await page.getByRole("link", { name: /The first cut/ }).click();
  await page.locator(".slider input").waitFor();
  const { modules } = contents(SITE);
  assert.deepEqual(loaded, [modules.tree]);
  await page.goto(address("#/board?game=connect4-5x4&play=none&analyse=on"));
  await page.locator(".lines li").first().waitFor();
  assert.deepEqual(loaded, [modules.tree, modules.connect4]);
  await close(page);
});
