import { defineConfig } from "vite";

// The built files are committed in the crate that embeds them, so that a build of the program needs nothing of Node.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../crates/secateur-web/pages",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
});
