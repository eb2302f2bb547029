import { cutText, toSingleLine } from '../../../contracts/text.ts';
import { Problem } from '../../http/problem.ts';
import { unreadableFile } from '../refused-file.ts';
import type { RowSource, SourceColumn, SourceFile, SourceOptions } from '../source/row-source.ts';
import { findTable, isBlankRow, type FoundTable } from './find-table.ts';
import { findEncoding, readText } from './read-text.ts';
import { createOwnReader, refuseOwnPart } from './own-table.ts';
import { TableSplitter } from './split-table.ts';
import { createTableReader, type TableReader } from './table-reader.ts';

/** Characters in which a header and some rows must end. */
const BEGINNING_MAX = 262_144;
const ROWS_MAX = 1000;
/** Characters of a batch, so that long rows do not pile up. */
const BATCH_MAX = 1_048_576;
const SAMPLES_MAX = 5;
const SAMPLE_MAX = 60; // characters
const NAMES_SHOWN = 30;

/** Reads CSV and TSV. Throws `import.unknown` for a table without a column of long URLs. */
export async function openTable(
  file: SourceFile,
  options: SourceOptions,
): Promise<RowSource | null> {
  const encoding = await findEncoding(file);
  if (encoding === null) return null;
  const { text, isWhole } = await readBeginning(readText(file, encoding));
  // JSON, HTML and XML.
  if (/^\s*[[{<]/.test(text)) return null;
  const table = findTable(text, isWhole, options);
  if (table === null) {
    if (isWhole || /[\r\n]/.test(text)) return null;
    throw unreadableFile(`The first line is longer than ${BEGINNING_MAX} characters`);
  }
  const { twins } = table.map;
  if (twins !== null) {
    const [first, second] = twins;
    const reason = `The columns ${quote(first)} and ${quote(second)} of the table have the same name: choose the one that counts on the page, or rename the other one in the file`;
    throw new UnknownTable(reason, describeColumns(table));
  }
  if (!table.isKnown) throw refuseTable(table);
  const own = createOwnReader(table.names);
  const { toRows, reader } = own ?? createTableReader(table.map);
  const partOfOwn = own === null ? refuseOwnPart(table.names) : null;
  return {
    source: own === null ? table.map.kind.source : 'brisk',
    columns: own === null ? describeColumns(table) : [],
    reader: partOfOwn === null ? reader : { ...reader, refuseRow: partOfOwn },
    partial: null,
    rows: () => readRows(readText(file, encoding), table, toRows),
    visits: null,
  };
}

async function readBeginning(texts: AsyncIterable<string>) {
  let text = '';
  for await (const part of texts) {
    text += part;
    if (text.length >= BEGINNING_MAX) return { text: text.slice(0, BEGINNING_MAX), isWhole: false };
  }
  return { text, isWhole: true };
}

async function* readRows(
  texts: AsyncIterable<string>,
  { delimiter, skipped }: FoundTable,
  toRows: TableReader['toRows'],
): AsyncGenerator<readonly unknown[]> {
  const splitter = new TableSplitter(delimiter);
  let left = skipped;
  let batch: unknown[] = [];
  let size = 0;
  function* take(rows: readonly (readonly string[])[]) {
    for (const cells of rows) {
      if (left > 0) left -= 1;
      else if (!isBlankRow(cells)) {
        batch.push(...toRows(cells));
        size += cells.reduce((sum, { length }) => sum + length, 0);
        if (batch.length < ROWS_MAX && size < BATCH_MAX) continue;
        yield* cutBatch(batch);
        batch = [];
        size = 0;
      }
    }
  }
  for await (const text of texts) yield* take(splitter.split(text));
  yield* take(splitter.end());
  if (batch.length > 0) yield* cutBatch(batch);
}

/** A link with several codes may have filled the batch beyond its end. */
function* cutBatch(batch: readonly unknown[]) {
  for (let at = 0; at < batch.length; at += ROWS_MAX) yield batch.slice(at, at + ROWS_MAX);
}

function describeColumns({ map, samples }: FoundTable): SourceColumn[] {
  return map.columns.map(({ name, field }, index) => ({
    name,
    field,
    samples: samples
      .map((cells) => toSingleLine(cells[index] ?? ''))
      .filter((text) => text !== '')
      .slice(0, SAMPLES_MAX)
      .map((text) => cutText(text, SAMPLE_MAX)),
  }));
}

/** A table of which no column is known to hold the long URL: the caller may say which one does. */
export class UnknownTable extends Problem {
  readonly columns: SourceColumn[];

  constructor(reason: string, columns: SourceColumn[]) {
    super('import.unknown', { field: 'file', reason });
    this.columns = columns;
  }
}

function quote(name: string): string {
  return JSON.stringify(name);
}

function refuseTable(table: FoundTable): UnknownTable {
  const { names } = table;
  const [first = []] = table.samples;
  const shown = names.slice(0, NAMES_SHOWN).map((name, index) => {
    const sample = cutText(toSingleLine(first[index] ?? ''), SAMPLE_MAX);
    return sample === '' ? name : `${name} (${sample})`;
  });
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  const reason = `The file is a table, but none of its columns is known to hold the long URL: ${shown.join(', ')}${more}`;
  return new UnknownTable(reason, describeColumns(table));
}
