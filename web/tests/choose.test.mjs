// A choice: its races as they go, the profile at the end, and the stop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccess, close, keepHouse, open as openAt, SITE } from "./house.mjs";

keepHouse();

const open = (query) => openAt(`choose?${new URLSearchParams(query)}`, { patience: 120_000 });

test("without a server the page says what a choice takes", { skip: !SITE }, async () => {
  const page = await open({ run: "1" });
  await page.getByText("Searches are chosen by secateur serve").waitFor();
  assert.equal(await page.getByRole("button", { name: "Choose" }).isDisabled(), true);
  await checkAccess(page, "choose");
  await close(page);
});

test("a choice is shown race by race, to a profile", { skip: !!SITE }, async () => {
  const page = await open({ game: "tictactoe" });
  await page.getByRole("button", { name: "Choose" }).click();
  await page.getByRole("region", { name: "Race: algorithms" }).waitFor();
  await page.getByText("The choice is made.").waitFor();
  for (const name of ["algorithms", "orders of moves", "settings", "fresh positions"]) {
    const race = page.getByRole("region", { name: `Race: ${name}` });
    assert.equal(await race.locator("tbody tr").first().locator("td").nth(1).innerText(), "× 1.00");
  }
  assert.ok(await page.locator(".out", { hasText: /out after \d+ positions?: / }).count() > 0, "somebody is out, and the page says why");
  const profile = await page.locator(".chosen pre").innerText();
  assert.match(profile, /^game = "tictactoe"$/m);
  assert.match(profile, /secateur choose tictactoe --measure nodes --effort quick --seed 1/);
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/choice.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.screenshot({ path: `${process.env.SHOTS}/choice-narrow.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 860 });
  }
  await checkAccess(page, "choose");
  await close(page);
});

test("a choice is stopped", { skip: !!SITE }, async () => {
  const page = await open({ game: "othello", effort: "usual", run: "1" });
  await page.getByText(/^Now: /).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped before the choice was made.").waitFor();
  await page.getByRole("button", { name: "Choose" }).waitFor();
  await close(page);
});
