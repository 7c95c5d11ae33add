// Matches: shown as they are played, and stopped; without a server the page says what it takes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccess, close, keepHouse, open as openAt, SITE } from "./house.mjs";

keepHouse();

const open = (query) => openAt(`match?${new URLSearchParams(query)}`, { patience: 60_000 });

const counts = async (page) => (await page.locator(".pentanomial").first().innerText()).split(" ").map(Number);

test("without a server the page says what a match takes", { skip: !SITE }, async () => {
  const page = await open({ run: "1" });
  await page.getByText("Matches are played by secateur serve").waitFor();
  assert.equal(await page.getByRole("button", { name: "Play" }).isDisabled(), true);
  await checkAccess(page, "match");
  await close(page);
});

test("a match is shown on a board, with standings, to its end", { skip: !!SITE }, async () => {
  const page = await open({ game: "connect4", players: "mtd-f;random", limit: "3000", pairs: "4" });
  await page.getByRole("button", { name: "Play" }).click();
  await page.locator(".match-body .board").waitFor();
  await page.getByText("The match is over: 8 games.").waitFor();
  const pairs = await counts(page);
  assert.equal(pairs.reduce((a, b) => a + b, 0), 4);
  assert.ok(pairs[4] + pairs[3] >= 3, `a search beats chance: ${pairs}`);
  assert.match(await page.locator(".contenders tbody").first().innerText(), /mtd-f – random/);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/match.png`, fullPage: true });
  await checkAccess(page, "match");
  if (process.env.SHOTS) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.screenshot({ path: `${process.env.SHOTS}/match-narrow.png`, fullPage: true });
  }
  await close(page);
});

test("a match between three is stopped, and keeps its standings", { skip: !!SITE }, async () => {
  const page = await open({ game: "tictactoe", players: "engine;mtd-f;uct", limit: "500", pairs: "1000", run: "1" });
  await page.getByText(/^[1-9]\d* games? so far/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped after \d+ game/).waitFor();
  assert.equal(await page.locator(".pentanomial").count(), 3);
  await close(page);
});

test("what cannot play is told in a sentence", { skip: !!SITE }, async () => {
  const page = await open({ players: "uci:sh;mtd-f", run: "1" });
  await page.locator(".fault", { hasText: "other programs do not play here" }).waitFor();
  await close(page);
});
