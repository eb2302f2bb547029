import i18next, { t as translate } from 'i18next';
import { language } from '../language.ts';
import type { DocsTextKey } from './locales/en.ts';

interface ReferenceWords {
  readonly summaries: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
}

let words: ReferenceWords = { summaries: {}, descriptions: {} };

/** Adds the texts of the API pages. Only these pages load them. */
export async function loadDocsTexts() {
  const loaded =
    language === 'zh' ? await import('./locales/zh.ts') : await import('./locales/en.ts');
  // The texts of the site load at the same time and may arrive later.
  if (!i18next.isInitialized) await new Promise((done) => i18next.on('initialized', done));
  i18next.addResources(language, 'translation', loaded.docsTexts);
  // The OpenAPI document is in English.
  if (language === 'zh') words = await import('./locales/reference-zh.ts');
}

/** The summary of a call, in the language of the page. */
export function translateSummary(id: string, english: string): string {
  return words.summaries[id] ?? english;
}

/** The description of a field, in the language of the page. */
export function translateDescription(english: string): string {
  return words.descriptions[english] ?? english;
}

export function t(key: DocsTextKey, values: Readonly<Record<string, string | number>> = {}) {
  return translate(key, values);
}
