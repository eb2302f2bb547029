import { domainToUnicode } from 'node:url';
import { foldCode } from './code-spellings.ts';
import { normalizeText } from './normal-form.ts';

interface LinkTexts {
  readonly short_url: string;
  readonly long_url: string;
  readonly title: string;
  readonly note: string;
}

export const foldedColumns = ['folded_code', 'folded_url', 'folded_title', 'folded_note'] as const;

/** Null = same as the text itself in small ASCII letters. */
export type FoldedTexts = Readonly<Record<(typeof foldedColumns)[number], string | null>>;

export function foldTexts({ short_url: code, long_url: url, title, note }: LinkTexts): FoldedTexts {
  const foldedCode = foldCode(code);
  return {
    folded_code: foldedCode === code ? null : foldedCode,
    folded_url: unlessPlain(url, foldText(readableUrl(url))),
    folded_title: unlessPlain(title, foldText(title)),
    folded_note: unlessPlain(note, foldText(note)),
  };
}

function unlessPlain(text: string, folded: string): string | null {
  return folded === text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) ? null : folded;
}

/** Elsewhere, for example in Indian scripts, a mark makes another letter. */
const MARKS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])(\p{M}+)/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
/** What people type for characters that NFKD leaves unchanged. */
const plainForms: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
};
const OTHER_FORMS = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'gu');

/** For comparing and sorting: NFKC, lower case, no accents, no invisible characters. */
export function foldText(text: string): string {
  const spaced = text.replaceAll(/\s+/g, ' ');
  if (/^[ -~]*$/.test(spaced)) return spaced.toLowerCase();
  const folded = normalizeText(spaced.replaceAll(UNSEEN, ''), 'NFKD')
    .toLowerCase()
    .replaceAll(MARKS, (_, base: string, marks: string) => base + marks.replaceAll(/\p{Mn}/gu, ''))
    .replaceAll(OTHER_FORMS, (char) => plainForms[char]!)
    .replaceAll(/\s+/g, ' ');
  return normalizeText(folded, 'NFC');
}

const ENCODED =
  /%[2-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi;

/** Decodes percent-encoding and Punycode for people. */
export function readableUrl(url: string): string {
  return url
    .replaceAll(/xn--[a-z\d-]+/gi, (label) => domainToUnicode(label) || label)
    .replaceAll(ENCODED, decode);
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
