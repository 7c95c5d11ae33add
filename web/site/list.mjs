// Writes the list of a site, SITE/games.json: what its modules have, so that a page need not load them to know.
// node web/site/list.mjs SITE MODULE...

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiled, reply } from "./node.mjs";

const [site, ...files] = process.argv.slice(2);
const list = { games: [], algorithms: [], modules: {} };
for (const file of files) {
  const module = compiled(site, file);
  const { games } = reply(module, '{"id":1,"ask":{"games":{}}}');
  list.games.push(...games);
  list.algorithms = reply(module, '{"id":1,"ask":{"algorithms":{}}}').algorithms;
  for (const { name } of games) list.modules[name] = file;
}
writeFileSync(join(site, "games.json"), JSON.stringify(list));
