const DRAFT = 'home_draft';

/** Keeps a long URL over the way to the login page and back. */
export function keepDraft(url: string) {
  sessionStorage.setItem(DRAFT, url);
}

export function readDraft(): string {
  return sessionStorage.getItem(DRAFT) ?? '';
}

export function dropDraft() {
  sessionStorage.removeItem(DRAFT);
}
