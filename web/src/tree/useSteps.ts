// Where one is among the steps of the searches shown, and how one goes on.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { route, show } from "../route";
import { queryHere } from "./query";
import type { Search } from "./forest";
import { bringStep, lookAhead, type Recorded, type Wish } from "./useRecords";

/** How often the address is written anew while one steps, in milliseconds. */
const PAUSE = 250;

export interface Steps {
  at: number;
  last: number;
  /** Whether a step is waited for. */
  waits: boolean;
  go(step: number | ((at: number) => number)): void;
  /** Told that a record cannot be asked any more. */
  renew(error: Error): void;
}

/** The step of a search that is shown where another one has more. */
export const here = (search: Search, step: number) => Math.min(step, search.steps - 1);

export function useSteps(recorded: Recorded | null, wish: Wish | null, again: () => void): Steps {
  const searches = [recorded?.own ?? null, recorded?.beside ?? null].filter((search) => search !== null);
  const last = Math.max(1, ...searches.map(({ steps }) => steps)) - 1;
  const [at, setAt] = useState(0);
  const [waits, setWaits] = useState(false);
  // Keys may come faster than pages are drawn, and steps slower than keys.
  const latest = useRef(0);
  /** The step to go to once a record that was lost is there again. */
  const wanted = useRef<number | null>(null);
  const [linked, setLinked] = useState(0);
  const note = useNoted();
  const renewed = useRef({ key: "", times: 0 });
  const key = JSON.stringify(recorded?.wish);

  /** A record may be gone, as after the connection was lost: then it is made again. */
  const renew = (error: Error) => {
    setWaits(false);
    const isLost = error.message.includes("not kept any more");
    if (!isLost || (renewed.current.times > 2 && renewed.current.key === key)) return;
    renewed.current = { key, times: renewed.current.times + 1 };
    wanted.current = latest.current;
    again();
  };
  const go = (step: number | ((at: number) => number)) => {
    const next = Math.max(0, Math.min(last, typeof step === "number" ? step : step(latest.current)));
    const isNear = Math.abs(next - latest.current) === 1;
    latest.current = next;
    const arrive = () => {
      if (latest.current !== next) return;
      setAt(next);
      setWaits(false);
      note(next);
      searches.forEach((search) => lookAhead(search, here(search, next), isNear));
    };
    if (searches.every((search) => search.knows(here(search, next)))) return arrive();
    setWaits(true);
    Promise.all(searches.map((search) => bringStep(search, here(search, next)))).then(arrive, renew);
  };
  useLayoutEffect(() => {
    if (!recorded) return;
    latest.current = 0;
    setAt(0);
    const step = wanted.current ?? stepHere();
    wanted.current = null;
    if (step > 0) go(step);
  }, [recorded?.own.trace.record]);
  // A link to another step may come while the page is open; if it is one of another search, the step waits for that.
  useEffect(() => {
    const onLink = () => setLinked((times) => times + 1);
    addEventListener("hashchange", onLink);
    return () => removeEventListener("hashchange", onLink);
  }, []);
  useEffect(() => {
    if (linked > 0 && JSON.stringify(wish) === key) go(stepHere());
  }, [linked]);
  return { at, last, waits, go, renew };
}

/** The step that the address names. */
const stepHere = () => Number(queryHere().at) || 0;

/** What the address asks for, but for the step. */
const askedHere = () => JSON.stringify({ ...queryHere(), at: "" });

/** Notes a step in the address, not too often. */
function useNoted(): (step: number) => void {
  const noting = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; when: number }>({ timer: undefined, when: 0 });
  useEffect(() => () => clearTimeout(noting.current.timer), [route.value.page]);
  return (step) => {
    const asked = askedHere();
    const note = () => {
      if (askedHere() !== asked) return;
      noting.current.when = Date.now();
      show("tree", { ...queryHere(), at: step || "" });
    };
    clearTimeout(noting.current.timer);
    if (Date.now() - noting.current.when > PAUSE) note();
    else noting.current.timer = setTimeout(note, PAUSE);
  };
}
