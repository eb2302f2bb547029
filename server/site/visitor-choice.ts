export type Language = 'en' | 'zh';
type ColorScheme = 'light' | 'dark';

/** A search takes less time than a split of many cookies. */
const LANGUAGE_COOKIE = /(?:^|;)[ \t]*user_language=[ \t]*(\w+)/;
const SCHEME_COOKIE = /(?:^|;)[ \t]*color_scheme=[ \t]*(\w+)/;

export function preferredLanguage(request: Request): Language {
  const chosen = readCookie(request, LANGUAGE_COOKIE);
  if (chosen === 'en' || chosen === 'zh') return chosen;
  const first = request.headers.get('accept-language') ?? '';
  return /^\s*zh\b/i.test(first) ? 'zh' : 'en';
}

/** null: the color scheme of the system. */
export function chosenColorScheme(request: Request): ColorScheme | null {
  const chosen = readCookie(request, SCHEME_COOKIE);
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
}

function readCookie(request: Request, cookie: RegExp): string | undefined {
  return cookie.exec(request.headers.get('cookie') ?? '')?.[1];
}
