// The package as a page has it, in a browser: CHROMIUM.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { serve } from "../../site/serve.mjs";
import { browser } from "../../tests/house.mjs";

const house = await serve(process.env.SECATEUR_PACKAGE);
const chrome = await browser();
after(() => (house.close(), chrome.close()));

async function opened(path) {
  const page = await chrome.newPage();
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  await page.goto(`${house.url}${path}`);
  return { page, faults };
}

test("the example plays Othello", async () => {
  const { page, faults } = await opened("examples/play.html");
  await page.getByRole("button").first().click();
  await page.getByText(/^It answers [a-h][1-8], after [\d,]+ nodes\.$/).waitFor();
  assert.deepEqual(faults, []);
  await page.close();
});

test("a search in a worker leaves the page awake, and is ended by a signal", async () => {
  const { page } = await opened("examples/play.html");
  const found = await page.evaluate(async () => {
    const { load, Refused } = await import("../lib/npm/remote.js");
    const game = await load("connect4");
    await game.play("4");
    let frames = 0;
    const timer = setInterval(() => (frames += 1), 20);
    const depths = [];
    const report = ({ depth }) => void depths.push(depth);
    const answer = await game.analyse({ milliseconds: 20_000 }, { signal: AbortSignal.timeout(600), report });
    clearInterval(timer);
    // The game goes on where it was.
    await game.play(answer.best);
    const { moves } = await game.position();
    const why = await game.play("9").catch((error) => error instanceof Refused && error.message);
    const undone = [await game.undo(), await game.undo(), await game.undo()];
    game.free();
    const freed = await game.legal().catch((error) => error.message);
    return { frames, last: depths.at(-1), depth: answer.depth, moves, why, undone, freed };
  });
  assert.ok(found.frames > 5, `${found.frames} frames`);
  assert.ok(found.last >= 1 && found.depth === found.last, JSON.stringify(found));
  assert.equal(found.moves.length, 2);
  assert.match(found.why, /'9'/);
  assert.deepEqual([found.undone, found.freed], [[true, true, false], "the game was freed"]);
  await page.close();
});
