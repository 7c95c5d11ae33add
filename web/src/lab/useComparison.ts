// A comparison under way: its contenders as they come.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Asked } from "../link";
import type { Comparison, Contender, Place, Request } from "../protocol";

/** What is compared. */
export interface Plan {
  place: Place;
  depth: number | undefined;
  /** By name; none for all that search to a depth. */
  algorithms: string[] | undefined;
  deepen: boolean;
  order: string;
  hash: number;
}

export interface Compared {
  contenders: Contender[];
  /** The end of it; none while it runs. */
  comparison: Comparison | null;
  running: boolean;
  /** Whether it was stopped before anything was found. */
  stopped: boolean;
  error: string;
}

const NOTHING: Compared = { contenders: [], comparison: null, running: false, stopped: false, error: "" };

/** Runs the comparison of a plan, if there is one, until another is asked for. */
export function useComparison(plan: Plan | null): Compared & { stop(): void } {
  const [state, setState] = useState(NOTHING);
  const asked = useRef<Asked | null>(null);
  // Whoever stops it before anything was found is told no fault.
  const stopped = useRef(false);
  useEffect(() => {
    if (!plan) return setState(NOTHING);
    let isWanted = true;
    const { place, depth, algorithms, deepen, order, hash } = plan;
    const request: Request = { method: { order }, resources: { hash } };
    setState({ ...NOTHING, running: true });
    const question = ask({ compare: { place, request, plan: { depth, algorithms, deepen } } }, ({ contender }) => {
      if (isWanted && contender) setState((state) => ({ ...state, contenders: [...state.contenders, contender] }));
    });
    asked.current = question;
    stopped.current = false;
    const over = (more: Partial<Compared>) => isWanted && setState((state) => ({ ...state, ...more, running: false }));
    question.done.then(({ comparison }) => over({ comparison: comparison ?? null }), (error: Error) => over(stopped.current ? { stopped: true } : { error: error.message }));
    return () => {
      isWanted = false;
      question.stop();
    };
  }, [JSON.stringify(plan)]);
  const stop = () => {
    stopped.current = true;
    asked.current?.stop();
  };
  return { ...state, stop };
}
