/** What Intl does not replace: old codes, and other names of standard Chinese and Tagalog. */
const sameLanguages: ReadonlyMap<string, string> = new Map([
  ['mo', 'ro'],
  ['sh', 'sr'],
  ['cmn', 'zh'],
  ['fil', 'tl'],
]);

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
/** A cache by code of two or three letters. */
const readSubtags = new Map<string, string>();

/** ISO 639-1; of equal preferences the first. '' without a two-letter code. Never throws. */
export function readLanguage(header: string): string {
  let best = '';
  let bestWeight = 0;
  for (const range of header.split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = readWeight(parameters);
    if (weight <= bestWeight || !/^[a-z]{2,3}(?:[-_][\w-]*)?$/i.test(tag)) continue;
    best = tag;
    bestWeight = weight;
  }
  return best === '' ? '' : readSubtag(best.split(/[-_]/)[0]!.toLowerCase());
}

/** Between 0 and 1; 0 when invalid. */
function readWeight(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (weight === undefined) return 1;
  const text = weight.slice(weight.indexOf('=') + 1).trim();
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?|\.\d+)$/.test(text) ? Number(text) : 0;
}

function readSubtag(subtag: string): string {
  let language = readSubtags.get(subtag);
  if (language === undefined) {
    const today = sameLanguages.get(subtag) ?? Intl.getCanonicalLocales(subtag)[0]!;
    language = today.length === 2 && names.of(today) !== undefined ? today : '';
    readSubtags.set(subtag, language);
  }
  return language;
}
