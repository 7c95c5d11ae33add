// The moves so far and every line explored: click one to go there.

import { useEffect, useRef } from "preact/hooks";
import { judged } from "./evaluation";
import { explored, makeMain, position, removeBranch, to } from "./game";
import { place } from "./place";
import { type Branch, find, hasBranches } from "./variations";

export function Record() {
  const { root } = explored.value;
  const holder = useRef<HTMLDivElement>(null);
  const { moves } = place.value;
  const here = find(root, moves);
  useEffect(() => {
    const [box, one] = [holder.current, holder.current?.querySelector<HTMLElement>("[aria-current]")];
    if (box && one) box.scrollTop = one.offsetTop - box.clientHeight / 2;
    else if (box) box.scrollTop = 0;
  }, [moves.join(","), explored.value]);
  if (root.next.length === 0) return null;
  const isBranched = hasBranches(root);
  const isMain = isOnMain(root, moves);
  return (
    <section class="record-panel" aria-label="Moves">
      <div class="moves" ref={holder}>
        <Line from={root} ply={0} path={[]} here={here} isMain />
      </div>
      {isBranched && moves.length > 0 && (
        <div class="buttons small">
          {!isMain && <button type="button" onClick={makeMain}>Make this the main line</button>}
          <button type="button" onClick={removeBranch}>Delete from here on</button>
        </div>
      )}
    </section>
  );
}

function isOnMain(root: Branch, moves: string[]): boolean {
  let at: Branch | undefined = root;
  return moves.every((move) => (at = at?.next[0])?.move === move);
}

interface LineProps {
  from: Branch;
  /** The ply of the first move. */
  ply: number;
  /** The moves to the beginning of the line. */
  path: string[];
  here: Branch | undefined;
  isMain?: boolean;
  /** Whether the first move has its number whoever made it. */
  isDue?: boolean;
}

/** A line to its end, other lines behind the moves that they replace. */
function Line({ from, ply, path, here, isMain, isDue }: LineProps) {
  const parts: preact.JSX.Element[] = [];
  let [at, line, due] = [from, path, isDue ?? true];
  for (let n = ply; at.next.length > 0; n += 1) {
    const [main, ...others] = at.next as [Branch, ...Branch[]];
    const before = line;
    line = [...line, main.move];
    parts.push(<Move branch={main} ply={n} moves={line} here={here} isDue={due} verdict={isMain ? judged(n) : ""} />);
    due = others.length > 0;
    for (const other of others) {
      const moves = [...before, other.move];
      parts.push(
        <span class="branch" role="group" aria-label="Variation">
          <Move branch={other} ply={n} moves={moves} here={here} isDue verdict="" />
          <Line from={other} ply={n + 1} path={moves} here={here} isDue={false} />
        </span>,
      );
    }
    at = main;
  }
  return <>{parts}</>;
}

interface MoveProps {
  branch: Branch;
  ply: number;
  moves: string[];
  here: Branch | undefined;
  isDue: boolean;
  verdict: string;
}

function Move({ branch, ply, moves, here, isDue, verdict }: MoveProps) {
  // Black may move first from a position that was set up.
  const from = position.value?.game === "chess" && position.value.sides[0] === "black" ? 1 : 0;
  const isSecond = (ply + from) % 2 === 1;
  const number = Math.floor((ply + from) / 2) + 1;
  return (
    <span class="move">
      {(!isSecond || isDue) && <span class="number">{number}.{isSecond && "…"}</span>}
      <button type="button" class="plain" aria-current={branch === here ? "step" : undefined} onClick={() => to(moves)}>
        {branch.record ?? branch.move}
        {verdict && <b>{verdict}</b>}
      </button>
    </span>
  );
}
