import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { selectBatches, selectBodies, type Batch } from '../log/click-batches.store.ts';
import { quote, type Connection } from './connection.ts';
import { fillCells, loadClicks } from './load-clicks.ts';

/** How many bytes of batches are loaded in one transaction, about. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;
/** How many sealed days may be sorted by link each by itself. */
const SINGLE_DAYS_MAX = 32;

interface LoadedBatch {
  readonly id: string;
  readonly day: number;
}

/** Brings the tables to what the log has: days of which a loaded batch is gone are loaded anew. */
export async function syncBatches(engine: Engine, db: Connection, folder: string): Promise<void> {
  const log = await selectBatches(engine.db);
  const loaded = await db.all<LoadedBatch>('select id, day from loaded_batch');
  const logged = new Set(log.map(({ id }) => id));
  const stale = await staleDays(db, loaded.filter(({ id }) => !logged.has(id)));
  await forgetDays(db, stale);
  const known = new Set(loaded.filter(({ day }) => !stale.has(day)).map(({ id }) => id));
  const missing = log.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  for (const some of chunk(missing)) await loadBatches(engine, db, folder, some);
}

/**
 * The days of these batches; those whose hashes of visitors this process has not seen; and sealed
 * days that were loaded by themselves, once there are so many that sorting them together pays.
 */
async function staleDays(db: Connection, gone: readonly LoadedBatch[]): Promise<Set<number>> {
  const unseen = await db.all<{ day: number }>(`select distinct day from loaded_batch
    where is_open and day not in (from seen_day)`);
  const single = await db.all<{ day: number }>(`select any_value(day) as day from loaded_batch
    group by load having count(distinct day) = 1 and not bool_or(is_open)`);
  const unsorted = single.length < SINGLE_DAYS_MAX ? [] : single;
  return new Set([...gone, ...unseen, ...unsorted].map(({ day }) => day));
}

async function forgetDays(db: Connection, days: ReadonlySet<number>): Promise<void> {
  if (days.size === 0) return;
  const some = [...days].join(', ');
  const tables = ['click', 'site_cell', 'cell_day', 'loaded_batch', 'seen_visitor', 'seen_day'];
  await db.transaction(() =>
    db.run(...tables.map((table) => `delete from ${table} where day in (${some})`)),
  );
}

/** Batches that are loaded at once; those of a day stay in their order. */
function* chunk(batches: readonly Batch[]): Generator<Batch[]> {
  let some: Batch[] = [];
  let bytes = 0;
  for (const batch of batches) {
    if (bytes > 0 && bytes + batch.bytes > BYTES_AT_ONCE) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(batch);
    bytes += batch.bytes;
  }
  yield some;
}

async function loadBatches(
  engine: Engine,
  db: Connection,
  folder: string,
  batches: readonly Batch[],
): Promise<void> {
  const bodies = await selectBodies(engine, batches.map(({ id }) => id));
  // Another process may have replaced some since the list was read: the next sync loads those.
  const there = batches.filter(({ id }) => bodies.has(id));
  if (there.length === 0) return;
  const files = there.map(({ id }, at) => {
    const file = join(folder, `batch-${String(at).padStart(6, '0')}.parquet`);
    writeFileSync(file, bodies.get(id)!);
    return file;
  });
  const days = [...new Set(there.map(({ day }) => day))];
  const rows = there.map(({ id, day, state }) => `(${quote(id)}, ${day}, ${state === 'open'})`);
  const load = '(select coalesce(max(load), 0) + 1 from loaded_batch)';
  try {
    await db.transaction(() =>
      db.run(
        ...loadClicks(files),
        `insert into loaded_batch select *, ${load} from (values ${rows.join(', ')})`,
        ...fillCells(days),
        `insert into seen_day select unnest([${days.join(', ')}])`,
      ),
    );
  } finally {
    for (const file of files) rmSync(file, { force: true });
  }
}
