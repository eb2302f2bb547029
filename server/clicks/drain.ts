import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, Write } from '../engine/engine.ts';
import { decodeClicks } from './click.ts';
import { listSegments, removeOldSegments } from './segments.ts';

/** How much of a segment one transaction counts, in bytes: short enough to stall no redirect. */
const BATCH_BYTES = 256 * 1024;

/** What a drain did. */
export interface Drained {
  /** How many clicks it counted. */
  readonly clicks: number;
  /** The segments it read to the end of what was there. */
  readonly segments: readonly string[];
}

/**
 * Counts every whole record of the journal that is not counted yet.
 *
 * The offset of each segment is read and moved on in the same transaction as the counts, so a
 * kill at any instant, or another drain at the same time, neither loses nor doubles a click.
 */
export async function drainJournal(engine: Engine, directory: string): Promise<Drained> {
  const buffer = Buffer.allocUnsafe(BATCH_BYTES);
  const segments = listSegments(directory);
  let clicks = 0;
  for (const name of segments) {
    const fd = openSync(join(directory, name), 'r');
    try {
      for (;;) {
        const counted = await engine.write((tx) => drainBatch(engine, tx, name, fd, buffer));
        if (counted === 0) break;
        clicks += counted;
        await yieldToRequests();
      }
    } finally {
      closeSync(fd);
    }
  }
  return { clicks, segments };
}

async function drainBatch(
  engine: Engine,
  tx: Write,
  name: string,
  fd: number,
  buffer: Buffer,
): Promise<number> {
  const row = await tx
    .selectFrom('journal_segment')
    .select('drained_bytes')
    .where('name', '=', name)
    .executeTakeFirst();
  const start = row?.drained_bytes ?? 0;
  const length = readSync(fd, buffer, 0, buffer.length, start);
  const counts = new Map<number, number>();
  let clicks = 0;
  const bytes = decodeClicks(buffer.subarray(0, length), (linkId) => {
    counts.set(linkId, (counts.get(linkId) ?? 0) + 1);
    clicks += 1;
  });
  if (clicks === 0) return 0;
  await tx
    .updateTable('link')
    .from(engine.sql.tableOf(counts).as('drained'))
    .set((eb) => ({ clicks: eb('link.clicks', '+', eb.ref('drained.count')) }))
    .whereRef('link.id', '=', 'drained.id')
    .execute();
  await tx
    .insertInto('journal_segment')
    .values({ name, drained_bytes: start + bytes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ drained_bytes: start + bytes }))
    .execute();
  return clicks;
}

/**
 * Removes drained segments that are too old or too many to keep, and the offsets of segments
 * that are gone. Only the process that owns the data directory may call it.
 */
export async function tidyJournal(
  engine: Engine,
  directory: string,
  drained: readonly string[],
  now: number,
): Promise<void> {
  removeOldSegments(directory, drained, now);
  const present = new Set(listSegments(directory));
  const rows = await engine.db.selectFrom('journal_segment').select('name').execute();
  const gone = rows.map((row) => row.name).filter((name) => !present.has(name));
  if (gone.length === 0) return;
  await engine.db.deleteFrom('journal_segment').where('name', 'in', gone).execute();
}

/** Lets requests that wait in the event loop go first. */
function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
