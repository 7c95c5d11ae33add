// Nodes a second of the program, of the site's modules in Node, and of the same in Chromium: the best of some rounds, taken
// in turn, each of the modules' in a memory of its own. node web/site/speed.mjs SITE; the program is SECATEUR, the
// browser CHROMIUM.

import { fileURLToPath } from "node:url";
import { browser } from "../tests/house.mjs";
import { byProgram, compiled, contents, reply } from "./node.mjs";
import { message, POSITIONS } from "./positions.mjs";
import { serve } from "./serve.mjs";

const ROUNDS = 3;
const [site] = process.argv.slice(2);
const { modules } = contents(site);
const house = await serve(site, { "/module.js": fileURLToPath(new URL("../src/module.js", import.meta.url)) });
const chrome = process.env.CHROMIUM ? await browser() : undefined;

/** What a page says of a position that has the module alone: it is loaded for it, and compiled. */
async function byBrowser(position) {
  const page = await chrome.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`${house.url}games.json`);
  const text = await page.evaluate(
    async ([file, message]) => {
      const { started } = await import("/module.js");
      const module = await WebAssembly.compileStreaming(fetch(`/${file}`));
      let last;
      started(module, (text) => (last = text)).answer(message);
      return last;
    },
    [modules[position.game], message(position)],
  );
  await page.close();
  return JSON.parse(text).answer;
}

const thousands = (n) => Math.round(n / 1000).toLocaleString("en");
let least = Infinity;
console.log("| position | nodes | program, knodes/s | Node | Chromium |\n|---|---:|---:|---:|---:|");
for (const position of POSITIONS) {
  const module = compiled(site, modules[position.game]);
  const ways = [byProgram, (position) => reply(module, message(position)).answer, ...(chrome ? [byBrowser] : [])];
  const best = ways.map(() => 0);
  let nodes;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, way] of ways.entries()) {
      const answer = await way(position);
      nodes ??= answer.nodes;
      if (answer.nodes !== nodes) throw new Error(`${position.game}: ${answer.nodes} nodes, expected ${nodes}`);
      best[n] = Math.max(best[n], (nodes / answer.time_ms) * 1000);
    }
  }
  const [program, ...others] = best;
  least = Math.min(least, ...others.map((speed) => speed / program));
  const shown = others.map((speed) => `${thousands(speed)} (${(speed / program).toFixed(2)})`);
  const { game, start, algorithm, depth } = position;
  console.log(`| ${game}${start ? ` ${start}` : ""}, ${algorithm} to ${depth} | ${nodes.toLocaleString("en")} | ${thousands(program)} | ${shown.join(" | ")}${chrome ? "" : " | -"} |`);
}
await chrome?.close();
house.close();
if (least < 0.5) {
  console.error(`a module searches at ${least.toFixed(2)} of the program's speed, expected 0.5`);
  process.exitCode = 1;
}
