// A choice under way: its races and games as they come.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Asked } from "../link";
import type { Choice, ChoosePlan, Choosing, Entrant, Played } from "../protocol";

export interface Race {
  name: string;
  entrants: Entrant[];
}

export interface ChoiceState {
  choosing: Choosing | null;
  /** The races, the latest last. */
  races: Race[];
  played: Played[];
  /** The end of it; none while it runs, or if it was stopped. */
  choice: Choice | null;
  running: boolean;
  stopped: boolean;
  error: string;
}

const NOTHING: ChoiceState = { choosing: null, races: [], played: [], choice: null, running: false, stopped: false, error: "" };

/** A race as it stands, in place of what was known of it. */
const taken = (races: Race[], race: Race) => [...races.filter(({ name }) => name !== race.name), race];

/** The games of two methods in place of what they had played before. */
const played = (all: Played[], latest: Played) => [...all.filter(({ first, second }) => first !== latest.first || second !== latest.second), latest];

/** Chooses by a plan, if there is one, until another is asked for. */
export function useChoice(plan: ChoosePlan | null): ChoiceState & { stop(): void } {
  const [state, setState] = useState(NOTHING);
  const asked = useRef<Asked | null>(null);
  useEffect(() => {
    if (!plan) return setState(NOTHING);
    let isWanted = true;
    const change = (more: (state: ChoiceState) => Partial<ChoiceState>) => isWanted && setState((state) => ({ ...state, ...more(state) }));
    setState({ ...NOTHING, running: true });
    const question = ask({ choose: plan }, ({ choosing, race, played: latest }) => {
      if (choosing) change(() => ({ choosing }));
      if (race) change(({ races }) => ({ races: taken(races, race) }));
      if (latest) change((state) => ({ played: played(state.played, latest) }));
    });
    asked.current = question;
    question.done.then(
      ({ choice }) => change(() => ({ choice: choice ?? null, stopped: !choice, running: false })),
      (error: Error) => change(() => ({ error: error.message, running: false })),
    );
    return () => {
      isWanted = false;
      question.stop();
    };
  }, [JSON.stringify(plan)]);
  return { ...state, stop: () => asked.current?.stop() };
}
