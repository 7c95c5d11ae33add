// Boards: what one can do on them beyond a click.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, checkAccess, close, keepHouse, open as openAt } from "./house.mjs";

keepHouse();

async function open(query, options = {}) {
  const page = await openAt(`board?${new URLSearchParams(query)}`, { viewport: { width: 1280, height: 900 }, ...options });
  await page.locator(".board, .heaps").waitFor();
  return page;
}

const cell = (page, name) => page.locator(`[data-name="${name}"]`);
const query = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
const movesAre = (page, moves) => page.waitForFunction((moves) => (new URLSearchParams(location.hash.split("?")[1]).get("moves") ?? "") === moves, moves);

async function centre(page, name) {
  const { x, y, width, height } = await cell(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, from, to) {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down();
  const [x, y] = Array.isArray(to) ? to : await centre(page, to);
  await page.mouse.move(x, y, { steps: 5 });
  assert.equal(await page.locator(".dragged").count(), 1);
  await page.mouse.up();
}

test("a piece is dragged to where it may go, and stays where it may not", async () => {
  const page = await open({ game: "chess", play: "none" });
  await drag(page, "e2", "e4");
  await movesAre(page, "e2e4");
  await page.getByText("black to move.").waitFor();
  await drag(page, "e7", "e2");
  await drag(page, "e7", [5, 5]);
  assert.equal(query(page).get("moves"), "e2e4");
  assert.equal(await page.locator(".dragged").count(), 0);
  await drag(page, "e7", "e5");
  await movesAre(page, "e2e4,e7e5");
  // What cannot move is not taken up.
  await page.mouse.move(...(await centre(page, "a1")));
  await page.mouse.down();
  await page.mouse.move(...(await centre(page, "a3")), { steps: 4 });
  assert.equal(await page.locator(".dragged").count(), 0);
  await page.mouse.up();
  await close(page);
});

test("a finger drags, too, and taps", async () => {
  const page = await open({ game: "breakthrough-6x6", play: "none" }, { viewport: { width: 390, height: 800 }, hasTouch: true });
  const [from, to] = [await centre(page, "b2"), await centre(page, "b3")];
  const session = await page.context().newCDPSession(page);
  const touch = (type, [x, y] = []) => session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch("touchStart", from);
  for (let n = 1; n <= 5; n += 1) await touch("touchMove", [from[0] + ((to[0] - from[0]) * n) / 5, from[1] + ((to[1] - from[1]) * n) / 5]);
  await touch("touchEnd");
  await movesAre(page, "b2b3");
  await page.getByText("O to move.").waitFor();
  await cell(page, "c5").tap();
  await cell(page, "c4").tap();
  await movesAre(page, "b2b3,c5c4");
  await close(page);
});

test("other moves make branches, which stay in the address and can be gone to, made the main line, and deleted", async () => {
  const page = await open({ game: "chess", play: "none", moves: "e2e4,e7e5,g1f3" });
  await page.locator(".moves", { hasText: "Nf3" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await movesAre(page, "e2e4");
  await cell(page, "c7").click();
  await cell(page, "c5").click();
  await movesAre(page, "e2e4,c7c5");
  await page.locator(".moves .branch", { hasText: "c5" }).waitFor();
  assert.equal(query(page).get("tree"), "e2e4 e7e5 (c7c5) g1f3");
  await page.locator(".moves").getByRole("button", { name: "Nf3" }).click();
  await movesAre(page, "e2e4,e7e5,g1f3");
  // A link has it all, in the words of records.
  const again = await open(Object.fromEntries(query(page)));
  await again.locator(".moves .branch", { hasText: "c5" }).waitFor();
  await again.locator(".moves .branch").getByRole("button", { name: "c5" }).click();
  await movesAre(again, "e2e4,c7c5");
  await again.getByRole("button", { name: "Make this the main line" }).click();
  await again.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("tree") === "e2e4 c7c5 (e7e5 g1f3)");
  await again.getByRole("button", { name: "Delete from here on" }).click();
  await movesAre(again, "e2e4");
  assert.equal(query(again).get("tree"), "e2e4 e7e5 g1f3");
  // Home, End, and on again to where one was.
  await again.keyboard.press("End");
  await movesAre(again, "e2e4,e7e5,g1f3");
  await again.keyboard.press("Home");
  await movesAre(again, "");
  await again.keyboard.press("ArrowRight");
  await movesAre(again, "e2e4");
  await close(again);
  await close(page);
});

const seconds = async (page, player) => {
  const [minutes, rest] = (await page.locator(".clock").nth(player).innerText()).split(":");
  return 60 * Number(minutes) + Number(rest);
};

test("clocks begin with the first move, count for who moves, add their increments, and end the game", async () => {
  const page = await open({ game: "tictactoe", play: "none", clock: "0.1+1" });
  assert.deepEqual([await seconds(page, 0), await seconds(page, 1)], [6, 6]);
  await page.waitForTimeout(700);
  assert.deepEqual([await seconds(page, 0), await seconds(page, 1)], [6, 6], "nothing runs before the first move");
  await cell(page, "a1").click();
  await page.getByText("O to move.").waitFor();
  await page.waitForTimeout(1500);
  const left = await seconds(page, 0);
  assert.ok(left < 5 && left > 3.2, `${left} s after some 1.5`);
  await cell(page, "b2").click();
  await page.getByText("X to move.").waitFor();
  const after = await seconds(page, 0);
  assert.ok(after > left && after < left + 1.1, `${after} s with the increment, after ${left}`);
  await page.getByText("Time is up: X has lost.").waitFor({ timeout: 12_000 });
  assert.equal(await page.locator(".cell.target").count(), 0);
  await close(page);
});

test("the program keeps its clock", async () => {
  const page = await open({ game: "connect4", clock: "0.1+0", level: "10" });
  await page.locator(".cell.target").nth(3).click();
  for (let n = 1; n <= 3; n += 1) {
    await page.waitForFunction((n) => new URLSearchParams(location.hash.split("?")[1]).get("moves").split(",").length === 2 * n, n);
    await page.getByText("X to move.").waitFor();
    if (n < 3) await page.locator(".cell.target").first().click();
  }
  const left = await seconds(page, 0);
  assert.ok(left < 6 && left > 2, `${left} s of six after three moves`);
  await close(page);
});

test("threats are shown, or said not to be", async () => {
  const page = await open({ game: "tictactoe", start: "OO./.X./X..", play: "none" });
  await page.getByRole("button", { name: "Threats" }).click();
  await page.locator(".threats").getByText("win in 1 ply").waitFor();
  await page.locator(".hint.threat").first().waitFor();
  assert.equal(query(page).get("threats"), "on");
  await page.goto(address(`#/board?game=connect4&play=none&threats=on`));
  await page.getByText("No threats to tell: the turn cannot be passed here.").waitFor();
  await close(page);
});

const PGN = `[White "Ann"]
[Black "Bob"]

1. e4 {the best (by test)} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3! $1 Nc6 1/2-1/2`;

async function paste(page, text) {
  const details = page.locator("details.setup");
  if (!(await details.evaluate((one) => one.open))) await details.locator("summary").click();
  await details.locator("textarea").first().fill(text);
  await details.getByRole("button", { name: "Open" }).click();
}

test("games come in and go out as PGN, with their variations", async () => {
  const page = await open({ game: "chess", play: "none" });
  await paste(page, PGN);
  await movesAre(page, "e2e4,e7e5,g1f3,b8c6");
  await page.waitForFunction(() => document.querySelector(".moves").textContent.includes("1.…c52.Nf32.c3d52.…d62.Nf3Nc6"));
  const told = page.getByRole("textbox", { name: "The game with all lines (PGN)" });
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some(({ value }) => value.includes("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 *")));
  const text = await told.inputValue();
  await page.getByRole("button", { name: "New game" }).click();
  await movesAre(page, "");
  await paste(page, text);
  await movesAre(page, "e2e4,e7e5,g1f3,b8c6");
  await page.waitForFunction((text) => [...document.querySelectorAll("textarea")].some(({ value }) => value === text), text);
  await close(page);
});

test("a paste that is wrong gets one sentence, and the board stays", async () => {
  const page = await open({ game: "chess", play: "none", moves: "e2e4" });
  for (const [text, sentence] of [
    ["", "there is nothing to read, expected a position, moves, or a game in PGN."],
    ["1. e4 e5 2. Nd6", "move 3: 'Nd6' is not a legal move of white."],
    ["1. e4 (1. d4", "a variation has no end, expected )."],
    ["1. e4 {never closed", "a comment begins with { and has no end, expected }."],
    ["4k3/8/8/8/8/8/4P4/4K3 w - -", "position '4k3/8/8/8/8/8/4P4/4K3 w - -': rank 2 of the board has 9 squares, expected 8."],
    ['[Game "nim"]\n\n1. 1-1 *', "this is a game of nim, expected one of chess, the game on the board."],
  ]) {
    await paste(page, text);
    await page.locator(".setup .fault", { hasText: sentence }).waitFor();
    assert.equal(query(page).get("moves"), "e2e4");
  }
  await paste(page, "8/4k3/8/8/4P3/8/8/4K3 b - - 1 2");
  await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("start") === "8/4k3/8/8/4P3/8/8/4K3 b - - 1 2");
  await page.getByText("black to move.").waitFor();
  await cell(page, "e7").click();
  await cell(page, "e6").click();
  await page.locator(".moves", { hasText: "1.…Ke6" }).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some(({ value }) => value.includes('[FEN "8/4k3/8/8/4P3/8/8/4K3 b - - 1 2"]') && value.includes("1... Ke6 *")));
  await close(page);
});

