import { unknownFile } from '../refused-file.ts';
import { openSqlDump } from '../databases/open-sql-dump.ts';
import { openSqliteFile } from '../databases/open-sqlite-file.ts';
import { openJson } from '../json/open-json.ts';
import { openTable } from '../tables/open-table.ts';
import type { OpenSource, RowSource, SourceFile, SourceOptions } from './row-source.ts';

/** The first one that recognizes a file wins. */
const openers: readonly OpenSource[] = [openSqliteFile, openSqlDump, openJson, openTable];

const SEEN_BYTES = 80;

/** Throws `import.unknown` and `import.unreadable`. */
export async function openSource(file: SourceFile, options: SourceOptions): Promise<RowSource> {
  for (const open of openers) {
    const source = await open(file, options);
    if (source !== null) return source;
  }
  throw unknownFile(
    `Brisk does not know this kind of file. It begins with ${await readBeginning(file)}`,
  );
}

async function readBeginning(file: SourceFile): Promise<string> {
  for await (const chunk of file.bytes()) {
    const text = new TextDecoder().decode(chunk.subarray(0, SEEN_BYTES));
    return JSON.stringify(text.replaceAll(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' '));
  }
  return 'nothing: it is empty';
}
