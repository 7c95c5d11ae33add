// The colours of boards, as people see them who see fewer colours.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, close, keepHouse, open } from "./house.mjs";

keepHouse();

/** What is seen of linear red, green and blue: G. Machado, M. Oliveira, L. Fernandes, 2009, at full severity; and as grey. */
const EYES = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  grey: Array(3).fill([0.2126, 0.7152, 0.0722]),
};

const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
/** `#rgb` or `#rrggbb`. */
const whole = (hex) => (hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex);
const read = (hex) => [1, 3, 5].map((at) => linear(parseInt(whole(hex).slice(at, at + 2), 16) / 255));
const seen = (rgb, eye) => EYES[eye].map((row) => Math.min(1, Math.max(0, row.reduce((sum, factor, n) => sum + factor * rgb[n], 0))));

/** CIE L*a*b*, in daylight. */
function lab([r, g, b]) {
  const xyz = [0.4124 * r + 0.3576 * g + 0.1805 * b, 0.2126 * r + 0.7152 * g + 0.0722 * b, 0.0193 * r + 0.1192 * g + 0.9505 * b];
  const [x, y, z] = xyz.map((v, n) => v / [0.9505, 1, 1.089][n]).map((v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const apart = (one, other, eye) => Math.hypot(...lab(seen(read(one), eye)).map((v, n) => v - lab(seen(read(other), eye))[n]));

/** Pairs to be told apart, and by how much at least: 2.3 is what can just be noticed. */
const PAIRS = [
  ["light-man", "dark-man", 60],
  ["first", "second", 25],
  ["square", "shaded", 12],
  ["mark", "halo", 40],
  ["threat", "halo", 40],
  ["dark-man", "shaded", 20],
  ["felt", "light-man", 30],
];

test("in every theme the sides are told apart by every kind of eyes, and in grey", async () => {
  const page = await open("board?game=chess&play=none");
  await page.locator(".board").waitFor();
  const themes = await page.getByLabel("Colours").locator("option").evaluateAll((all) => all.map(({ value }) => value));
  assert.ok(themes.length >= 5, themes.join(" "));
  for (const theme of themes) {
    await page.getByLabel("Colours").selectOption(theme);
    await page.waitForFunction((theme) => document.querySelector(".play").dataset.theme === theme, theme);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const colours = await page.evaluate((names) => Object.fromEntries(names.map((name) => [name, getComputedStyle(document.querySelector(".play")).getPropertyValue(`--${name}`).trim()])), [...new Set(PAIRS.flat().filter((name) => typeof name === "string"))]);
      for (const [one, other, least] of PAIRS) {
        for (const eye of Object.keys(EYES)) {
          const distance = apart(colours[one], colours[other], eye);
          assert.ok(distance >= least, `${theme}, ${colorScheme}, ${eye}: ${one} ${colours[one]} and ${other} ${colours[other]} are ${distance.toFixed(1)} apart, expected ${least}`);
        }
      }
    }
  }
  // What was chosen is chosen the next time, too, and a link shows it.
  assert.match(page.url(), new RegExp(`theme=${themes.at(-1)}`));
  await page.goto(address(`#/board?game=nim`));
  await page.waitForFunction((theme) => document.querySelector(".play")?.dataset.theme === theme, themes.at(-1));
  await close(page);
});
