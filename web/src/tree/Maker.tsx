// Trees made by hand, at random, and rearranged.

import { useState } from "preact/hooks";
import { grown, leaves, ordered, parse, pGame, type Written } from "./written";

export const USUAL = "((3 12 8) (2 4 6) (14 5 2))";
const NAMES = [
  { text: USUAL, name: "Nine leaves (the textbook tree)" },
  { text: "(5 (((4 7) 8) 9))", name: "A deep cutoff" },
  { text: "((5 (7 9)) ((8 (3 (6 1))) 4))", name: "Uneven depths" },
  { text: "((((3 17) (2 12)) ((15) (25 0))) (((2 5) (3)) ((2 14))))", name: "An exam tree of four plies" },
  { text: "(((8 7) (3 9)) ((9 8) (2 4)) ((1 8) (8 9)))", name: "Three plies, twelve leaves" },
];

export function Maker({ tree, onTree, onEdit }: { tree: Written | null; onTree(tree: Written): void; onEdit(change: (tree: Written) => Written): void }) {
  const [branching, setBranching] = useState(3);
  const [depth, setDepth] = useState(3);
  const [seed, setSeed] = useState(1);
  const fits = branching ** depth <= 4096;
  const make = (grow: typeof grown | typeof pGame) => {
    onTree(grow(branching, depth, seed));
    setSeed(seed + 1);
  };
  return (
    <div class="maker">
      <fieldset>
        <legend>Known trees</legend>
        {NAMES.map(({ text, name }) => (
          <button type="button" onClick={() => onTree(parse(text))}>{name}</button>
        ))}
      </fieldset>
      <fieldset>
        <legend>At random</legend>
        <label><span>Branching</span><input type="number" min={1} max={8} value={branching} onInput={(event) => setBranching(Number(event.currentTarget.value))} /></label>
        <label><span>Plies</span><input type="number" min={1} max={12} value={depth} onInput={(event) => setDepth(Number(event.currentTarget.value))} /></label>
        <label><span>Seed</span><input type="number" min={0} value={seed} onInput={(event) => setSeed(Number(event.currentTarget.value))} /></label>
        <button type="button" disabled={!fits} onClick={() => make(grown)}>Random leaves</button>
        <button type="button" disabled={!fits} onClick={() => make(pGame)}>Won or lost</button>
      </fieldset>
      <fieldset disabled={!tree}>
        <legend>Order of the moves{tree ? `, ${leaves(tree)} leaves` : ""}</legend>
        <button type="button" onClick={() => onEdit((tree) => ordered(tree, "best"))}>Best first</button>
        <button type="button" onClick={() => onEdit((tree) => ordered(tree, "worst"))}>Worst first</button>
        <button type="button" onClick={() => onEdit((tree) => ordered(tree, Math.floor(Math.random() * 1e6)))}>Shuffled</button>
      </fieldset>
    </div>
  );
}
