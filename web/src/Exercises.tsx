// Exercises: trees and algorithms whose next step is to be said before it is seen.

import { link } from "./route";
import { USUAL } from "./tree/Maker";

/** Ternary, with the digits of pi for leaves. */
const DIGITS = "(((3 1 4) (1 5 9) (2 6 5)) ((3 5 8) (9 7 9) (3 2 3)) ((8 4 6) (2 6 4) (3 3 8)))";

const SETS: { name: string; about: string; exercises: { name: string; query: Record<string, string> }[] }[] = [
  {
    name: "Alpha-beta by hand",
    about: "The window at each node, the answer, and whether it is cut.",
    exercises: [
      { name: "Two plies, nine leaves: the tree of most textbooks", query: { tree: USUAL, algorithm: "alpha-beta" } },
      { name: "Three plies, twelve leaves", query: { tree: "(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)))", algorithm: "alpha-beta" } },
      { name: "Leaves at uneven depths", query: { tree: "((5 (7 9)) ((8 (3 (6 1))) 4))", algorithm: "alpha-beta" } },
      { name: "A deep cutoff: the bound comes from three plies above", query: { tree: "(5 (((4 7) 8) 9))", algorithm: "alpha-beta" } },
    ],
  },
  {
    name: "Exam questions",
    about: "Larger trees, and windows that somebody else has chosen.",
    exercises: [
      { name: "Four plies, few moves each", query: { tree: "((((3 17) (2 12)) ((15) (25 0))) (((2 5) (3)) ((2 14))))", algorithm: "alpha-beta" } },
      { name: "Worst moves first: what is left to cut?", query: { tree: "(((2 1) (4 3)) ((6 5) (8 7)))", algorithm: "alpha-beta" } },
      { name: "A window above the value: the search fails low", query: { tree: USUAL, algorithm: "alpha-beta", alpha: "5", beta: "9" } },
      { name: "A window below the value: it fails high", query: { tree: USUAL, algorithm: "alpha-beta", alpha: "-2", beta: "2" } },
      { name: "Aspiration: fail, widen, search again", query: { tree: "(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)))", algorithm: "aspiration" } },
    ],
  },
  {
    name: "Types of nodes",
    about: "What is a node expected to be before it is searched, and what has it turned out to be?",
    exercises: [
      { name: "Perfect order: every prediction is right", query: { tree: "((((5 7) (4 6)) ((8 9) (2 3))) (((4 6) (3 9)) ((7 8) (1 2))))", algorithm: "alpha-beta", ask: "types" } },
      { name: "The better move comes second", query: { tree: "(((5 3) (6 9)) ((7 2) (8 4)))", algorithm: "alpha-beta", ask: "types" } },
      { name: "PVS: the types of a scout, and of the second search", query: { tree: "(((5 3) (6 9)) ((7 2) (8 4)))", algorithm: "pvs", ask: "types" } },
    ],
  },
  {
    name: "After Knuth and Moore, 1975",
    about: "Three moves, three plies, and the digits of π for leaves; the types 1, 2 and 3 are theirs.",
    exercises: [
      { name: "Windows and cuts", query: { tree: DIGITS, algorithm: "alpha-beta" } },
      { name: "The types of its nodes", query: { tree: DIGITS, algorithm: "alpha-beta", ask: "types" } },
      { name: "A deep cutoff: their procedure F1 would look at the 9", query: { tree: "(5 (((4 9) (6 7)) 3))", algorithm: "alpha-beta" } },
    ],
  },
  {
    name: "From the lectures this book began with",
    about: "B. Moreland's bags, as B. Bouzy hands them on: you choose the bag, your enemy what comes out of it. And D. Eppstein's variants.",
    exercises: [
      { name: "A sandwich (2) and the keys to a car (9); twenty dollars (4), a six-pack (3), a rotten fish (1), and who knows what", query: { tree: "((2 9) (4 3 1 9))", algorithm: "alpha-beta" } },
      { name: "The same bags by a scout: could the second be better than the sandwich?", query: { tree: "((2 9) (4 3 1 9))", algorithm: "scout" } },
      { name: "The same by MTD(f), from a guess", query: { tree: "((2 9) (4 3 1 9))", algorithm: "mtd-f" } },
    ],
  },
  {
    name: "What a bound proves",
    about: "Fail-hard answers stay inside the window; fail-soft ones say all they prove.",
    exercises: [
      { name: "Fail-hard", query: { tree: USUAL, algorithm: "alpha-beta-hard" } },
      { name: "Fail-soft", query: { tree: USUAL, algorithm: "alpha-beta" } },
    ],
  },
  {
    name: "Null windows",
    about: "A window one point wide asks only: is it more?",
    exercises: [
      { name: "PVS: trust the first move, scout the others", query: { tree: USUAL, algorithm: "pvs" } },
      { name: "PVS, when the scout was wrong", query: { tree: "((3 5) (6 9) (2 8))", algorithm: "pvs" } },
      { name: "MTD(f): closing in on the value", query: { tree: "((3 5) (6 9))", algorithm: "mtd-f" } },
    ],
  },
];

export function Exercises() {
  return (
    <div class="home">
      <h1>Exercises</h1>
      <p>
        Say what the search does next, then see it. Every answer is graded from the search itself, with the reason. Any other tree makes an
        exercise, too: tick <em>Ask me</em> in the <a href={link("tree")}>tree laboratory</a>, and send the link.
      </p>
      {SETS.map(({ name, about, exercises }) => (
        <section>
          <h2>{name}</h2>
          <p class="quiet">{about}</p>
          <ul class="cards">
            {exercises.map((one) => (
              <li>
                <a class="card" href={link("tree", { ask: "on", ...one.query })}>
                  <strong>{one.name}</strong>
                  <span>{one.query.algorithm} on <code>{one.query.tree}</code></span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
