import { sessionValues } from '../storage.ts';

const REQUESTED = 'asked_page';

export function storeRequestedPage() {
  sessionValues.set(REQUESTED, location.pathname + location.search + location.hash);
}

/** The page of the admin area that the user requested before the login, or null. */
export function readRequestedPage(): string | null {
  const path = sessionValues.get(REQUESTED);
  return path !== null && /^\/admin(?:[/?#]|$)/.test(path) ? path : null;
}

export function clearRequestedPage() {
  sessionValues.remove(REQUESTED);
}
