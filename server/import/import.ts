import { FAILED_ROWS_MAX } from '../../contracts/import.constants.ts';
import type { FailedRow, ImportReport } from '../../contracts/import.ts';
import type { Actor } from '../audit/actor.ts';
import { recordSoFar } from '../audit/record.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { Problem } from '../http/problem.ts';
import { selectDomains } from '../domains/domains.store.ts';
import { describeBinned } from '../links/bin/bin.store.ts';
import { checkRow, type RowRules } from './check-row.ts';
import { cacheHosts, excerpt, excerptRow } from './excerpt.ts';
import { findDayOrder } from './values/date-time.ts';
import { SharedCutSearch } from './values/shared-cuts.ts';
import { listTagNames } from './values/texts.ts';
import { insertLinks, type ImportedLink, type InsertOptions } from './import.store.ts';
import { listLimitDates } from './limits.ts';
import { JSON_FORMATS, openJsonLinks } from './json/open-json.ts';
import { memoryFile } from './source/memory-file.ts';
import type { RowSource } from './source/row-source.ts';
import type { Refusal } from './refusal.ts';
import { isFields, type Reader } from './readers/source-row.ts';

/** Rows per transaction: about 0.1 s, after which other writers get their turn. */
const BATCH_ROWS = 5000;

export interface ImportOptions {
  readonly actor: Actor;
  readonly ownHostnames: readonly string[];
  /** The zone of times without an offset, such as `+08:00` or `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** Runs before each transaction, and may throw to end the import. */
  readonly checkpoint?: () => void;
}

/**
 * Good rows land even when others fail, and existing links stay unchanged. Stored transactions stay
 * when a later one fails. Throws `import.unreadable` before any change.
 */
export async function importLinks(
  engine: Engine,
  file: Uint8Array,
  options: ImportOptions,
): Promise<ImportReport> {
  const source = await openFile(file);
  const { reader, partial } = source;
  const { readRow } = reader;
  const domains = (await selectDomains(engine.db)).map(({ host }) => host);
  const rules: RowRules = {
    timeZone: options.timeZone ?? 'UTC',
    ...(await scan(source)),
    usualDayOrder: reader.usualDayOrder ?? 'unknown',
    isInSeconds: reader.isInSeconds === true,
    now: nowSeconds(),
    domains: new Set(domains),
    isOwnHost: cacheHosts([...options.ownHostnames, ...domains]),
  };
  const counts = { imported: 0, skipped: 0, failed: 0 };
  const failures: FailedRow[] = [];
  let auditRow: number | null = null;
  const onInserted = async (tx: Write, inserted: number): Promise<void> => {
    const count = counts.imported + inserted;
    auditRow = await recordSoFar(tx, options.actor, 'site.imported', count, auditRow);
  };
  let first = 0;
  for await (const batch of joinBatches(source)) {
    options.checkpoint?.();
    const checked = batch.map((row) => checkValue(row, reader, rules));
    const results = await storeRows(engine, checked, {
      now: rules.now,
      actor: options.actor,
      onInserted,
    });
    for (const [index, result] of results.entries()) {
      if (typeof result === 'string') {
        counts[result] += 1;
        continue;
      }
      counts.failed += 1;
      if (failures.length === FAILED_ROWS_MAX) continue;
      failures.push({ row: first + index + 1, ...excerptRow(batch[index], readRow), ...result });
    }
    first += batch.length;
  }
  return { ...counts, ...(partial !== null && { partial }), rows: failures };
}

async function openFile(file: Uint8Array): Promise<RowSource> {
  try {
    const source = await openJsonLinks(memoryFile(file));
    if (source !== null) return source;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw unreadable(error.details.reason ?? '');
  }
  throw unreadable('The file is not JSON, or is incomplete');
}

/** Refuses a whole file and lists the readable formats. */
function unreadable(reason: string): Problem {
  const whole = reason.endsWith(JSON_FORMATS) ? reason : `${reason}. ${JSON_FORMATS}`;
  return new Problem('import.unreadable', { field: 'file', reason: whole });
}

async function* joinBatches(source: RowSource): AsyncGenerator<readonly unknown[]> {
  let joined: unknown[] = [];
  for await (const batch of source.rows()) {
    for (const row of batch) {
      joined.push(row);
      if (joined.length < BATCH_ROWS) continue;
      yield joined;
      joined = [];
    }
  }
  if (joined.length > 0) yield joined;
}

async function scan(source: RowSource): Promise<Pick<RowRules, 'dayOrder' | 'sharedCuts'>> {
  const dates = new Set<unknown>();
  const cuts = new SharedCutSearch();
  for await (const batch of source.rows()) {
    for (const row of batch) {
      if (!isFields(row)) continue;
      const { createdAt, updatedAt, tags } = source.reader.readRow(row);
      cuts.note(listTagNames(tags));
      for (const date of [createdAt, updatedAt, ...listLimitDates(row)]) dates.add(date);
    }
  }
  return { dayOrder: findDayOrder([...dates]), sharedCuts: cuts.found };
}

function checkValue(row: unknown, reader: Reader, rules: RowRules): ImportedLink | Refusal {
  return isFields(row)
    ? checkRow(row, reader, rules)
    : { key: 'json.error', reason: 'The row is not a JSON object' };
}

async function storeRows(
  engine: Engine,
  rows: readonly (ImportedLink | Refusal)[],
  options: InsertOptions,
): Promise<('imported' | 'skipped' | Refusal)[]> {
  const links = rows.filter((row) => 'short_url' in row);
  const { ids, longUrls, restorableUntil } = await insertLinks(engine, links, options);
  const seen = new Set<string>();
  return rows.map((row) => {
    if (!('short_url' in row)) return row;
    const { short_url: code } = row;
    const isFirst = !seen.has(code);
    seen.add(code);
    if (isFirst && ids.has(code)) return 'imported';
    const longUrl = longUrls.get(code);
    const until = restorableUntil.get(code);
    if (until !== undefined) return { key: 'short.url.exists', reason: describeBinned(until) };
    return longUrl === row.long_url
      ? 'skipped'
      : { key: 'short.url.exists', reason: `Another link has this code: ${excerpt(longUrl)}` };
  });
}
