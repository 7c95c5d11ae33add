// The evaluation over the game: a curve whose points lead to their positions.

import { along, evaluate, evaluating, judged, stopEvaluating, whole } from "./evaluation";
import { position, to } from "./game";
import { place } from "./place";

const [WIDTH, HEIGHT, EDGE] = [400, 110, 8];

export function Curve() {
  const points = along.value;
  const last = points.length - 1;
  if (last < 1) return null;
  const known = points.filter((point) => point !== undefined).length;
  const x = (n: number) => EDGE + ((WIDTH - 2 * EDGE) * n) / last;
  const y = (share: number) => EDGE + (HEIGHT - 2 * EDGE) * (1 - share);
  const here = place.value.moves.length;
  const [first] = position.value?.sides ?? [""];
  const drawn = points.flatMap((point, n) => (point ? [`${x(n).toFixed(1)},${y(point.share).toFixed(1)}`] : []));
  return (
    <section class="curve-panel" aria-label="Evaluation over the game">
      <div class="buttons">
        {evaluating.value === null ? (
          <button type="button" disabled={known > last} onClick={() => void evaluate()}>Evaluate the game</button>
        ) : (
          <button type="button" onClick={stopEvaluating}>Stop at move {evaluating.value} of {last}</button>
        )}
      </div>
      {known > 1 && (
        <>
          <svg class="evaluation" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`The chances of ${first || "the first player"}, position by position`}>
            <path class="area" d={`M${drawn.join("L")}V${y(0.5)}H${drawn[0]!.split(",")[0]}Z`} />
            <path class="middle" d={`M${EDGE},${y(0.5)}H${WIDTH - EDGE}`} />
            <path class="now" d={`M${x(here)},${EDGE}V${HEIGHT - EDGE}`} />
            <path class="course" d={`M${drawn.join("L")}`} />
            {points.map((point, n) => point && (
              <circle
                key={n}
                class={`point ${n === here ? "here" : ""} ${n > 0 && judged(n - 1).startsWith("?") ? "lapse" : ""}`}
                cx={x(n)}
                cy={y(point.share)}
                r={n === here ? 5.5 : Math.min(4, 120 / last + 1)}
                role="button"
                tabindex={n === here ? 0 : -1}
                aria-label={`${n === 0 ? "Start" : `Move ${n}`}: ${point.text}`}
                onClick={() => to(whole.value.slice(0, n))}
                onKeyDown={(event) => event.key === "Enter" && to(whole.value.slice(0, n))}
              >
                <title>{`${n === 0 ? "Start" : `Move ${n}`}: ${point.text}`}</title>
              </circle>
            ))}
          </svg>
          <p class="quiet">{told(here)}</p>
        </>
      )}
    </section>
  );
}

/** The evaluation here, and what would have been better than the last move. */
function told(here: number): string {
  const [first] = position.value?.sides ?? [""];
  const point = along.value[here];
  if (!point) return `Up is good for ${first || "the first player"}.`;
  const verdict = here > 0 ? judged(here - 1) : "";
  const better = verdict && along.value[here - 1]?.best;
  const words = { "": "", "?!": "doubtful", "?": "a mistake", "??": "a blunder" }[verdict];
  return `For ${first || "the first player"}: ${point.text}.${better ? ` The last move was ${words}; ${better} was better.` : ""}`;
}
