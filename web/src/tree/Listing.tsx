// The page of Rust that searches, with the line of the step.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Frame, Search } from "./forest";
import { fileOf, marked } from "./listing";

type Pages = Record<string, string>;

export function Listing({ page, search, at, frames }: { page: string; search: Search; at: number; frames: Frame[] }) {
  const [pages, setPages] = useState<Pages>({});
  useEffect(() => void import("virtual:listings").then((all) => setPages(all.default)), []);
  const holder = useRef<HTMLPreElement>(null);
  const text = pages[fileOf(page)];
  const step = search.trace.kind === "visits" ? search.at(at) : null;
  const mark = text && step ? marked(text, step, frames[frames.length - 2]?.node) : null;
  useEffect(() => {
    const pre = holder.current;
    const line = pre?.querySelector<HTMLElement>(".now");
    if (!pre || !line) return;
    // Within its own box alone: the page stays where it is.
    const top = line.offsetTop - pre.offsetTop;
    if (top < pre.scrollTop || top + 2 * line.offsetHeight > pre.scrollTop + pre.clientHeight) pre.scrollTop = top - pre.clientHeight / 3;
  }, [mark?.line, text]);
  if (!text) return null;
  return (
    <details class="listing" open>
      <summary>
        The page <code>{fileOf(page)}.rs</code>
      </summary>
      <pre ref={holder} tabIndex={0} aria-label={`Listing of ${page}`}>
        {text.split("\n").map((line, n) => (
          <Line text={line} number={n + 1} mark={n === mark?.line ? "now" : n === mark?.from ? "from" : ""} />
        ))}
      </pre>
      {!mark && <p class="quiet">{search.trace.kind === "visits" ? "This step is taken elsewhere: in the search of captures beyond the horizon." : "It opens nodes in an order of its own; no single line does a step."}</p>}
    </details>
  );
}

function Line({ text, number, mark }: { text: string; number: number; mark: "now" | "from" | "" }) {
  return (
    <span class={`line ${mark}`} aria-current={mark === "now" ? "step" : undefined}>
      <span class="number" aria-hidden="true">{String(number).padStart(2)}</span> {text}
      {"\n"}
    </span>
  );
}
