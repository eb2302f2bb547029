const YEAR_S = 31_536_000;

/** Tells the server what a visitor chose, for the pages it draws itself; null: no choice. */
export function writeChoiceCookie(name: 'user_language' | 'color_scheme', choice: string | null) {
  const age = choice === null ? 0 : YEAR_S;
  try {
    document.cookie = `${name}=${choice ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`;
  } catch {
    // Without cookies those pages follow the browser.
  }
}
