// Exercises: graded from the search, shared by link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, checkAccess, close, keepHouse, open } from "./house.mjs";

const TREE = "((3 12 8) (2 4 6) (14 5 2))";

keepHouse();

const treeAt = (query) => `tree?${new URLSearchParams({ tree: TREE, algorithm: "alpha-beta", ...query })}`;

test("an exercise is graded from the search, right and wrong", async () => {
  const page = await open(treeAt({ ask: "on" }));
  await page.getByText("The search goes down to node 1 (MIN). With which window?").waitFor();
  await page.locator(".quiz").getByLabel("α").fill("-inf");
  await page.locator(".quiz").getByLabel("β").fill("5");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("Not so. α = −∞, β = ∞.").waitFor();
  await page.getByRole("button", { name: /Go on/ }).click();
  await page.getByText("Does node 1 (MIN) search on, or is it cut?").waitFor();
  await page.getByRole("button", { name: "It searches on" }).click();
  await page.getByText("✓ Right.").waitFor();
  await page.getByText("1 of 2 right so far").waitFor();
  await close(page);
});

test("types of nodes are asked for before a node and after it, and graded", async () => {
  const page = await open(treeAt({ tree: "(((5 3) (6 9)) ((7 2) (8 4)))", ask: "types" }));
  const answer = (name) => page.locator(".quiz").getByRole("button", { name, exact: true }).click();
  const goOn = async () => {
    await page.getByRole("button", { name: /Go on/ }).click();
    await page.locator(".verdict").waitFor({ state: "detached" });
  };
  await page.getByText("The search goes down to node 1 (MIN), whose parent is expected to be a PV node. What is it expected to be?").waitFor();
  await answer("Cut (type 2)");
  await page.getByText("✗ Not so. Expected is a PV node: the first move of a PV node is taken for the best.").waitFor();
  await goOn();
  await page.getByText("The search goes down to node 1.1 (MAX)").waitFor();
  await answer("PV (type 1)");
  await page.getByText("✓ Right.").waitFor();
  await goOn();
  await page.getByText("The search is done with node 1.1 (MAX). What has it turned out to be?").waitFor();
  await answer("PV (type 1)");
  await page.getByText("answers 5: a PV node.").waitFor();
  await page.getByText("2 of 3 right so far").waitFor();
  await goOn();
  // The second move of the root was to be cut, and is the best.
  for (let asked = 0; asked < 40 && !(await page.getByText("The search is done with node 2 (MIN)").isVisible()); asked += 1) {
    await answer("All (type 3)");
    await goOn();
  }
  await answer("PV (type 1)");
  await page.getByText("✓ Right.").waitFor();
  await page.getByText("a PV node. Expected was a cut node.").waitFor();
  await checkAccess(page, "types of nodes");
  await close(page);
});

test("what is asked about is in the address, and a link asks the same", async () => {
  const page = await open(treeAt({ ask: "on" }));
  await page.getByText("With which window?").waitFor();
  await page.getByLabel("Questions about").selectOption("types");
  await page.getByText("What is it expected to be?").waitFor();
  const asked = await page.locator(".quiz p").first().innerText();
  const other = await open(new URL(page.url()).hash.slice(2));
  await other.getByText(asked).waitFor();
  await close(other);
  await close(page);
});

test("every exercise of the sets asks something, and can be gone through to its end", { timeout: 300_000 }, async () => {
  const page = await open("exercises");
  const links = await page.locator("a.card").evaluateAll((all) => all.map(({ href }) => href));
  assert.ok(links.length > 20, `${links.length} exercises`);
  for (const href of links) {
    await page.goto(href);
    await page.locator(".quiz p").first().waitFor();
    let questions = 0;
    for (; questions < 200; questions += 1) {
      const over = page.getByText(/The search is over: \d+ of \d+ right/);
      const choice = page.locator(".quiz .buttons button").first();
      await over.or(choice).first().waitFor();
      if (await over.isVisible()) break;
      for (const field of await page.locator(".quiz input").all()) await field.fill("0");
      await choice.click();
      await page.locator(".verdict").waitFor();
      await page.getByRole("button", { name: /Go on/ }).click();
      await page.locator(".verdict").waitFor({ state: "detached" });
    }
    assert.ok(questions > 0 && questions < 200, `${href}: ${questions} questions`);
    await page.goto(address("#/exercises"));
    await page.getByRole("heading", { name: "Exercises" }).waitFor();
  }
  await close(page);
});
