import type { Fields, Reader, SourceRow } from '../readers/source-row.ts';
import { findLimitColumn } from '../limit-columns.ts';
import type { Refusal } from '../refusal.ts';
import { readText } from '../values/texts.ts';
import type { CodeKind } from './column-fields.ts';
import type { TableColumn, TableMap } from './map-columns.ts';
import { isDamagedCode, readShortCell, type ShortCell } from './short-cell.ts';

/** The value with this name is why the row fails. No column has an empty name. */
export const FAULT = '';

/** What a database program writes for NULL. */
const NULL = /^(?:NULL|\\N)$/;
/** A column of passwords may hold a flag. */
const NO_PASSWORD = /^(?:false|null)$/i;

const ADDRESSES_MAX = 100;

/** A table's own rows: how cells become a row, and how the row is read. */
export interface TableReader {
  readonly reader: Reader;
  /** One row, or several for a link with several codes. */
  readonly toRows: (cells: readonly string[]) => Fields[];
}

interface CodeColumn {
  readonly key: string;
  readonly kind: CodeKind;
}

/** Of the ways to name a link, its own address is tried before the one that it was given. */
const kindOrder: readonly CodeKind[] = ['custom', 'code', 'address', 'path'];

export function createTableReader({ columns, kind }: TableMap): TableReader {
  const codes = columns
    .flatMap(({ key, codeKind }): CodeColumn[] =>
      key === null || codeKind === undefined ? [] : [{ key, kind: codeKind }],
    )
    .sort((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind));
  const custom = codes.filter(({ kind: codeKind }) => codeKind === 'custom');
  const readShort = (row: Fields) => readFirst(row, codes, kind.hasPaths === true);
  const toRow = writeRows(columns);
  return {
    reader: {
      ...(kind.routing !== undefined && { routing: kind.routing }),
      isRow: () => true,
      readRow: (row) => readFields(row, readShort(row)),
      refuseRow: (row) =>
        refuseFault(row) ?? refuseCode(readShort(row).code) ?? kind.refuseRow?.(row) ?? null,
    },
    toRows(cells) {
      const row = toRow(cells);
      return custom.length === 0 ? [row] : splitRow(row, custom, readShort);
    },
  };
}

/** Rows have the values by their keys, and the fault of a row that is cut or has cells too many. */
function writeRows(columns: readonly TableColumn[]): (cells: readonly string[]) => Fields {
  const kept = columns.flatMap(({ name, key, field }, index) =>
    key === null ? [] : [{ index, key, clean: chooseCleaning(name, field) }],
  );
  const lastLimit = columns.findLastIndex(({ isLimit }) => isLimit);
  return (cells) => {
    const row: Record<string, unknown> = {};
    for (const { index, key, clean } of kept) {
      const cell = cells[index];
      if (cell !== undefined) row[key] = clean(cell);
    }
    const fault = findFault(cells, columns.length, lastLimit);
    if (fault !== null) row[FAULT] = fault;
    return row;
  };
}

function readFirst(row: Fields, codes: readonly CodeColumn[], hasPaths: boolean): ShortCell {
  let found: ShortCell = { code: '', domain: '' };
  for (const { key, kind } of codes) {
    const text = readText(row[key]);
    if (text.trim() === '') continue;
    const { code, domain } = readShortCell(text, kind, hasPaths);
    found = { code: found.code || code, domain: found.domain || domain };
  }
  return found;
}

function readFields(row: Fields, { code, domain }: ShortCell): SourceRow {
  return {
    code,
    longUrl: row['long_url'],
    title: row['title'],
    description: row['description'],
    note: row['note'],
    tags: splitTags(readText(row['tags'])),
    clicks: readClicks(readText(row['clicks'])),
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    ip: row['ip'],
    domain: domain || row['domain'],
  };
}

/** A link with several addresses becomes one link each; its clicks stay with the first. */
function splitRow(
  row: Fields,
  custom: readonly CodeColumn[],
  readShort: (row: Fields) => ShortCell,
): Fields[] {
  const none = Object.fromEntries(custom.map(({ key }) => [key, '']));
  const texts = custom.flatMap(({ key }) => splitAddresses(readText(row[key])));
  const rows: Fields[] = [];
  const seen = new Set<string>();
  for (const text of [...texts, '']) {
    const one = { ...row, ...none, [custom[0]!.key]: text, ...(rows.length > 0 && { clicks: '' }) };
    const { code, domain } = readShort(one);
    const id = `${domain}/${code}`;
    if (seen.has(id) || (code === '' && rows.length > 0)) continue;
    seen.add(id);
    rows.push(one);
  }
  return rows;
}

/** A cell with more addresses stays whole, and fails as a code. */
function splitAddresses(cell: string): string[] {
  const texts = cell.split(/[\s,;|]+/, ADDRESSES_MAX + 1).filter((text) => text !== '');
  return texts.length > ADDRESSES_MAX ? [cell] : texts;
}

export function findFault(
  cells: readonly string[],
  columns: number,
  lastLimit: number,
): string | null {
  const { length } = cells;
  if (length <= lastLimit) return `The row ends too early: it has ${length} of ${columns} cells`;
  const hasMore = length > columns && cells.slice(columns).some((cell) => cell.trim() !== '');
  return hasMore ? `The row has ${length} cells, but the table has ${columns} columns` : null;
}

export function refuseFault(row: Fields): Refusal | null {
  const fault = row[FAULT];
  return typeof fault === 'string' ? { key: 'json.error', reason: fault, detail: fault } : null;
}

function refuseCode(code: string): Refusal | null {
  if (!isDamagedCode(code)) return null;
  const reason = `A spreadsheet has changed this code: ${code}`;
  return { key: 'invalid.short.url', reason, detail: reason };
}

function chooseCleaning(name: string, field: string): (cell: string) => string | null {
  if (field === 'short_url' || field === 'long_url') return (cell) => cell;
  const isSecret = findLimitColumn(name)?.isSecret === true;
  return (cell) => (NULL.test(cell) || (isSecret && NO_PASSWORD.test(cell)) ? null : cell);
}

function splitTags(text: string): string[] {
  return text.split(['|', ','].find((separator) => text.includes(separator)) ?? ';');
}

/** `1.234`, `1,234`, `1 234` and `1’234` are 1234, and `7.0` is 7. */
function readClicks(text: string): string {
  const trimmed = text.trim();
  if (/^\d{1,3}(?:([.,'’\s\u{202F}])\d{3})(?:\1\d{3}){0,4}$/u.test(trimmed)) {
    return trimmed.replaceAll(/\D/g, '');
  }
  return trimmed.replace(/^(\d{1,16})[.,]0{1,2}$/, '$1');
}