test("moves come in as a list in any game", async () => {
  const page = await open({ game: "connect4", play: "none" });
  await paste(page, "4, 4 (3) 5");
  await movesAre(page, "4,4,5");
  await page.locator(".moves .branch", { hasText: "3" }).waitFor();
  await close(page);
});

test("a position is set up by hand", async () => {
  const page = await open({ game: "chess", play: "none" });
  await page.getByText("white to move.").waitFor();
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.getByRole("button", { name: "Empty the board" }).click();
  await page.locator(".editor .fault", { hasText: "king" }).waitFor();
  for (const [piece, square] of [["white king", "e1"], ["black king", "e8"], ["white queen", "d1"]]) {
    await page.getByRole("button", { name: piece, exact: true }).click();
    await cell(page, square).click();
  }
  await page.locator(".editor input").fill("w - - 0 1");
  await page.getByRole("button", { name: "The other side moves" }).click();
  assert.equal(await page.locator(".editor .written").innerText(), "4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByText("black to move.").waitFor();
  assert.equal(query(page).get("start"), "4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
  await close(page);
});

test("most games can be set up by clicks, and what is set up is what was there", async () => {
  const page = await open({ game: "tictactoe", play: "none" });
  await page.waitForFunction(() => document.querySelectorAll(".choices select option").length > 20);
  const names = await page.locator(".choices select").first().locator("option").evaluateAll((all) => all.map(({ value }) => value));
  const typed = [];
  for (const name of names) {
    await page.goto(address(`#/board?game=${name}&play=none`));
    await page.waitForFunction((name) => document.querySelector("h1").textContent === name.replace(/-\d.*$/, "") && /to move/.test(document.querySelector(".status").textContent), name);
    const button = page.getByRole("button", { name: "Set up a position" });
    if (await button.isDisabled()) {
      typed.push(name);
      continue;
    }
    await button.click();
    await page.locator(".editor .written").waitFor();
    await page.waitForTimeout(150);
    assert.equal(await page.locator(".editor .fault").innerText(), "", name);
    assert.equal(await page.locator(".editor").getByRole("button", { name: "Play from here" }).isDisabled(), false, name);
    await page.getByRole("button", { name: "Never mind" }).click();
  }
  assert.deepEqual(typed, ["kalah", "nim"]);
  await close(page);
});

test("the game is evaluated move by move, and the points of the curve lead to the positions", async () => {
  const page = await open({ game: "chess", play: "none", moves: "f2f3,e7e5,g2g4,d8h4" });
  await page.getByText("The game is over").waitFor();
  await page.getByRole("button", { name: "Evaluate the game" }).click();
  await page.locator(".evaluation .point").nth(4).waitFor();
  await page.locator(".moves", { hasText: "g4??" }).waitFor();
  await page.locator(".evaluation .point").nth(3).click();
  await movesAre(page, "f2f3,e7e5,g2g4");
  await page.getByText(/For white: loss in 1 ply\. The last move was a blunder/).waitFor();
  await close(page);
});

test("a hint is given once, and goes with the position", async () => {
  const page = await open({ game: "tictactoe", start: "XX./OO./...", play: "none" });
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Hint: c1, win in 1 ply").waitFor();
  assert.equal(await page.locator(".hint.h0").count(), 1);
  await cell(page, "c1").click();
  await page.getByText("The game is over").waitFor();
  assert.equal(await page.locator(".hint").count(), 0);
  await close(page);
});

test("Tab leads to a board once, and on from there", async () => {
  for (const game of ["chess", "kalah", "hex-4x4"]) {
    const page = await open({ game, play: "none" });
    await page.getByText("to move.").waitFor();
    const stops = await page.locator(".board [tabindex='0']").count();
    await page.locator(".board [tabindex='0']").focus();
    await page.keyboard.press("Tab");
    assert.deepEqual([stops, await page.evaluate(() => document.activeElement.closest(".board") === null)], [1, true], game);
    await close(page);
  }
});

test("houses are sown by a click and by keys, and who ends in the store sows again", async () => {
  const page = await open({ game: "kalah", play: "none" });
  await page.getByLabel("House 3 of first, 4 seeds, can be sown").click();
  await movesAre(page, "3");
  await page.getByLabel("Store of first: 1").waitFor();
  await page.getByText("first to move.").waitFor();
  await cell(page, "0-5").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await movesAre(page, "3,6");
  await page.getByText("second to move.").waitFor();
  assert.equal(await page.locator(".cell.target").count(), 6);
  await close(page);
});

test("the solver tells the exact value of the position and of each move, with its distance", async () => {
  const page = await open({ game: "connect4", moves: "4,4,4,4,4,2,2,3,6", play: "none" });
  await page.getByText("O to move.").waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByText(/^Solved: O, who is to move, has a (win|loss) in \d+ plies/).waitFor();
  const count = await page.locator(".cell.target").count();
  await page.locator(".exact tbody tr").nth(count - 1).waitFor();
  // The best of the moves is worth what the position is worth.
  const [best] = await page.locator(".exact td").allInnerTexts();
  const solved = await page.locator(".solved").innerText();
  assert.ok(solved.includes(`has a ${best}`), `${solved} ${best}`);
  assert.equal(await page.locator("text.value").count(), count);
  await close(page);
});

test("the distance that the solver tells is the one on the board", async () => {
  const page = await open({ game: "connect4-5x4", moves: "1,2,1,2,1", play: "none" });
  await page.getByText("O to move.").waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".exact tbody tr").nth(4).waitFor();
  // X has three of four on top of each other: whatever does not stop that loses at once.
  const rows = await page.locator(".exact tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("th").textContent, row.querySelector("td").textContent]));
  assert.deepEqual(rows.slice(1).map(([, worth]) => worth), Array(4).fill("loss in 2 plies"));
  assert.equal(rows[0][0], "1");
  assert.notEqual(rows[0][1], "loss in 2 plies");
  await close(page);
});

test("no serious fault in access with everything open, in any theme, and nothing beyond a narrow screen", async () => {
  const page = await open({ game: "chess", play: "none", moves: "f2f3,e7e5", tree: "f2f3 e7e5 (d7d5 g2g4) g2g4", analyse: "on", clock: "5+0" });
  await page.locator(".lines li").nth(2).waitFor();
  for (const name of ["Threats", "Evaluate the game"]) await page.getByRole("button", { name }).click();
  await page.locator(".evaluation .point").nth(3).waitFor();
  await page.locator(".threats .lines li").waitFor();
  await page.locator(".setup summary").click();
  await checkAccess(page, "analysing");
  for (const theme of ["slate", "meadow", "safe", "contrast"]) {
    await page.getByLabel("Colours").selectOption(theme);
    await checkAccess(page, theme);
  }
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.locator(".palette").waitFor();
  await checkAccess(page, "setting up");
  await close(page);
});
