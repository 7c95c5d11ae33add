// The step in words, and the nodes under way with their windows.

import { brief, score } from "../words";
import { grownAt, name, numbers, ordinal, pair, player, shown, tell, windowOf, type View } from "./explain";
import type { Frame, Search } from "./forest";

export function StepPanel({ search, at, frames, view }: { search: Search; at: number; frames: Frame[]; view: View }) {
  const step = search.at(at);
  if (!step) return null;
  const told = tell(search, step, at, frames[frames.length - 1], view);
  const isCut = told.cut && step.node.why === "cut";
  return (
    <section class={`step ${isCut ? "is-cut" : ""}`} aria-live="polite">
      <h2>{isCut && <span aria-hidden="true">✂ </span>}{told.title}</h2>
      {told.cut && (
        <div class="inequality">
          <p class="formula">
            <b>{told.cut.left}</b> {told.cut.sign} <b>{told.cut.right}</b>
            <span class="quiet"> = {told.cut.end}</span>
          </p>
          <p>{told.cut.end} is {told.cut.origin}.</p>
          {told.cut.plain && <p>{told.cut.plain}</p>}
          {told.cut.unsearched.length > 0 && (
            <p>Never searched: {told.cut.unsearched.slice(0, 12).map((move) => ordinal(move, step.spot.isTree)).join(", ")}{told.cut.unsearched.length > 12 ? ", …" : ""}.</p>
          )}
        </div>
      )}
      <p>{told.text}</p>
      <Path frames={frames} at={at} view={view} />
    </section>
  );
}

function Path({ frames, at, view }: { frames: Frame[]; at: number; view: View }) {
  if (frames.length === 0) return null;
  if (frames[0]!.node.proof) return <ProofPath frames={frames} view={view} />;
  if (frames[0]!.node.grown) return <GrownPath frames={frames} at={at} view={view} />;
  return (
    <table class="path">
      <caption>Under way, from the root</caption>
      <thead>
        <tr><th scope="col">Node</th><th scope="col">α</th><th scope="col">β</th><th scope="col">best so far</th></tr>
      </thead>
      <tbody>
        {frames.map(({ node, spot, alpha, beta, best }, n) => {
          const [low, high] = windowOf(view, node.ply, alpha, beta);
          const [asLow, asHigh] = windowOf(view, node.ply, node.alpha, node.beta);
          return (
            <tr class={n === frames.length - 1 ? "here" : ""}>
              <th scope="row">{name(spot)} <span class="quiet">{view === "max" ? player(node.ply) : ""}</span></th>
              <td class={low !== asLow ? "moved" : ""} title={score(low)}>{brief(low)}</td>
              <td class={high !== asHigh ? "moved" : ""} title={score(high)}>{brief(high)}</td>
              <td>{best === null ? "–" : brief(shown(view, node.ply, best))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The nodes that a proof-number search in a table is in, with the thresholds at which it leaves them. */
function ProofPath({ frames, view }: { frames: Frame[]; view: View }) {
  return (
    <table class="path">
      <caption>Under way, from the root</caption>
      <thead>
        <tr><th scope="col">Node</th><th scope="col">proof : disproof</th><th scope="col">until</th></tr>
      </thead>
      <tbody>
        {frames.map(({ node, spot }, n) => (
          <tr class={n === frames.length - 1 ? "here" : ""}>
            <th scope="row">{name(spot)} <span class="quiet">{view === "max" ? player(node.ply) : ""}</span></th>
            <td>{pair(node.proof!.entry).replace(":", " : ")}</td>
            <td>{node.proof!.until ? pair(node.proof!.until).replace(":", " : ") : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The way to a node that was expanded, with the numbers that led there. */
function GrownPath({ frames, at, view }: { frames: Frame[]; at: number; view: View }) {
  const hasVisits = frames.some(({ node }) => node.grown?.visits != null);
  const isThen = frames.every(({ node }) => node.history.length > 0);
  return (
    <table class="path">
      <caption>From the root, as it {isThen ? "stands by now" : "stood in the end"}</caption>
      <thead>
        <tr><th scope="col">Node</th><th scope="col">{frames[0]!.node.grown?.proof_numbers ? "proof : disproof" : "value"}</th>{hasVisits && <th scope="col">visits</th>}</tr>
      </thead>
      <tbody>
        {frames.map(({ node, spot }, n) => (
          <tr class={n === frames.length - 1 ? "here" : ""}>
            <th scope="row">{name(spot)} <span class="quiet">{view === "max" ? player(node.ply) : ""}</span></th>
            <td>{numbers(view, node, at).replace(":", " : ") || "–"}</td>
            {hasVisits && <td>{grownAt(node, at)?.visits ?? "–"}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
