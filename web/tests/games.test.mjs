// Every game that comes with the program, played to its end by clicks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, close, keepHouse, open } from "./house.mjs";

keepHouse();

/** Where games begin that would take long from their own start. */
const BEGINNINGS = {
  connect4: { game: "connect4-5x4" },
  othello: { game: "othello-4x4" },
  domineering: { start: "4x4 V" },
  hex: { game: "hex-4x4" },
  nogo: { game: "nogo-4x4" },
  atarigo: { game: "atarigo-5x5" },
  go: { game: "go-3x3" },
  gomoku: { game: "gomoku-6x6" },
  clobber: { start: "XOX/OXO/XOX X" },
  dodgem: { start: "X../.X./.OO O" },
  breakthrough: { start: "OO/.O/.X/XX X" },
  amazons: { start: "O..O/.##./X..X X" },
  loa: { start: ".XX./O..O/O..O/.XX. X" },
  checkers: { start: "B:W18,21,K3:B1,5,10" },
  draughts: { start: "W:W33,38,K3:B8,12,17,K41" },
  morris: { start: "XX./.../.../OO..../.../.../... X 7,7" },
  kalah: { game: "kalah-4x3" },
};
/** The cells to click, where a game by chance would hardly end. */
const LINES = { chess: "f2 f3 e7 e5 g2 g4 d8 h4".split(" ") };
/** What ends a game, as the page says it. */
const OVER = /The game is over: .+ (has lost|wins)( by \d+)?\.|The game is over: a draw\.|The position came back: a draw\./;

/** Numbers by chance, the same ones each time. */
function dice(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

const movesOf = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("moves") ?? "";

/** What can be clicked next: the answers to a question first, then moves with a name or cells. */
async function choices(page, roll) {
  const asked = page.locator(".chooser button:not(.quiet)");
  if (await asked.count()) return asked;
  const [named, cells] = [page.locator(".moves-by-name button:enabled"), page.locator(".cell.target, .stick:enabled")];
  const [names, count] = [await named.count(), await cells.count()];
  return names > 0 && (count === 0 || roll(3) === 0) ? named : cells;
}

/** Clicks, and waits until the page shows what came of it. */
async function click(page, what) {
  const before = movesOf(page);
  await what.click();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  if (movesOf(page) !== before) await page.waitForFunction(() => document.querySelector(".status").textContent.trim() !== "");
}

async function playToTheEnd(page, line, roll) {
  for (const cell of line ?? []) await click(page, page.locator(`[data-name="${cell}"]`));
  for (let clicks = 0; clicks < 400; clicks += 1) {
    const status = await page.locator(".status").innerText();
    if (OVER.test(status)) return status;
    const things = await choices(page, roll);
    const count = await things.count();
    assert.ok(count > 0, `nothing to click: ${status} ${page.url()}`);
    await click(page, things.nth(roll(count)));
  }
  throw new Error(`not over after 400 clicks: ${page.url()}`);
}

test("every game is played to its end by clicks", { timeout: 600_000 }, async () => {
  const page = await open("board");
  await page.waitForFunction(() => document.querySelectorAll(".choices select option").length > 20);
  const names = await page.locator(".choices select").first().locator("option").evaluateAll((all) => all.map(({ value }) => value));
  const looks = new Set();
  for (const name of names.filter((name) => !/-\d/.test(name))) {
    const query = new URLSearchParams({ game: name, ...BEGINNINGS[name], play: "none" });
    await page.goto(address(`#/board?${query}`));
    await page.waitForFunction((name) => document.querySelector("h1").textContent === name && /to move/.test(document.querySelector(".status").textContent), name);
    const status = await playToTheEnd(page, LINES[name], dice(names.indexOf(name) + 1));
    const moves = movesOf(page).split(",").filter(Boolean).length;
    console.log(`${query.get("game")}: ${moves} moves. ${status.split("\n").at(-1)}`);
    assert.ok(moves > 0);
    looks.add(await page.locator(".table-top svg.board").evaluateAll((all) => all[0]?.classList[1] ?? "no board"));
  }
  assert.ok(looks.size > 8, [...looks].join(" "));
  await close(page);
});
