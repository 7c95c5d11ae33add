// Where we are: everything that a page shows is in the address, so that a link shows the same.

import { signal } from "@preact/signals";

export interface Route {
  page: string;
  query: Record<string, string>;
}

function read(): Route {
  const [page, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { page: page ?? "", query: Object.fromEntries(new URLSearchParams(query ?? "")) };
}

export const route = signal<Route>(read());

addEventListener("hashchange", () => {
  const now = read();
  if (link(now.page, now.query) !== link(route.value.page, route.value.query)) route.value = now;
});

export function link(page: string, query: Record<string, string | number | undefined> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return `#/${page}${text ? `?${text}` : ""}`;
}

/** Changes the address without leaving the page; a new entry of the history only where the person would go back to it. */
export function show(page: string, query: Record<string, string | number | undefined>, remember = false) {
  const hash = link(page, query);
  if (hash === location.hash) return;
  const url = location.pathname + location.search + hash;
  if (remember) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  route.value = read();
}
