const YEAR_S = 31_536_000;

/** Stores a choice for the pages that the server renders. Null removes it. */
export function writeChoiceCookie(name: 'user_language' | 'color_scheme', choice: string | null) {
  const age = choice === null ? 0 : YEAR_S;
  try {
    document.cookie = `${name}=${choice ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`;
  } catch {
    // Without cookies, these pages follow the browser's preferences.
  }
}
