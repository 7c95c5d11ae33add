// Files of the laboratory: experiments with their charts, matches with their games, reports; live while they are written.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { checkAccess, close, keepHouse, open, PROGRAM, SITE } from "./house.mjs";

const EXPERIMENT = `name = "few"
about = "three algorithms on trees"
algorithms = ["minimax", "alpha-beta", "pvs-memory"]
settings = [["deepening=off"]]
hash = ["256KiB"]

[[games]]
game = "uniform"
positions.trees = { b = [3], d = [6], seeds = 5 }
depth = [2, 4, 6]

[report]
baseline = "minimax"
`;

/** One depth, so that charts have bars. */
const BARS = `name = "bars"
about = "three algorithms on Connect-4"
algorithms = ["minimax", "alpha-beta", "pvs-memory"]
settings = [["deepening=off"]]
hash = ["256KiB"]

[[games]]
game = "connect4"
positions.list = ["44", "4455", "3254"]
depth = [4]

[report]
baseline = "minimax"
`;

const folder = mkdtempSync(join(tmpdir(), "secateur-studies-"));
const at = (name) => join(folder, name);
const run = (...args) => promisify(execFile)(PROGRAM, args, { cwd: folder });
const match = (games) => run("match", "connect4", "mtd-f", "random", "--nodes", "300", "--games", String(games), "--store", "games.db");

after(() => rmSync(folder, { recursive: true }));

keepHouse(async () => {
  writeFileSync(at("few.toml"), EXPERIMENT);
  // The experiment is of another number of trees, so that some of its jobs are missing.
  writeFileSync(at("half.toml"), EXPERIMENT.replace("seeds = 5", "seeds = 3"));
  await run("lab", "run", "half.toml", "--store", "few.db");
  writeFileSync(at("bars.toml"), BARS);
  await run("lab", "run", "bars.toml", "--store", "bars.db");
  await match(6);
  await run("report", "nim", "--time", "2s", "--out", "nim.html", "--json", "nim.json");
  return ["--lab", "few.toml", "few.db", "games.db", "--lab", "nim.json", "--lab", "bars.toml", "bars.db"].map((name) => (name.includes(".") ? at(name) : name));
});

const shots = (page, name) => (process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : null);

/** Shots in light, in dark, and on a narrow screen. */
async function allShots(page, name) {
  if (!process.env.SHOTS) return;
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await shots(page, `${name}-${colorScheme}`);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await shots(page, `${name}-narrow`);
  await page.setViewportSize({ width: 1280, height: 860 });
}

test("without a server the page says what it takes", { skip: !SITE }, async () => {
  const page = await open("studies");
  await page.getByText("Files of the laboratory are shown by secateur serve --lab").waitFor();
  await checkAccess(page, "studies");
  await close(page);
});

test("an experiment is shown with what is missing, and with the rest once it is there", { skip: !!SITE }, async () => {
  const page = await open("studies");
  await page.getByRole("link", { name: /few\.toml/ }).click();
  await page.getByText("27 of 45 jobs done, 18 missing").waitFor();
  const chart = page.locator(".line-chart").first();
  assert.match(await chart.innerText(), /Nodes: uniform/);
  await chart.locator("canvas").waitFor({ state: "attached" });
  await run("lab", "run", "few.toml", "--store", "few.db");
  await page.getByText("All 45 jobs done").waitFor();
  const row = page.locator(".study table tbody tr", { hasText: "pvs-memory" }).last();
  const cells = await row.locator("td").allInnerTexts();
  const { stdout } = await run("lab", "export", "few.toml", "--store", "few.db", "--json");
  const nodes = stdout.trim().split("\n").map((line) => JSON.parse(line)).filter(({ algorithm, depth }) => algorithm === "pvs-memory" && depth === 6).map(({ nodes }) => nodes);
  const mean = Math.exp(nodes.map(Math.log).reduce((a, b) => a + b) / nodes.length);
  assert.deepEqual(cells.slice(0, 4), ["6", "pvs-memory", "5", Math.round(mean).toLocaleString("en")]);
  // The chart has the same numbers: at its last place, at another by the keyboard or the mouse, and without a line that is left out.
  const value = async (name) => (await chart.locator(".chart-legend li", { hasText: name }).locator("span").first().innerText()).replace(/ .*/, "");
  // (The table has whole nodes.)
  const isWorth = async (name, told) => assert.equal(Math.round(Number((await value(name)).replaceAll(",", ""))), Number(told.replaceAll(",", "")));
  const meanAt = (depth) => page.locator(".study table tbody tr", { hasText: "pvs-memory" }).filter({ hasText: new RegExp(`^${depth}`) }).first().locator("td").nth(3).innerText();
  await chart.locator(".read", { hasText: ": 6" }).waitFor();
  await isWorth("pvs-memory", cells[3]);
  await chart.getByRole("group").focus();
  await page.keyboard.press("ArrowLeft");
  await chart.locator(".read", { hasText: ": 4" }).waitFor();
  await isWorth("pvs-memory", await meanAt(4));
  await chart.locator(".u-over").hover({ position: { x: 4, y: 80 } });
  await chart.locator(".read", { hasText: ": 2" }).waitFor();
  await isWorth("pvs-memory", await meanAt(2));
  const ink = () => chart.locator("canvas").evaluate((canvas) => canvas.toDataURL());
  const before = await ink();
  await chart.getByRole("button", { name: "minimax" }).click();
  assert.equal(await chart.getByRole("button", { name: "minimax" }).getAttribute("aria-pressed"), "false");
  await page.waitForTimeout(200);
  assert.notEqual(await ink(), before);
  await chart.getByRole("button", { name: "minimax" }).click();
  await allShots(page, "experiment");
  await checkAccess(page, "experiment");
  await close(page);
});

