import { sessionValues } from '../storage.ts';

const DRAFT = 'home_draft';

/** Keeps a long URL while the user visits the login page. */
export function storeDraft(url: string) {
  sessionValues.set(DRAFT, url);
}

export function readDraft(): string {
  return sessionValues.get(DRAFT) ?? '';
}

export function removeDraft() {
  sessionValues.remove(DRAFT);
}
