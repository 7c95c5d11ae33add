// The links of the book into the playground: each opens a search that can be stepped through.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { address, close, keepHouse, open } from "./house.mjs";

const BOOK = new URL("../../book/src/", import.meta.url);

keepHouse();

/** Chapter by chapter, what follows the site's address. */
function links() {
  const chapters = readdirSync(BOOK).filter((name) => name.endsWith(".md"));
  return chapters.flatMap((chapter) => {
    const text = readFileSync(new URL(chapter, BOOK), "utf8");
    return [...text.matchAll(/\]\(\.\.\/(#\/[^)]*)\)/g)].map(([, hash]) => ({ chapter, hash }));
  });
}

test("every link of the book opens its search", { timeout: 300_000 }, async () => {
  const page = await open("");
  const found = links();
  assert.ok(found.length >= 20, `the book has ${found.length} links`);
  for (const { chapter, hash } of found) {
    await page.goto("about:blank");
    await page.goto(address(hash));
    const slider = page.locator(".slider input");
    const quiz = page.locator(".quiz");
    const fault = page.locator("#fault", { hasText: /\S/ });
    await slider.or(quiz).or(fault).first().waitFor();
    assert.equal(await fault.count(), 0, `${chapter}: ${hash}: ${await page.locator("#fault").innerText()}`);
  }
  await close(page);
});
