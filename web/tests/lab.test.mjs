// The laboratories: traces of what runs over a table, and comparisons.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, checkAccess, close, keepHouse, open as openAt } from "./house.mjs";

keepHouse();

const open = (page, query) => openAt(`${page}?${new URLSearchParams(query)}`, { patience: 120_000 });

const titleOf = (page) => page.locator(".step h2").innerText();

/** Steps on, one by one, as long as `see` wants to see more of what the panel says. */
async function walk(page, most, see) {
  for (let n = 1; n <= most; n += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((n) => document.querySelector(".slider input").value === String(n), n);
    if (!see(await page.locator(".step").innerText(), n)) return;
  }
}

test("df-pn is stepped through: looks, thresholds, and the reason to turn back", async () => {
  const page = await open("tree", { game: "dodgem", start: "3x3", algorithm: "df-pn", nodes: "200" });
  await page.locator(".slider input").waitFor();
  assert.equal(await titleOf(page), "Begin at the root");
  assert.match(await page.locator(".step").innerText(), /Proof and disproof number: 1:3\. It stays until that is settled/);
  const told = new Set();
  const parts = ["A look at", "Go into", "It stays until they come to", "Its proof number has come to its threshold", "Its disproof number has come to its threshold", "proven for its side to move"];
  await walk(page, 200, (text) => {
    parts.filter((part) => text.includes(part)).forEach((part) => told.add(part));
    return told.size < parts.length;
  });
  assert.equal(told.size, parts.length, [...told].join(", "));
  assert.match(await page.locator(".path thead").innerText(), /proof : disproof\s+until/);
  await close(page);
});

test("df-pn ends with the root's numbers, which stand in the tree", async () => {
  const page = await open("tree", { game: "tictactoe", start: "XO./.../...", algorithm: "df-pn" });
  await page.locator(".slider input").waitFor();
  await page.keyboard.press("End");
  await page.getByText("What is asked is proven for its side to move").waitFor();
  assert.equal(await titleOf(page), "Back from the root, 0:∞");
  assert.ok((await page.locator(".node text").allTextContents()).includes("0:∞"));
  await close(page);
});

test("proof numbers of a tree change from step to step", async () => {
  const page = await open("tree", { game: "dodgem", start: "3x3", algorithm: "pn", nodes: "60" });
  await page.locator(".slider input").waitFor();
  const root = () => page.locator(".path tbody tr").first().locator("td").first().innerText();
  const seen = [await root()];
  assert.match(await page.locator(".path caption").innerText(), /stands by now/);
  const last = Number(await page.locator(".slider input").getAttribute("max"));
  for (let n = 1; n <= last; n += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((n) => document.querySelector(".slider input").value === String(n), n);
    seen.push(await root());
  }
  assert.equal(seen[0], "1 : 1");
  assert.ok(new Set(seen).size > 3, seen.join(", "));
  await close(page);
});

test("the engine's tricks are told by name", async () => {
  const page = await open("tree", { game: "chess", depth: "5", algorithm: "engine" });
  await page.locator(".slider input").waitFor();
  assert.equal(await page.getByRole("checkbox", { name: "Ask me" }).isDisabled(), true);
  const told = new Set();
  for (let n = 0; n < 400 && told.size < 3; n += 1) {
    const before = await page.locator(".slider input").inputValue();
    await page.keyboard.press(n % 2 ? "c" : "ArrowRight");
    await page.waitForFunction((before) => document.querySelector(".slider input").value !== before, before);
    const text = await page.locator(".step").innerText();
    if (/A late move: it is searched less deep/.test(text)) told.add("reductions");
    if (/Left out by|Quiet moves are left out/.test(text)) told.add("left out");
    if (/the static value is so high|even passing is good enough|The table says/.test(text)) told.add("ends");
  }
  assert.equal(told.size, 3, [...told].join(", "));
  await close(page);
});

test("all algorithms are compared, live, and each leads to its trace", async () => {
  const page = await open("compare", { game: "connect4", start: "4455", depth: "5" });
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator(".contenders tbody tr").nth(2).waitFor();
  await page.getByText("All exact algorithms agree on the value.").waitFor();
  const rows = page.locator(".contenders tbody tr");
  assert.ok((await rows.count()) > 15);
  const names = await rows.locator("th").allTextContents();
  assert.ok(names.includes("minimax") && names.includes("mtd-f") && names.some((name) => name.startsWith("engine")));
  // Ordered by nodes, exact or not, the fewest first.
  await page.getByRole("button", { name: /^Nodes/ }).click();
  const nodes = (await rows.locator("td:first-of-type").allTextContents()).map((text) => Number(text.replaceAll(",", "")));
  assert.deepEqual(nodes, [...nodes].sort((a, b) => a - b));
  assert.equal(await page.locator(".contenders tr.best").count(), 1);
  await rows.filter({ hasText: "mtd-step" }).getByRole("link").click();
  await page.locator(".slider input").waitFor();
  const query = await page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])));
  assert.deepEqual([query.game, query.start, query.depth, query.algorithm], ["connect4", "4455", "5", "mtd-step"]);
  await close(page);
});

test("a comparison is of the algorithms that were chosen, and can be stopped", async () => {
  const page = await open("compare", { game: "connect4", depth: "4", algorithms: "pvs,minimax", run: "1" });
  await page.getByText("All exact algorithms agree on the value.").waitFor();
  assert.deepEqual((await page.locator(".contenders tbody th").allTextContents()).sort(), ["minimax", "pvs"]);
  await page.goto(address(`#/compare?game=connect4&depth=16&run=1`));
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/Stopped/).waitFor();
  await page.getByRole("button", { name: "Compare" }).waitFor();
  await close(page);
});

test("what cannot be read is told in a sentence", async () => {
  const page = await open("compare", { game: "connect4", start: "99", depth: "4", run: "1" });
  await page.locator(".fault", { hasText: /99|column|move/ }).waitFor();
  await close(page);
});

for (const [page, query] of [["compare", { game: "connect4", depth: "3", run: "1" }], ["tree", { game: "tictactoe", start: "XO./.../...", algorithm: "df-pn", at: "5" }]]) {
  test(`${page}: no serious fault in access, and nothing beyond a narrow screen`, async () => {
    const opened = await open(page, query);
    await opened.waitForTimeout(1500);
    await checkAccess(opened, page);
    await close(opened);
  });
}
