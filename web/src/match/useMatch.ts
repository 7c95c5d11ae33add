// A match under way: the game on the board, and the standings.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Asked } from "../link";
import type { MatchPlan, Playing, Position, Standings, Summary } from "../protocol";

export interface MatchState {
  playing: Playing | null;
  /** The position of the game that is shown. */
  position: Position | null;
  standings: Summary | null;
  /** The last game that ended. */
  game: Standings["game"];
  running: boolean;
  error: string;
}

const NOTHING: MatchState = { playing: null, position: null, standings: null, game: null, running: false, error: "" };

/** Plays the match of a plan, if there is one, until another is asked for. */
export function useMatch(plan: MatchPlan | null): MatchState & { stop(): void } {
  const [state, setState] = useState(NOTHING);
  const asked = useRef<Asked | null>(null);
  useEffect(() => {
    if (!plan) return setState(NOTHING);
    let isWanted = true;
    let isDrawing = false;
    const change = (more: Partial<MatchState>) => isWanted && setState((state) => ({ ...state, ...more }));
    /** One position at a time is asked for: those that come meanwhile are not shown. */
    const draw = (playing: Playing) => {
      if (isDrawing) return;
      isDrawing = true;
      const drawn = () => (isDrawing = false);
      ask({ position: playing.place }).done.then(({ position }) => change({ playing, position: position ?? null }), () => undefined).then(drawn);
    };
    setState({ ...NOTHING, running: true });
    const question = ask({ match: plan }, ({ playing, standings }) => {
      if (playing) draw(playing);
      if (standings) change({ standings: standings.summary, game: standings.game });
    });
    asked.current = question;
    question.done.then(({ standings }) => change({ standings: standings?.summary ?? null, running: false }), (error: Error) => change({ error: error.message, running: false }));
    return () => {
      isWanted = false;
      question.stop();
    };
  }, [JSON.stringify(plan)]);
  return { ...state, stop: () => asked.current?.stop() };
}
