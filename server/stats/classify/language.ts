/** What Intl does not replace: an old code, and another name of standard Chinese. */
const sameLanguages: ReadonlyMap<string, string> = new Map([
  ['mo', 'ro'],
  ['sh', 'sr'],
  ['cmn', 'zh'],
]);
/** Two letters for what Intl names by three. */
const shortCodes: ReadonlyMap<string, string> = new Map([['fil', 'tl']]);
const HEADER_MAX = 256;

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const readSubtags = new Map<string, string>();

/** ISO 639-1 of the first choice. '' without a two-letter code. Never throws. */
export function readLanguage(header: string): string {
  const best = readFirstLanguage(header);
  return best === '' ? '' : readSubtag(best.split('-')[0]!);
}

export function readFirstLanguage(header: string): string {
  let best = '';
  let bestWeight = 0;
  for (const range of header.slice(0, HEADER_MAX).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = readWeight(parameters);
    if (weight <= bestWeight || !/^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/.test(tag)) continue;
    best = tag.replaceAll('_', '-');
    bestWeight = weight;
  }
  return best;
}

function readWeight(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (weight === undefined) return 1;
  const text = weight.slice(weight.indexOf('=') + 1).trim();
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?|\.\d+)$/.test(text) ? Number(text) : 0;
}

export function readLocale(tag: string): Intl.Locale | null {
  const [subtag = '', ...others] = tag.split('-');
  try {
    const today = [sameLanguages.get(subtag.toLowerCase()) ?? subtag, ...others].join('-');
    // Intl.Locale alone keeps codes such as `iw`.
    return new Intl.Locale(Intl.getCanonicalLocales(today)[0]!);
  } catch {
    return null;
  }
}

function readSubtag(subtag: string): string {
  return readSubtags.getOrInsertComputed(subtag, () => {
    const today = readLocale(subtag)?.language ?? '';
    const short = shortCodes.get(today) ?? today;
    return short.length === 2 && names.of(short) !== undefined ? short : '';
  });
}
