export type Language = 'en' | 'zh';

/** The language for a visitor who has chosen none: Chinese if their browser's first is Chinese. */
export function preferredLanguage(request: Request): Language {
  const first = request.headers.get('accept-language') ?? '';
  return /^\s*zh\b/i.test(first) ? 'zh' : 'en';
}
