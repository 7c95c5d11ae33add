// The program that serves, and the browser that looks.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { serve } from "../site/serve.mjs";

/** The folder of the site without a server, if that is what is tried. */
export const SITE = process.env.SECATEUR_SITE;

/** Starts the server, or serves the site; returns its address and a way to end it. */
export async function served() {
  if (SITE) return serve(SITE);
  const program = process.env.SECATEUR ?? "../target/release/secateur";
  const child = spawn(program, ["serve", "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve([line]));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url: JSON.parse(line).url, close: () => child.kill() };
}

export const browser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
