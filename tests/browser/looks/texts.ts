import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Language } from '../test-browser.ts';

type Table = Readonly<Record<string, string>>;

/** Returns the text of a key. A plural is the one of many; values stand in the text by name. */
export type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** All texts of the page in a language: the files of `locales` folders are named after it. */
async function readTable(language: Language): Promise<Table> {
  const files = globSync(`web/**/locales/{${language},*-${language}}.ts`);
  const tables = await Promise.all(
    files.map(async (file) =>
      Object.values((await import(resolve(file))) as Record<string, Table>),
    ),
  );
  return Object.assign({}, ...tables.flat()) as Table;
}

const tables: Readonly<Record<Language, Table>> = {
  en: await readTable('en'),
  zh: await readTable('zh'),
};

export function textsOf(language: Language): Texts {
  return (key, values = {}) => {
    const text = tables[language][key] ?? tables[language][`${key}_other`];
    if (text === undefined) throw new Error(`no text: ${key}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}

const keys = new Set(Object.keys(tables.en).filter((key) => key.includes('.')));
const rooms = new Set([...keys].map((key) => key.slice(0, key.indexOf('.'))));

const CHINESE = /\p{Script=Han}/u;

/** Texts in the script of the other language that the language does not have. */
function listForeign(language: Language): ReadonlySet<string> {
  const other = Object.values(tables[language === 'zh' ? 'en' : 'zh']);
  const own = new Set(Object.values(tables[language]));
  const isOther = (text: string): boolean => CHINESE.test(text) === (language === 'en');
  return new Set(other.filter((text) => isOther(text) && !own.has(text)));
}

const foreign = { en: listForeign('en'), zh: listForeign('zh') };

/** Four words in a row are a sentence in English. */
const ENGLISH = /[A-Za-z’']+(?: [a-z’']+){3,}/;

/** Whether a shown text is a key, a pattern without its values, or in another language. */
export function isUntranslated(text: string, language: Language): boolean {
  const [, room] = /^([a-z]+)(?:\.[\w-]+)+$/.exec(text) ?? [];
  if (room !== undefined && (keys.has(text) || rooms.has(room))) return true;
  if (text.includes('{{') || foreign[language].has(text)) return true;
  return language === 'zh' && ENGLISH.test(text);
}

/**
 * Collects the texts of a page, with names and titles. Code and text that names its own language
 * are left out.
 */
export const collectTexts = `(() => {
  const texts = new Set();
  const isOwn = (element) =>
    element.closest('[lang]') === document.documentElement &&
    element.closest('script, style, code, pre, .mono, [data-untranslated]') === null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (data.trim() !== '' && isOwn(parentElement) && parentElement.checkVisibility()) {
      texts.add(data.trim());
    }
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      if (isOwn(element)) texts.add(element.getAttribute(name));
    }
  }
  return [...texts];
})()`;
