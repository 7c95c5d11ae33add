// The tree laboratory: a tree, an algorithm, and its search step by step.

import { useEffect, useMemo, useState } from "preact/hooks";
import { algorithms, games, wantLists } from "../parts/lists";
import { route } from "../route";
import type { Search, Spot } from "./forest";
import { Beside, Counts } from "./Counts";
import { Controls } from "./Controls";
import { Depths } from "./Depths";
import { Head } from "./Head";
import { Listing } from "./Listing";
import { Quiz } from "./Quiz";
import { isSubject } from "./quiz";
import { StepPanel } from "./StepPanel";
import { TreeView } from "./TreeView";
import type { View } from "./explain";
import { isByNodes, read, setQuery, type Asked, type Query } from "./query";
import { unfold, useRecords, type Recorded } from "./useRecords";
import { here, useSteps, type Steps } from "./useSteps";
import { changed, write, type Written } from "./written";

export function TreePage() {
  useEffect(wantLists, []);
  const query = route.value.query as Partial<Query>;
  // The form does not change from step to step.
  const { at: _, ...asking } = query;
  const asked = useMemo(() => read(query, algorithms.value, games.value), [JSON.stringify(asking), algorithms.value, games.value]);
  const { recorded, error, busy, again } = useRecords(asked.wish);
  const steps = useSteps(recorded, asked.wish, again);
  const isAsking = isSubject(query.ask) && Boolean(asked.chosen?.page);
  const edit = (change: (tree: Written) => Written) => asked.tree && setQuery({ tree: write(change(asked.tree)) }, true);
  const head = useMemo(() => <Head asked={asked} error={error} isAsking={isAsking} onEdit={edit} />, [asked, error, isAsking]);
  const hasListing = asked.chosen?.page && !isAsking;
  return (
    <div class="lab">
      {head}
      <div class={`lab-body ${busy ? "busy" : ""} ${hasListing ? "has-listing" : ""}`} aria-busy={busy}>
        {recorded && <Body asked={asked} recorded={recorded} steps={steps} isAsking={isAsking} onEdit={edit} />}
      </div>
    </div>
  );
}

interface BodyProps {
  asked: Asked;
  recorded: Recorded;
  steps: Steps;
  isAsking: boolean;
  onEdit(change: (tree: Written) => Written): void;
}

/** The trees, the page of the algorithm, and the step in words. */
function Body({ asked, recorded, steps, isAsking, onEdit }: BodyProps) {
  const { at, last, waits, go } = steps;
  const { own, beside: other, wish, forest } = recorded;
  const view: View = asked.query.view === "mover" ? "mover" : "max";
  const look = useLook(recorded, steps.renew);
  const stepHere = here(own, at);
  const frames = useFrames(own, stepHere, forest.version);
  const trees = { recorded, at, view, go, onLook: look };
  const page = asked.chosen?.page;
  const names: [string, string] = [wish.algorithm.name, wish.beside?.name ?? ""];
  return (
    <>
      <div class={`trees ${other ? "two" : ""}`}>
        {other && <h2>{names[0]}</h2>}
        <Shown {...trees} search={own} other={other} isWritten={asked.isWritten} onEdit={(spot, value) => onEdit((tree) => changed(tree, spot.key.split("/").slice(1).map(Number), () => value))} />
        {other && (
          <>
            <h2>{names[1]}</h2>
            <Shown {...trees} search={other} other={own} isWritten={false} onEdit={() => undefined} />
          </>
        )}
      </div>
      {page && !isAsking && <Listing page={page} search={own} at={stepHere} frames={frames} />}
      <aside class="side" aria-label="The step">
        {isAsking ? <Quiz search={own} at={at} view={view} about={asked.query.ask === "types" ? "types" : "on"} go={go} /> : <Controls search={own} at={at} last={last} waits={waits} go={go} />}
        <StepPanel search={own} at={stepHere} frames={frames} view={view} />
        {!isAsking && <Counts recorded={recorded} at={stepHere} view={view} />}
        {other && <Beside names={names} recorded={recorded} />}
        {!isAsking && page && !isByNodes(asked.chosen) && (
          <Depths place={asked.place} depth={asked.depth} algorithms={[...new Set([asked.algorithm, ...(asked.second?.page && asked.second.depth ? [names[1]] : []), "minimax"])]} order={asked.order} hash={asked.hash} />
        )}
      </aside>
    </>
  );
}

interface ShownProps {
  recorded: Recorded;
  search: Search;
  other: Search | null;
  at: number;
  view: View;
  isWritten: boolean;
  go(step: number): void;
  onEdit(spot: Spot, value: number): void;
  onLook(opened: Spot[]): void;
}

/** One search on the tree. */
function Shown({ recorded: { forest }, search, other, at, view, isWritten, go, onEdit, onLook }: ShownProps) {
  const step = here(search, at);
  const frames = useFrames(search, step, forest.version);
  const pick = (spot: Spot) => {
    const next = search.stepOf(spot, at);
    if (next !== null) go(next);
  };
  return <TreeView forest={forest} search={search} other={other} at={step} frames={frames} current={search.at(step)} view={view} isWritten={isWritten} onPick={pick} onEdit={onEdit} onLook={onLook} />;
}

const useFrames = (search: Search, step: number, version: number) => useMemo(() => search.frames(step), [search, step, version]);

/** Brings in what is below the places that are open, in every search. */
function useLook({ own, beside, whole, forest }: Recorded, renew: (error: Error) => void): (opened: Spot[]) => void {
  const [, redraw] = useState(0);
  return (opened) => {
    const before = forest.version;
    const asked = [own, beside, whole].flatMap((search) => {
      const missing = search ? opened.flatMap((spot) => search.missing(spot)) : [];
      return search && missing.length > 0 ? [unfold(search, missing)] : [];
    });
    if (asked.length > 0) void Promise.all(asked).then(() => forest.version !== before && redraw((n) => n + 1), renew);
  };
}
