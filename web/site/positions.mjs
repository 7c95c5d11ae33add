// Searches of one position each, which the program and the modules do alike.

/** What is searched, the way, and a depth that takes the program half a second to two seconds. */
export const POSITIONS = [
  { game: "connect4", start: "", algorithm: "mtd-f", depth: 19 },
  { game: "othello", start: "", algorithm: "mtd-f", depth: 15 },
  { game: "chess", start: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", algorithm: "engine", depth: 19 },
  { game: "breakthrough", start: "", algorithm: "mtd-f", depth: 9 },
  { game: "domineering", start: "7x7", algorithm: "pvs-memory", depth: 11 },
];

/** The table, in bytes: the largest that a page asks for. */
export const HASH = 32 << 20;

/** The arguments by which the program searches a position. */
export const args = ({ game, start, algorithm, depth }) =>
  ["analyse", game, ...(start ? [start] : []), "--algorithm", algorithm, "--depth", String(depth), "--hash", String(HASH), "--json"];

/** The message by which a module does. */
export const message = ({ game, start, algorithm, depth }) =>
  JSON.stringify({ id: 1, ask: { analyse: { place: { game, start, moves: [] }, request: { method: { algorithm }, limits: { depth }, resources: { hash: HASH } } } } });
