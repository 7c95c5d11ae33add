// A file of the laboratory, asked for again and again: it may be written meanwhile.

import { useEffect, useState } from "preact/hooks";
import { ask } from "../link";
import type { FileView } from "../protocol";

/** The time between two looks, in milliseconds. */
const PAUSE = 1500;

export interface Shown {
  /** The file as it was last read; none before. */
  view: FileView | null;
  /** Why it cannot be read now. */
  error: string;
}

const NOTHING: Shown = { view: null, error: "" };

/** The file of this number as it stands, with its games from this one on; nothing if there is no number. */
export function useFile(file: number | undefined, from: number): Shown {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    if (file === undefined) return;
    let isWanted = true;
    let timer = 0;
    let seen: string | undefined;
    const look = async () => {
      // Nobody looks at a page that is hidden.
      if (!document.hidden) {
        try {
          const { file: view } = await ask({ file: { file, seen, from } }).done;
          if (isWanted && view?.contents) {
            seen = view.stamp;
            setState({ view, error: "" });
          }
        } catch (error) {
          seen = undefined;
          if (isWanted) setState((state) => ({ ...state, error: (error as Error).message }));
        }
      }
      if (isWanted) timer = window.setTimeout(look, PAUSE);
    };
    void look();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [file, from]);
  return state;
}
