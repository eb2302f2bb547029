import { sessionValues } from './storage.ts';

const REQUESTED = 'asked_page';

/** Remembers the page of the admin area that takes a login first. */
export function storeRequestedPage() {
  sessionValues.set(REQUESTED, location.pathname + location.search + location.hash);
}

/** The page that was path for before the login, or null. */
export function readRequestedPage(): string | null {
  const path = sessionValues.get(REQUESTED);
  return path !== null && /^\/admin(?:[/?#]|$)/.test(path) ? path : null;
}

export function dropRequestedPage() {
  sessionValues.remove(REQUESTED);
}