test("bars are read off, by keys and by their values, and left out", { skip: !!SITE }, async () => {
  const page = await open("studies?file=4");
  const chart = page.locator(".line-chart").first();
  await chart.waitFor();
  assert.match(await chart.innerText(), /Nodes: connect4/);
  const inTable = async (name) => (await page.locator(".study table tbody tr", { hasText: name }).first().locator("td").nth(2).innerText());
  const row = (name) => chart.locator(".bar-row", { has: page.locator(".bar-name", { hasText: name }) });
  for (const name of ["minimax", "alpha-beta", "pvs-memory"]) assert.equal(await row(name).locator(".bar-said").innerText(), await inTable(name));
  // The longer bar is the greater value.
  const width = async (name) => (await row(name).locator(".chart-bar").boundingBox()).width;
  assert.ok((await width("minimax")) > (await width("alpha-beta")));
  await chart.getByRole("group").focus();
  await page.keyboard.press("ArrowDown");
  await chart.locator(".read", { hasText: `alpha-beta: ${await inTable("alpha-beta")}` }).waitFor();
  await row("pvs-memory").hover();
  await chart.locator(".read", { hasText: "pvs-memory" }).waitFor();
  await allShots(page, "bars");
  await checkAccess(page, "bars");
  await close(page);
});

test("a store of searches has a line for each method", { skip: !!SITE }, async () => {
  const page = await open("studies?file=1");
  await page.locator(".study tbody tr").first().waitFor();
  assert.equal(await page.locator(".study tbody tr").count(), 9);
  await checkAccess(page, "searches");
  await close(page);
});

test("a match grows while one looks, and its games open on the board", { skip: !!SITE }, async () => {
  const page = await open("studies?file=2");
  await page.getByText("6 games.", { exact: true }).waitFor();
  await match(10);
  await page.getByText("10 games.", { exact: true }).waitFor();
  const pairs = (await page.locator(".pentanomial").innerText()).split(" ").map(Number);
  assert.equal(pairs.reduce((a, b) => a + b, 0), 5);
  await allShots(page, "games");
  await checkAccess(page, "matches");
  const row = page.locator("tbody tr", { has: page.getByRole("link", { name: "Open game 3 on the board" }) });
  const moves = Number((await row.locator("td.number").last().innerText()));
  await row.getByRole("link").click();
  await page.locator(".table .board, .board").first().waitFor();
  const place = new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
  assert.equal(place.get("game"), "connect4");
  assert.equal(place.get("moves").split(",").length, moves);
  await close(page);
});

test("a report is shown by its figures", { skip: !!SITE }, async () => {
  const page = await open("studies?file=3");
  await page.getByRole("heading", { name: "nim" }).waitFor();
  assert.ok(await page.locator(".figures .card").count() > 5);
  await allShots(page, "report");
  await checkAccess(page, "report");
  await close(page);
});

test("the start page leads to what takes a server, where there is one", async () => {
  const page = await open("");
  const cards = { "A match, live": "match", "What suits a game?": "choose", Studies: "studies" };
  await page.getByRole("heading", { name: "Begin with one of these" }).waitFor();
  for (const [name, to] of Object.entries(cards)) {
    const card = page.locator(".cards a", { hasText: name });
    assert.equal(await card.count(), SITE ? 0 : 1, name);
    if (!SITE) assert.match(await card.getAttribute("href"), new RegExp(`^#/${to}\\b`));
  }
  await allShots(page, "home");
  await checkAccess(page, "home");
  await close(page);
});
