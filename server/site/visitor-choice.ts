export type Language = 'en' | 'zh';
type ColorScheme = 'light' | 'dark';

export function preferredLanguage(request: Request): Language {
  const chosen = readCookie(request, 'user_language');
  if (chosen === 'en' || chosen === 'zh') return chosen;
  const first = request.headers.get('accept-language') ?? '';
  return /^\s*zh\b/i.test(first) ? 'zh' : 'en';
}

/** null: the color scheme of the system. */
export function chosenColorScheme(request: Request): ColorScheme | null {
  const chosen = readCookie(request, 'color_scheme');
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
}

function readCookie(request: Request, name: string): string | undefined {
  const cookies = request.headers.get('cookie') ?? '';
  const pair = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${name}=`));
  return pair?.split('=')[1]?.trim();
}
