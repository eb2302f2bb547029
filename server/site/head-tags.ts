import type { SiteInfo } from '../../contracts/site.ts';
import { chosenColorScheme, type Language } from './visitor-choice.ts';

/** The background of the page, around which a browser draws its own frame. */
export const pageBackgrounds = { light: '#faf8f5', dark: '#151312' } as const;

export function iconTags(request: Request): string {
  const chosen = chosenColorScheme(request);
  const colors = (['light', 'dark'] as const).map((scheme) => {
    const system = `(prefers-color-scheme: ${scheme})`;
    const media = chosen === null ? system : chosen === scheme ? 'all' : 'not all';
    return `<meta name="theme-color" content="${pageBackgrounds[scheme]}" data-scheme="${scheme}" media="${media}">\n`;
  });
  return `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${colors.join('')}`;
}

const defaultDescription: Readonly<Record<Language, string>> = {
  en: 'Paste a web address and get a short one that is easy to share.',
  zh: '粘贴网址，马上得到一条简短、好分享的短链接。',
};

/** Tags for search engines and link cards; `url` is the full address of the page. */
export function describePage(info: SiteInfo, url: URL, language: Language): string {
  const about = info.description === '' ? defaultDescription[language] : info.description;
  const cards = [
    ['og:type', 'website'],
    ['og:site_name', info.title],
    ['og:title', info.title],
    ['og:description', about],
    ['og:url', url.href],
    ['og:image', new URL('/icon-512.png', url).href],
    ['og:image:width', '512'],
    ['og:image:height', '512'],
    ['og:locale', language === 'zh' ? 'zh_CN' : 'en_US'],
  ] as const;
  return `${meta('description', about)}${cards
    .map(([property, text]) => `<meta property="${property}" content="${Bun.escapeHTML(text)}">\n`)
    .join('')}${meta('twitter:card', 'summary')}`;
}

export function meta(name: string, content: string): string {
  return content === '' ? '' : `<meta name="${name}" content="${Bun.escapeHTML(content)}">\n`;
}
