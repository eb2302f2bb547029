import { FAILED_ROWS_MAX, type FailedRow, type ImportReport } from '../../contracts/import.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { describeBinned } from '../links/bin.store.ts';
import { isOwnHost } from '../links/own-host.ts';
import { checkRow, readText, type RowRules } from './check-row.ts';
import { findDayOrder } from './date-time.ts';
import { insertLinks, type ImportedLink } from './import.store.ts';
import { limitDates } from './limits.ts';
import { parseFile } from './parse-file.ts';
import { findPartial } from './partial-file.ts';
import { detectFormat, type ReadableFile } from './readers/detect-format.ts';
import type { Refusal } from './refusal.ts';
import { isFields, type Reader } from './source-row.ts';
import { unreadable } from './unreadable.ts';

/**
 * Rows per transaction, which is about 0.1 s of work. Other writers get their turn between two
 * transactions.
 */
const BATCH_ROWS = 5000;
/** How much of a code or long URL the report shows, in characters. */
const SHOWN_MAX = 500;

export interface ImportOptions {
  /** The names of the site. Links back to it are refused. */
  readonly ownHostnames: readonly string[];
  /** The zone of times without an offset, like `+08:00` or `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** Runs before each transaction; throws to end the import there. */
  readonly checkpoint?: () => void;
}

/**
 * Imports the links of a file: good rows land even when others fail, links that are there stay as
 * they are, and the same file again changes nothing. What a transaction has stored stays when a
 * later one fails. Throws `import.unreadable`, and then nothing is changed.
 */
export async function importLinks(
  engine: Engine,
  file: Uint8Array,
  options: ImportOptions,
): Promise<ImportReport> {
  const content = parseFile(file);
  const readable = detectFormat(content);
  if (readable === null) {
    throw unreadable('No links were found in the file: Brisk does not know its structure');
  }
  const { rows, reader } = readable;
  const { readRow } = reader;
  const rules: RowRules = {
    timeZone: options.timeZone ?? 'UTC',
    dayOrder: findDayOrder(datesIn(readable)),
    usualDayOrder: isNavicat(content) ? 'day-first' : 'unknown',
    isInSeconds: reader.isInSeconds === true,
    now: nowSeconds(),
    isOwnHost: rememberHosts(options.ownHostnames),
  };
  const tally = { imported: 0, skipped: 0, failed: 0 };
  const failures: FailedRow[] = [];
  for (let first = 0; first < rows.length; first += BATCH_ROWS) {
    options.checkpoint?.();
    const batch = rows.slice(first, first + BATCH_ROWS);
    const checked = batch.map((row) => check(row, readRow, rules));
    const verdicts = await store(engine, checked, rules.now);
    for (const [index, verdict] of verdicts.entries()) {
      if (typeof verdict === 'string') {
        tally[verdict] += 1;
        continue;
      }
      tally.failed += 1;
      if (failures.length === FAILED_ROWS_MAX) continue;
      failures.push({ row: first + index + 1, ...show(batch[index], readRow), ...verdict });
    }
  }
  const partial = findPartial(content, rows.length);
  return { ...tally, ...(partial !== null && { partial }), rows: failures };
}

/** Navicat writes the day first unless it is set otherwise. */
function isNavicat(content: unknown): boolean {
  return isFields(content) && Object.hasOwn(content, 'RECORDS');
}

/** Every date of a file. */
function* datesIn({ rows, reader }: ReadableFile): Generator {
  for (const row of rows) {
    if (!isFields(row)) continue;
    const { createdAt, updatedAt } = reader.readRow(row);
    yield createdAt;
    yield updatedAt;
    yield* limitDates(row);
  }
}

function check(row: unknown, readRow: Reader['readRow'], rules: RowRules): ImportedLink | Refusal {
  return isFields(row)
    ? checkRow(row, readRow, rules)
    : { key: 'json.error', reason: 'The row is not a JSON object' };
}

/** Stores what can be stored and says what became of each row. */
async function store(
  engine: Engine,
  rows: readonly (ImportedLink | Refusal)[],
  now: number,
): Promise<('imported' | 'skipped' | Refusal)[]> {
  const links = rows.filter((row) => 'short_url' in row);
  const { inserted, longUrls, restorableUntil } = await insertLinks(engine, links, now);
  const seen = new Set<string>();
  return rows.map((row) => {
    if (!('short_url' in row)) return row;
    const { short_url: code } = row;
    const isFirst = !seen.has(code);
    seen.add(code);
    if (isFirst && inserted.has(code)) return 'imported';
    const longUrl = longUrls.get(code);
    const until = restorableUntil.get(code);
    if (until !== undefined) return { key: 'short.url.exists', reason: describeBinned(until) };
    return longUrl === row.long_url
      ? 'skipped'
      : { key: 'short.url.exists', reason: `Another link has this code: ${excerpt(longUrl)}` };
  });
}

/** A file has many links to few hosts, and reading a host takes longer than the rest of a row. */
function rememberHosts(ownHostnames: readonly string[]): (longUrl: string) => boolean {
  const verdicts = new Map<string, boolean>();
  return (longUrl) => {
    const origin = longUrl.slice(0, longUrl.indexOf('/', 'https://'.length));
    let verdict = verdicts.get(origin);
    if (verdict === undefined) {
      verdict = isOwnHost(origin, ownHostnames);
      verdicts.set(origin, verdict);
    }
    return verdict;
  };
}

function show(row: unknown, readRow: Reader['readRow']) {
  const { code, longUrl } = isFields(row) ? readRow(row) : { code: '', longUrl: '' };
  return { short_url: excerpt(code), long_url: excerpt(longUrl) };
}

function excerpt(value: unknown): string {
  // It may be shown at a terminal.
  const text = readText(value)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX).toWellFormed()}…`;
}
