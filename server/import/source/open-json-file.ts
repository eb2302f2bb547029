import { Problem } from '../../http/problem.ts';
import { findPartial } from '../file/partial-file.ts';
import { parseFile } from '../file/parse-file.ts';
import { detectFormat } from '../readers/detect-format.ts';
import type { RowSource, SourceFile } from './row-source.ts';

const ROWS_MAX = 1000;
const BYTES_MAX = 256 * 1024 * 1024;

/** Reads a whole JSON file into memory. */
export async function openJsonFile(file: SourceFile): Promise<RowSource | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.bytes()) {
    if (length === 0 && !startsAsJson(chunk)) return null;
    length += chunk.length;
    if (length > BYTES_MAX) {
      throw new Problem('import.unreadable', { field: 'file', reason: 'The file is too large' });
    }
    chunks.push(chunk);
  }
  const content = length === 0 ? null : parseFile(Buffer.concat(chunks));
  const readable = content === null ? null : detectFormat(content);
  if (readable === null) return null;
  const { rows, reader } = readable;
  return {
    source: reader.isOwn === true ? 'brisk' : 'json',
    columns: [],
    reader,
    partial: findPartial(content, rows.length),
    async *rows() {
      for (let at = 0; at < rows.length; at += ROWS_MAX) yield rows.slice(at, at + ROWS_MAX);
    },
  };
}

/** Behind a byte order mark, blanks and comments. */
function startsAsJson(chunk: Uint8Array): boolean {
  return /^\ufeff?\s*[[{/]/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk));
}
