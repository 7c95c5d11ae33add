// The modules of a site and the program, asked from Node.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { started } from "../src/module.js";
import { args } from "./positions.mjs";

/** A module of the site. */
export const compiled = (site, file) => new WebAssembly.Module(readFileSync(join(site, file)));

/** The last reply of a fresh instance to a message. */
export function reply(module, message) {
  let last;
  started(module, (text) => (last = text)).answer(message);
  const said = JSON.parse(last);
  if (said.error) throw new Error(`${message}: ${said.error}`);
  return said;
}

/** What the program says, line by line. */
export function program(args) {
  const lines = execFileSync(process.env.SECATEUR ?? "../target/release/secateur", args, { encoding: "utf8" });
  return lines.trim().split("\n").map((line) => JSON.parse(line));
}

/** What the program says of a position in the end. */
export const byProgram = (position) => program(args(position)).at(-1);

export const contents = (site) => JSON.parse(readFileSync(join(site, "games.json"), "utf8"));
