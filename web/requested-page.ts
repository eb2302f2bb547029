import { sessionValues } from './storage.ts';

const ASKED = 'asked_page';

/** Remembers the page of the admin area that takes a login first. */
export function storeRequestedPage() {
  sessionValues.set(ASKED, location.pathname + location.search + location.hash);
}

/** The page that was asked for before the login, or null. */
export function readRequestedPage(): string | null {
  const asked = sessionValues.get(ASKED);
  return asked !== null && /^\/admin(?:[/?#]|$)/.test(asked) ? asked : null;
}

export function dropRequestedPage() {
  sessionValues.remove(ASKED);
}
