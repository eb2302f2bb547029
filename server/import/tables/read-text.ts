import { unreadableFile } from '../refused-file.ts';
import type { SourceFile } from '../source/row-source.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes at the start, by which a file of another kind is known. */
const MAGIC_BYTES = 64;

/**
 * The encoding by the mark at the start, or by the whole file: what is not UTF-8 counts as
 * windows-1252. Null for a file that begins with NUL bytes; throws `import.unreadable` for later ones.
 */
export async function findEncoding(file: SourceFile): Promise<Encoding | null> {
  let isStart = true;
  let isUtf8 = true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of file.bytes()) {
    if (isStart) {
      const wide = findWide(bytes);
      if (wide !== null) return wide;
      if (bytes.subarray(0, MAGIC_BYTES).includes(0)) return null;
    }
    isStart = false;
    if (bytes.includes(0)) throw unreadableFile('The file holds NUL bytes, so it is no text');
    isUtf8 &&= isValid(() => decoder.decode(bytes, { stream: true }));
  }
  return isUtf8 && isValid(() => decoder.decode()) ? 'utf-8' : 'windows-1252';
}

/** UTF-16 by its mark, or by the zero bytes of the first Latin letters. */
function findWide([first, second, third, fourth]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first! > 0 && second === 0 && third! > 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second! > 0 && third === 0 && fourth! > 0) return 'utf-16be';
  return null;
}

function isValid(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** The text without a byte order mark. */
export async function* readText(file: SourceFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of file.bytes()) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const end = decoder.decode();
  if (end !== '') yield end;
}
