// The program that serves, the browser that looks, and what every page is held to.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "../site/serve.mjs";

/** The folder of the site without a server, if that is what is tried. */
export const SITE = process.env.SECATEUR_SITE;

/** The program that serves. */
export const PROGRAM = process.env.SECATEUR ?? "../target/release/secateur";

/** Starts the server with these options, or serves the site; returns its address and a way to end it. */
async function served(more) {
  if (SITE) return serve(SITE);
  const child = spawn(PROGRAM, ["serve", "--port", "0", "--json", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve([line]));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url: JSON.parse(line).url, close: () => child.kill() };
}

/** Chromium. */
export const browser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

let site, chrome;

/** Keeps house for the tests of a file: the site and a browser, from before the first of them to after the last. Without a site, the
    server gets the options that `more` comes to. */
export function keepHouse(more = () => []) {
  before(async () => {
    site = await served(SITE ? [] : await more());
    chrome = await browser();
  });
  after(async () => {
    await chrome?.close();
    site?.close();
  });
}

/** The address of what follows the site's. */
export const address = (rest = "") => site.url + rest;

/** A page at this place of the site, which waits so many milliseconds for what is asked of it; `close` tells the faults of its scripts. */
export async function open(hash, { patience = 60_000, ...options } = {}) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  await page.goto(address(`#/${hash}`));
  return page;
}

/** Closes a page; faults of its scripts fail the test. */
export async function close(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A page has no serious fault in access, in light and in dark, and nothing beyond a narrow screen. */
export async function checkAccess(page, when) {
  await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => window.axe.run());
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => `${when}, ${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`), []);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(300);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(beyond <= 0, `${when}: ${beyond} pixels beyond the screen`);
  await page.setViewportSize(size);
}
