import { isStatic } from "./link";
import { link } from "./route";

interface Card {
  name: string;
  about: string;
  href: string;
  /** Whether it takes a server. */
  served?: boolean;
}

const FIRST: Card[] = [
  {
    name: "The first cut",
    about: "Nine leaves, seven looked at: where alpha-beta stops, and the inequality that lets it.",
    href: link("tree", { tree: "((3 12 8) (2 4 6) (14 5 2))", algorithm: "alpha-beta" }),
  },
  {
    name: "A deep cutoff",
    about: "A bound from the root cuts three plies further down, past the node between.",
    href: link("tree", { tree: "(5 (((4 7) 8) 9))", algorithm: "alpha-beta" }),
  },
  {
    name: "MTD(f) closes in",
    about: "Null windows one point wide, each answering “at least” or “at most”.",
    href: link("tree", { tree: "((3 12 8) (2 4 6) (14 5 2))", algorithm: "mtd-f" }),
  },
  {
    name: "A proof grows",
    about: "Proof-number search, best first: each node with the leaves that it still takes.",
    href: link("tree", { game: "tictactoe", start: "XO./.../...", algorithm: "pn" }),
  },
  {
    name: "Side by side",
    about: "Alpha-beta and PVS on one tree, and what only one of them visits.",
    href: link("tree", { tree: "(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)))", algorithm: "alpha-beta", beside: "pvs" }),
  },
  {
    name: "Proof without a tree",
    about: "df-pn: the same depth first, with a table, and thresholds that say when to turn back.",
    href: link("tree", { game: "tictactoe", start: "XO./.../...", algorithm: "df-pn" }),
  },
  {
    name: "The engine's tricks",
    about: "Null moves, reductions and what is left out, each by its name, in a search of chess.",
    href: link("tree", { game: "chess", depth: 5, algorithm: "engine" }),
  },
  {
    name: "All algorithms",
    about: "The same position by each of them: nodes, times, and the value, as they come in.",
    href: link("compare", { game: "connect4", depth: 7, run: 1 }),
  },
  {
    name: "A large search",
    about: "Nine plies of Connect-4: some 20,000 nodes, unfolded where you look.",
    href: link("tree", { game: "connect4", depth: 9, algorithm: "alpha-beta" }),
  },
  {
    name: "A match, live",
    about: "Two levels of the engine in Connect-4, each game on its board, and Elo with its interval.",
    href: link("match", { game: "connect4", players: "engine,level=4;engine,level=2" }),
    served: true,
  },
  {
    name: "What suits a game?",
    about: "Every exact search in a race, who is out and why, and at the end a profile to keep.",
    href: link("choose", { game: "tictactoe" }),
    served: true,
  },
  {
    name: "Studies",
    about: "Experiments, matches and reports from the laboratory’s files, also while they run.",
    href: link("studies"),
    served: true,
  },
];

export function Home() {
  return (
    <div class="home">
      <section class="hero">
        <h1>See a search think.</h1>
        <p>
          Every picture here is drawn from a real search, node by node, by the same code that plays and solves. Each cut
          shows its inequality, and the node that set the bound.
        </p>
        <p class="actions">
          <a class="button primary" href={link("tree")}>
            Open the tree laboratory
          </a>
          <a class="button" href={link("board")}>
            Play and analyse
          </a>
        </p>
      </section>
      <section aria-labelledby="begin">
        <h2 id="begin">Begin with one of these</h2>
        <ul class="cards">
          {FIRST.filter(({ served }) => !served || !isStatic).map(({ name, about, href }) => (
            <li>
              <a class="card" href={href}>
                <strong>{name}</strong>
                <span>{about}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
