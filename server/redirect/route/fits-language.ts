import { readLocale } from '../../stats/classify/language.ts';

interface Language {
  readonly language: string;
  readonly script: string;
  readonly region: string;
  readonly namesScript: boolean;
  readonly namesRegion: boolean;
  readonly variants: readonly string[];
}

const TAGS_MAX = 1024;
const readTags = new Map<string, Language | null>();
const norwegian: ReadonlySet<string> = new Set(['no', 'nb', 'nn']);

/** `zh` fits `zh-TW`, and `zh-TW` fits `zh-Hant`; `zh-TW` does not fit `zh`. */
export function fitsLanguage(wanted: string, visited: string): boolean {
  const rule = readTag(wanted);
  const visit = readTag(visited);
  if (rule === null || visit === null) return false;
  if (!isSame(rule.language, visit.language)) return false;
  const namesPlace = rule.namesScript || rule.namesRegion;
  if (namesPlace && !visit.namesScript && !visit.namesRegion) return false;
  if (namesPlace && rule.script !== visit.script) return false;
  if (rule.namesRegion && rule.region !== visit.region) return false;
  return rule.variants.every((variant) => visit.variants.includes(variant));
}

function isSame(wanted: string, visited: string): boolean {
  if (wanted === visited) return true;
  if (wanted === 'no') return norwegian.has(visited);
  return wanted === 'nb' && visited === 'no';
}

function readTag(tag: string): Language | null {
  let language = readTags.get(tag);
  if (language !== undefined) return language;
  language = parseTag(tag);
  if (readTags.size === TAGS_MAX) readTags.clear();
  readTags.set(tag, language);
  return language;
}

function parseTag(tag: string): Language | null {
  const named = readLocale(tag);
  if (named === null) return null;
  const likely = named.maximize();
  return {
    language: likely.language,
    script: likely.script ?? '',
    region: likely.region ?? '',
    namesScript: named.script !== undefined,
    namesRegion: named.region !== undefined,
    variants: named.baseName
      .split('-')
      .filter((part) => /^(?:[a-z\d]{5,8}|\d[a-z\d]{3})$/.test(part) && part !== named.language),
  };
}
