import { foldCode } from '../engine/code-spellings.ts';
import { foldText, readableUrl } from '../engine/folded-texts.ts';

/** What the search looks in, as the index numbers it. */
export const searchFields = { long_url: 0, title: 1, note: 2, short_url: 3 } as const;
export type SearchField = keyof typeof searchFields;

/**
 * The form of a keyword that is looked for in the texts of a field, which are folded. An address holds
 * only ASCII as it is stored; one with other characters is meant as people read it.
 */
export function foldKeyword(field: SearchField, keyword: string): string {
  if (field === 'short_url') return foldCode(keyword);
  const isReadable = field === 'long_url' && /[^!-~]/.test(keyword);
  return foldText(isReadable ? readableUrl(keyword) : keyword);
}

/** Stands behind the end of a text, so that every character begins a trigram. */
const END = 0;
const UNIT = 65_536;

/** Three UTF-16 units as one number below 2^48. */
function gramOf(first: number, second: number, third: number): number {
  return (first * UNIT + second) * UNIT + third;
}

/**
 * The trigrams of a folded text; those at its end hold END. Each of its characters is one as well, with
 * END behind it, so that one character is found by one trigram. May name one twice.
 */
export function forEachGram(folded: string, visit: (gram: number) => void): void {
  let first = folded.charCodeAt(0);
  let second = folded.charCodeAt(1) || END;
  for (let at = 0; at < folded.length; at += 1) {
    const third = at + 2 < folded.length ? folded.charCodeAt(at + 2) : END;
    visit(gramOf(first, second, third));
    if (second !== END) visit(gramOf(first, END, END));
    first = second;
    second = third;
  }
}

/** How many trigrams of a long keyword are looked up; what they let through is read anyway. */
const LOOKED_UP = 12;

/** The trigrams inside a keyword of at least three characters, or that of a single one. */
export function keywordGrams(folded: string): number[] {
  if (folded.length === 1) return [gramOf(folded.charCodeAt(0), END, END)];
  const last = folded.length - 3;
  const step = Math.max(1, last / (LOOKED_UP - 1));
  const grams = new Set<number>();
  for (let at = 0; at <= last; at += step) {
    const [first, second, third] = [0, 1, 2].map((k) => folded.charCodeAt(Math.floor(at) + k));
    grams.add(gramOf(first!, second!, third!));
  }
  return [...grams];
}

/** The trigrams that begin with a keyword of two characters: from the first, below the second. */
export function gramRange(folded: string): readonly [number, number] {
  const first = folded.charCodeAt(0);
  const second = folded.charCodeAt(1);
  return [gramOf(first, second, END), gramOf(first, second + 1, END)];
}

/** The longest word that is kept, in characters. */
const WORD_MAX = 200;
/** How much of a title or note is taken apart into words: of a long note all would take much memory. */
const TEXT_MAX = 256;

/** The parts of a folded text that many links may share, if longer than a trigram. */
export function wordsOf(field: SearchField, folded: string): Set<string> {
  const text = field === 'long_url' ? folded : folded.slice(0, TEXT_MAX);
  // An address may have a second line, in which people read it.
  const parts = field === 'long_url' ? text.split('\n').flatMap(partsOfUrl) : partsOfText(text);
  const plain = text.split(/[^\p{L}\p{N}]+/u);
  return new Set([...parts, ...plain].filter((word) => word.length > 3 && word.length <= WORD_MAX));
}

/** What stands between separators, and the address up to its last `/` from each of its names on. */
function partsOfUrl(folded: string): string[] {
  const directory = folded.slice(0, folded.lastIndexOf('/') + 1);
  const tails = [...directory.matchAll(/[./](?=[^./])/g)].map(({ index }) =>
    directory.slice(index + 1),
  );
  return [directory, ...tails, ...folded.split(/[/?&#]/)];
}

/** All of it, what stands between blanks, and each two and three of these that stand together. */
function partsOfText(folded: string): string[] {
  const words = folded.split(/\s/);
  const parts = [folded, ...words];
  for (let at = 1; at < words.length; at += 1) {
    parts.push(words.slice(at - 1, at + 1).join(' '), words.slice(at - 1, at + 2).join(' '));
  }
  return parts;
}
