import { join } from 'node:path';
import { guessCharset } from '../server/links/guess-charset.ts';
import { encode, titles } from '../tests/support/titles-in-charsets.ts';

type Guess = (bytes: Buffer) => string | null;

interface Jschardet {
  detect(
    bytes: Buffer,
    options: { readonly detectEncodings: readonly string[] },
  ): { readonly encoding: string | null };
}

/** The charsets of browsers, by the names of `jschardet`. */
const browserCharsets = [
  'UTF-8',
  'GB18030',
  'Big5',
  'CP932',
  'Shift_JIS',
  'EUC-JP',
  'CP949',
  'EUC-KR',
  'Windows-1251',
  'KOI8-R',
  'Windows-1252',
  'Windows-1253',
  'Windows-1255',
  'Windows-1256',
  'TIS-620',
];
/** Names that `TextDecoder` does not know. */
const labels: Readonly<Record<string, string>> = { CP932: 'shift_jis', CP949: 'euc-kr' };

/** Counts the titles that are read rightly in the guessed charset, from the bytes of the title. */
export async function countRightCharsets(folder: string): Promise<object> {
  const cases = Object.entries(titles).flatMap(([label, texts]) =>
    texts.map((text) => ({ text, bytes: encode(label, text) })),
  );
  const count = (guess: Guess): number =>
    cases.filter(({ text, bytes }) => decode(bytes, guess(bytes)) === text).length;
  const chardet = (await load(folder, 'chardet')) as { detect: Guess };
  const jschardet = (await load(folder, 'jschardet')) as Jschardet;
  const guess: Guess = (bytes) => {
    const { encoding } = jschardet.detect(bytes, { detectEncodings: browserCharsets });
    return labels[encoding ?? ''] ?? encoding;
  };
  const begun = performance.now();
  guess(cases[0]!.bytes);
  const firstMs = Math.round(performance.now() - begun);
  return {
    titles: cases.length,
    brisk: count(guessCharset),
    chardet: count(chardet.detect),
    jschardet: count(guess),
    jschardet_first_ms: firstMs,
  };
}

function load(folder: string, name: string): Promise<unknown> {
  return import(Bun.resolveSync(name, join(folder, 'package.json')));
}

function decode(bytes: Buffer, label: string | null): string | null {
  try {
    return new TextDecoder((label ?? 'utf-8') as Bun.Encoding).decode(bytes);
  } catch {
    return null;
  }
}
