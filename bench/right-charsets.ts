import { join } from 'node:path';
import { guessCharset } from '../server/links/guess-charset.ts';
import { encode, titles } from '../tests/support/titles-in-charsets.ts';

type Guess = (bytes: Buffer) => string | null;

/** Counts the titles that are read rightly in the guessed charset, of the bytes of the title alone. */
export async function countRightCharsets(folder: string): Promise<object> {
  const chardet = (await load(folder, 'chardet')) as { detect: Guess };
  const jschardet = (await load(folder, 'jschardet')) as {
    detect: (bytes: Buffer) => { readonly encoding: string | null };
  };
  const cases = Object.entries(titles).flatMap(([label, texts]) =>
    texts.map((text) => ({ text, bytes: encode(label, text) })),
  );
  const count = (guess: Guess): number =>
    cases.filter(({ text, bytes }) => decode(bytes, guess(bytes)) === text).length;
  return {
    titles: cases.length,
    brisk: count(guessCharset),
    chardet: count(chardet.detect),
    jschardet: count((bytes) => jschardet.detect(bytes).encoding),
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
