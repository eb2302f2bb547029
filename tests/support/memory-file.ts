import type { SourceFile } from '../../server/import/source/row-source.ts';

/** A file for the openers of an import, read in pieces of `pieceBytes`. */
export function memoryFile(
  content: string | Uint8Array,
  name = 'links.csv',
  pieceBytes = 65_536,
): SourceFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    name,
    path: `/nowhere/${name}`,
    size: bytes.length,
    async *bytes() {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield await Promise.resolve(bytes.subarray(at, at + pieceBytes));
      }
    },
  };
}
