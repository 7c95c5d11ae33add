import { readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** The notices of what is built in, as their licences ask for. */
function licences(): Plugin {
  const used = new Set<string>();
  return {
    name: "licences",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
          const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
          if (name) used.add(name);
        }
      }
      const notices = [...used].sort().map((name) => {
        const folder = `node_modules/${name}`;
        const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
        const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
        return `${name} ${version} (${license})\n\n${file ? readFileSync(`${folder}/${file}`, "utf8").trim() : ""}\n`;
      });
      this.emitFile({ type: "asset", fileName: "licences.txt", source: notices.join("\n----\n\n") });
    },
  };
}

const PAGES = "../crates/secateur/src/algo";

/** The pages of algorithms as the book shows them: what lies between the anchors, taken from the sources as they are. */
function listings(): Plugin {
  const id = "virtual:listings";
  return {
    name: "listings",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(asked) {
      if (asked !== `\0${id}`) return null;
      const pages: Record<string, string> = {};
      for (const file of readdirSync(PAGES).filter((file) => file.endsWith(".rs")).sort()) {
        this.addWatchFile(`${PAGES}/${file}`);
        const page = /\/\/ ANCHOR: page\n([\s\S]*?)\n\s*\/\/ ANCHOR_END: page/.exec(readFileSync(`${PAGES}/${file}`, "utf8"))?.[1];
        if (page) pages[file.replace(".rs", "")] = page;
      }
      return `export default ${JSON.stringify(pages)};`;
    },
  };
}

// The built files are committed in the crate that embeds them, so that a build of the program needs nothing of Node.
export default defineConfig({
  base: "./",
  plugins: [licences(), listings()],
  build: {
    outDir: "../crates/secateur-web/pages",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
});
