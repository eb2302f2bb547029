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
import {
  assertImporter,
  storeLinks,
  type ImportedLink,
  type Importer,
  type StoredBatch,
} from './import.store.ts';
import { JSON_FORMATS, openJsonLinks } from './json/open-json.ts';
import { memoryFile } from './source/memory-file.ts';
import { readRows, type RowSource } from './source/row-source.ts';
import { ValueScan, type ScannedValues } from './value-scan.ts';
import type { Refusal } from './refusal.ts';
import { unreadableFile } from './refused-file.ts';
import { isFields } from './readers/source-row.ts';

/** Rows per transaction, or up to 999 more: about 0.1 s, after which other writers get their turn. */
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
  const importer = { now: rules.now, actor: options.actor };
  let first = 0;
  for await (const batch of readRows(source, BATCH_ROWS)) {
    options.checkpoint?.();
    const checked = batch.map((row) => checkRow(row, reader, rules));
    const results = await storeRows(engine, checked, importer, onInserted);
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
    throw refuseFile(error.details.reason ?? '');
  }
  throw refuseFile('The file is not JSON, or is incomplete');
}

/** Lists the readable formats. */
function refuseFile(reason: string): Problem {
  return unreadableFile(reason.endsWith(JSON_FORMATS) ? reason : `${reason}. ${JSON_FORMATS}`);
}

async function scan(source: RowSource): Promise<ScannedValues> {
  const values = new ValueScan();
  for await (const batch of source.rows()) {
    for (const row of batch) if (isFields(row)) values.note(row, source.reader.readRow(row));
  }
  return values.found;
}

type Result = 'imported' | 'skipped' | Refusal;

/** Stores links in one transaction. Of links with the same code it stores the first. */
async function storeRows(
  engine: Engine,
  rows: readonly (ImportedLink | Refusal)[],
  importer: Importer,
  onInserted: (tx: Write, inserted: number) => Promise<void>,
): Promise<Result[]> {
  const firsts = new Map<string, ImportedLink>();
  for (const row of rows) if ('short_url' in row) firsts.getOrInsert(row.short_url, row);
  if (firsts.size === 0) return rows.filter((row) => 'reason' in row);
  const stored = await engine.write(async (tx, changed) => {
    await assertImporter(tx, importer.actor);
    const batch = await storeLinks(engine, tx, changed, firsts, importer);
    await onInserted(tx, batch.ids.size);
    return batch;
  });
  return rows.map((row) => {
    if ('reason' in row) return row;
    const isNew = firsts.get(row.short_url) === row && stored.ids.has(row.short_url);
    return isNew ? 'imported' : explainPresent(row, stored);
  });
}

function explainPresent(
  { short_url: code, long_url: longUrl }: ImportedLink,
  { longUrls, restorableUntil }: StoredBatch,
): Result {
  const until = restorableUntil.get(code);
  const other = longUrls.get(code);
  if (until === undefined && other === longUrl) return 'skipped';
  const reason =
    until === undefined ? `Another link has this code: ${excerpt(other)}` : describeBinned(until);
  return { key: 'short.url.exists', reason };
}
