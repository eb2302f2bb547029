import type { SourceFile } from './row-source.ts';

const PIECE_BYTES = 65_536;

/** A file that is in memory, read in pieces as one on disk is. */
export function memoryFile(
  content: string | Uint8Array,
  name = '',
  pieceBytes = PIECE_BYTES,
): SourceFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    name,
    path: '',
    size: bytes.length,
    async *bytes() {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield await Promise.resolve(bytes.subarray(at, at + pieceBytes));
      }
    },
  };
}
