// The messages as the pages have them (src/protocol.ts) against the schema that is made from the program's own types.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const schema = JSON.parse(readFileSync(here("../../crates/secateur-web/schema.json"), "utf8"));

const NAMES = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

/** A schema as a type of TypeScript. What a reply need not have is taken as there, and not null: whoever reads it may expect either. */
function typed(rules) {
  if (rules === true) return "unknown";
  const parts = [];
  if (rules.$ref) parts.push(rules.$ref.replace("#/$defs/", ""));
  if (rules.const !== undefined) parts.push(JSON.stringify(rules.const));
  if (rules.enum) parts.push(rules.enum.map((value) => JSON.stringify(value)).join(" | "));
  for (const many of [rules.oneOf, rules.anyOf]) if (many) parts.push(many.map(typed).map((type) => `(${type})`).join(" | "));
  if (rules.allOf) parts.push(...rules.allOf.map(typed));
  if (rules.properties) parts.push(object(rules));
  else if (rules.additionalProperties && rules.additionalProperties !== true) parts.push(`Record<string, ${typed(rules.additionalProperties)}>`);
  if (parts.length === 0) {
    const kinds = [rules.type ?? []].flat().map((kind) => (kind === "array" ? list(rules) : kind === "object" ? "Record<string, never>" : NAMES[kind]));
    assert.ok(!kinds.includes(undefined), JSON.stringify(rules));
    return kinds.join(" | ") || "unknown";
  }
  return parts.map((type) => `(${type})`).join(" & ");
}

function list({ items = true, prefixItems, minItems, maxItems }) {
  const all = prefixItems ?? (maxItems !== undefined && minItems === maxItems ? Array(maxItems).fill(items) : null);
  return all ? `[${all.map(typed).join(", ")}]` : `(${typed(items)})[]`;
}

let isAsked = false;

function object({ properties, required = [] }) {
  const field = ([name, rules]) => {
    if (required.includes(name)) return `${JSON.stringify(name)}: ${typed(rules)};`;
    return isAsked ? `${JSON.stringify(name)}?: ${typed(rules)};` : `${JSON.stringify(name)}: NonNullable<${typed(rules)}>;`;
  };
  return `{ ${Object.entries(properties).map(field).join(" ")} }`;
}

/** The types of a schema in a module. */
function module(of) {
  const all = Object.entries(schema.$defs).map(([name, rules]) => `export type ${name} = ${typed(rules)};`);
  return [...all, ...of.map((name) => `export type Of_${name} = ${typed(schema.properties[name])};`)].join("\n");
}

test("what pages ask is taken, and what they read is there", () => {
  const folder = mkdtempSync(here("../node_modules/.protocol-"));
  try {
    isAsked = true;
    writeFileSync(join(folder, "asked.ts"), module(["message"]));
    isAsked = false;
    writeFileSync(join(folder, "said.ts"), module(["reply", "told"]));
    writeFileSync(join(folder, "check.ts"), `
      import type { Ask, Reply } from "../../src/protocol";
      import type { Of_message } from "./asked";
      import type { Of_reply, Of_told } from "./said";
      export const asked = (ask: Ask): Of_message["ask"] => ask;
      export const answered = (said: Of_reply): Reply => said;
      export const told = (said: Of_told): Reply => said;
    `);
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--ignoreConfig"];
    const { status, stdout, stderr } = spawnSync(here("../node_modules/.bin/tsc"), [...options, join(folder, "check.ts")], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
