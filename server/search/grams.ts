import { foldCode } from '../engine/texts/code-spellings.ts';
import { foldText, readableUrl } from '../engine/texts/folded-texts.ts';

export const searchFields = { long_url: 0, title: 1, note: 2, short_url: 3 } as const;
export type SearchField = keyof typeof searchFields;

/** Stored URLs are ASCII; a keyword with other characters searches their readable form. */
export function foldKeyword(field: SearchField, keyword: string): string {
  if (field === 'short_url') return foldCode(keyword);
  const isReadable = field === 'long_url' && /[^!-~]/.test(keyword);
  return foldText(isReadable ? readableUrl(keyword) : keyword);
}

/** Pads the end of a text, so that every character begins a trigram. */
const END = 0;
const UNIT = 65_536;

function gramOf(first: number, second: number, third: number): number {
  return (first * UNIT + second) * UNIT + third;
}

/** Also visits each single character, padded with END. It may visit a trigram twice. */
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

/** Trigrams of a long keyword that are looked up; the matches are verified anyway. */
const GRAMS_MAX = 12;

/** The trigrams of a keyword with one character, or with three and more. */
export function keywordGrams(folded: string): number[] {
  if (folded.length === 1) return [gramOf(folded.charCodeAt(0), END, END)];
  const last = folded.length - 3;
  const step = Math.max(1, last / (GRAMS_MAX - 1));
  const grams = new Set<number>();
  for (let at = 0; at <= last; at += step) {
    const [first, second, third] = [0, 1, 2].map((k) => folded.charCodeAt(Math.floor(at) + k));
    grams.add(gramOf(first!, second!, third!));
  }
  return [...grams];
}

export function gramRange(folded: string): readonly [number, number] {
  const first = folded.charCodeAt(0);
  const second = folded.charCodeAt(1);
  return [gramOf(first, second, END), gramOf(first, second + 1, END)];
}

const WORD_MAX = 200;
/** Of a text: what other words of it hold is found by reading. */
const WORDS_MAX = 64;
/** A long note would use much memory, so words come from its start only. */
const TEXT_MAX = 256;

/** The parts of a text that many links may share, and that are longer than a trigram. */
export function collectWords(field: SearchField, folded: string): Set<string> {
  const text = field === 'long_url' ? folded : folded.slice(0, TEXT_MAX);
  // A URL may have a second line: its readable form.
  const parts = field === 'long_url' ? text.split('\n').flatMap(splitUrl) : splitText(text);
  const plain = text.split(/[^\p{L}\p{N}]+/u);
  const words = new Set<string>();
  for (const word of [...parts, ...plain]) {
    if (word.length <= 3 || word.length > WORD_MAX) continue;
    words.add(word);
    if (words.size === WORDS_MAX) break;
  }
  return words;
}

/** The parts between separators, and from each name to the last `/`. */
function splitUrl(folded: string): string[] {
  const directory = folded.slice(0, folded.lastIndexOf('/') + 1);
  const tails = [...directory.matchAll(/[./](?=[^./])/g)].map(({ index }) =>
    directory.slice(index + 1),
  );
  return [directory, ...tails, ...folded.split(/[/?&#]/)];
}

function splitText(folded: string): string[] {
  const words = folded.split(/\s/);
  const parts = [folded, ...words];
  for (let at = 1; at < words.length; at += 1) {
    parts.push(words.slice(at - 1, at + 1).join(' '), words.slice(at - 1, at + 2).join(' '));
  }
  return parts;
}
