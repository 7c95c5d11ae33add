// Exercises: trees and algorithms whose next step is to be said before it is seen.

import { link } from "./route";

const SETS: { name: string; about: string; exercises: { name: string; query: Record<string, string> }[] }[] = [
  {
    name: "Alpha-beta by hand",
    about: "The window at each node, the answer, and whether it is cut.",
    exercises: [
      { name: "Two plies, nine leaves: the tree of most textbooks", query: { tree: "((3 12 8) (2 4 6) (14 5 2))", algorithm: "alpha-beta" } },
      { name: "Three plies, twelve leaves", query: { tree: "(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)))", algorithm: "alpha-beta" } },
      { name: "Leaves at uneven depths", query: { tree: "((5 (7 9)) ((8 (3 (6 1))) 4))", algorithm: "alpha-beta" } },
      { name: "A deep cutoff: the bound comes from three plies above", query: { tree: "(5 (((4 7) 8) 9))", algorithm: "alpha-beta" } },
    ],
  },
  {
    name: "What a bound proves",
    about: "Fail-hard answers stay inside the window; fail-soft ones say all they prove.",
    exercises: [
      { name: "Fail-hard", query: { tree: "((3 12 8) (2 4 6) (14 5 2))", algorithm: "alpha-beta-hard" } },
      { name: "Fail-soft", query: { tree: "((3 12 8) (2 4 6) (14 5 2))", algorithm: "alpha-beta" } },
    ],
  },
  {
    name: "Null windows",
    about: "A window one point wide asks only: is it more?",
    exercises: [
      { name: "PVS: trust the first move, scout the others", query: { tree: "((3 12 8) (2 4 6) (14 5 2))", algorithm: "pvs" } },
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
        exercise, too: tick “Ask me” in the <a href={link("tree")}>tree laboratory</a>, and send the link.
      </p>
      {SETS.map(({ name, about, exercises }) => (
        <section>
          <h2>{name}</h2>
          <p class="quiet">{about}</p>
          <ul class="cards">
            {exercises.map((one) => (
              <li>
                <a class="card" href={link("tree", { ...one.query, ask: "on" })}>
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
