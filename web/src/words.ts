// Numbers and names as people read them.

export const INF = 32001;
const WIN = 32000;

/** A score as a search sees it: points, or a win so many plies away. */
export function score(value: number | null): string {
  if (value === null) return "?";
  if (value >= INF) return "∞";
  if (value <= -INF) return "−∞";
  if (value > WIN - 1000) return `win in ${WIN - value}`;
  if (value < -WIN + 1000) return `loss in ${WIN + value}`;
  return signed(value);
}

/** A score in little room. */
export function brief(value: number | null): string {
  if (value === null) return "";
  if (value > WIN - 1000 && value < INF) return `W${WIN - value}`;
  if (value < -WIN + 1000 && value > -INF) return `L${WIN + value}`;
  return score(value);
}

export const signed = (value: number) => (value < 0 ? `−${-value}` : String(value));

export const count = (value: number) => value.toLocaleString("en");

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });

/** A count in little room: `12K`. */
export const few = (value: number) => (value < 1000 ? String(value) : compact.format(value));

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 node`, `2 nodes`. */
export const counted = (value: number, thing: string) => `${count(value)} ${thing}${value === 1 ? "" : "s"}`;

export const share = (value: number, whole: number) => (whole ? `${((100 * value) / whole).toFixed(0)} %` : "");
