import type { CustomHtml } from './custom-html.ts';
import type { Language } from './visitor-choice.ts';

type Place = 'site-header' | 'site-footer';

const labels: Readonly<Record<Place, Readonly<Record<Language, string>>>> = {
  'site-header': { en: 'Site header', zh: '站点页眉' },
  'site-footer': { en: 'Site footer', zh: '站点页脚' },
};

export function renderCustom(
  place: Place,
  custom: CustomHtml,
  { nonce, language }: { readonly nonce: string; readonly language: Language },
): string {
  const html = custom.render(nonce);
  if (html === '') return '';
  const region = ` class="site-html" role="region" aria-label="${labels[place][language]}"`;
  return `<div id="${place}"${custom.isVisible ? region : ''}>${html}</div>\n`;
}
