import { checkRow } from '../../server/import/check-row.ts';
import type { ImportedLink } from '../../server/import/import.store.ts';
import type { Fields } from '../../server/import/readers/source-row.ts';
import type { Refusal } from '../../server/import/refusal.ts';
import type {
  OpenSource,
  RowSource,
  SourceOptions,
} from '../../server/import/source/row-source.ts';
import { rowRules } from './imported-link.ts';
import { memoryFile } from '../../server/import/source/memory-file.ts';

interface ReadFile {
  readonly source: RowSource;
  readonly rows: readonly Fields[];
  readonly links: readonly (ImportedLink | Refusal)[];
}

/** What an opener makes of a file: its source, and each row with its outcome. */
export async function readFileBy(
  open: OpenSource,
  content: string | Uint8Array,
  options: SourceOptions = {},
): Promise<ReadFile> {
  const source = await open(memoryFile(content), options);
  if (source === null) throw new Error('another kind of file');
  const rows: Fields[] = [];
  for await (const batch of source.rows()) rows.push(...(batch as readonly Fields[]));
  const { reader } = source;
  const rules = { ...rowRules, isInSeconds: reader.isInSeconds === true };
  return { source, rows, links: rows.map((row) => checkRow(row, reader, rules)) };
}

/** Why a file is refused. */
export async function refusalOf(reading: Promise<unknown>): Promise<unknown> {
  return reading.then(
    () => null,
    (error: unknown) => error,
  );
}
