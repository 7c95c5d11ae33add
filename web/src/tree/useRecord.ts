// The two records that the laboratory shows: minimax, for the whole tree, and the algorithm that was chosen.

import { useEffect, useState } from "preact/hooks";
import { ask } from "../link";
import type { Place, Request, Trace } from "../protocol";
import { plant, run, type Run, type Spot } from "./model";

export interface Wish {
  place: Place;
  depth: number;
  algorithm: string;
  order: string;
  deepen: boolean;
  hash: number;
}

export interface Recorded {
  root: Spot;
  run: Run;
  /** Whether minimax went through the whole tree, so that all of it is known. */
  isWhole: boolean;
  wish: Wish;
}

const KEEP = 12_000;

function request(wish: Wish, algorithm: string): Request {
  const settings = wish.deepen && algorithm !== "minimax" ? [] : ["deepening=off"];
  return {
    method: { algorithm, order: wish.order, settings },
    limits: { depth: wish.depth, time: { secs: 20, nanos: 0 } },
    resources: { hash: wish.hash },
  };
}

export function useRecord(wish: Wish | null): { recorded: Recorded | null; error: string; busy: boolean } {
  const [state, setState] = useState<{ recorded: Recorded | null; error: string; busy: boolean }>({ recorded: null, error: "", busy: false });
  const key = JSON.stringify(wish);
  useEffect(() => {
    if (!wish) return;
    let isWanted = true;
    setState((state) => ({ ...state, busy: true }));
    const record = (algorithm: string, minimal: boolean) =>
      ask({ trace: { place: wish.place, request: request(wish, algorithm), keep: KEEP, minimal } });
    const questions = [record("minimax", false), record(wish.algorithm, true)];
    Promise.all(questions.map(({ done }) => done))
      .then(([whole, own]) => {
        if (!isWanted) return;
        const [all, trace] = [whole!.trace as Trace, own!.trace as Trace];
        const { root, byKey } = plant(all);
        setState({ recorded: { root, run: run(trace, root, byKey), isWhole: all.header.left_out === 0, wish }, error: "", busy: false });
      })
      .catch((error: Error) => isWanted && setState((state) => ({ ...state, error: error.message, busy: false })));
    return () => {
      isWanted = false;
      questions.forEach((question) => question.stop());
    };
  }, [key]);
  return state;
}
