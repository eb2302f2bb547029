import { closeSync, futimesSync, readSync } from 'node:fs';
import { sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { decodeClicks, findRecord } from './click.ts';
import { listSegments, openSegment, removeOldSegments } from './segments.ts';

/** How much of a segment one transaction counts, in bytes: short enough to stall no redirect. */
const BATCH_BYTES = 256 * 1024;

/** What a drain did. */
interface Drained {
  /** How many clicks it counted. */
  readonly clicks: number;
  /** The segments it read to the end of what was there. */
  readonly segments: readonly string[];
}

interface DrainOptions {
  readonly engine: Engine;
  readonly directory: string;
  /** Told of a segment that cannot be read, and of damage that was passed over. */
  readonly onError: (error: unknown) => void;
}

/**
 * Counts every whole record of the journal that is not counted yet.
 *
 * The offset of each segment is read and moved on in the same transaction as the counts, so a
 * kill at any instant, or another drain at the same time, neither loses nor doubles a click.
 * Throws what the database throws; a segment that cannot be read does not hold up the others.
 */
export async function drainJournal({ engine, directory, onError }: DrainOptions): Promise<Drained> {
  const buffer = Buffer.allocUnsafe(BATCH_BYTES);
  const segments: string[] = [];
  let clicks = 0;
  for (const name of listSegments(directory)) {
    const fd = openSegment(directory, name, onError);
    if (fd === null) continue;
    try {
      clicks += await drainSegment(engine, name, fd, buffer, onError);
      segments.push(name);
    } finally {
      closeSync(fd);
    }
  }
  return { clicks, segments };
}

async function drainSegment(
  engine: Engine,
  name: string,
  fd: number,
  buffer: Buffer,
  onError: (error: unknown) => void,
): Promise<number> {
  let clicks = 0;
  for (;;) {
    const batch = await engine.write((tx) => drainBatch(engine, tx, name, fd, buffer));
    if (batch.damaged > 0)
      onError(new Error(`${name}: ${batch.damaged} damaged bytes passed over`));
    if (batch.clicks === 0 && batch.damaged === 0) break;
    clicks += batch.clicks;
    await yieldToRequests();
  }
  if (clicks > 0) {
    // The time from which a drained segment is kept.
    const now = Date.now() / 1000;
    futimesSync(fd, now, now);
  }
  return clicks;
}

interface Batch {
  readonly clicks: number;
  /** Bytes before the next whole record that are none. */
  readonly damaged: number;
}

async function drainBatch(
  engine: Engine,
  tx: Write,
  name: string,
  fd: number,
  buffer: Buffer,
): Promise<Batch> {
  const row = await tx
    .selectFrom('journal_segment')
    .select('drained_bytes')
    .where('name', '=', name)
    .executeTakeFirst();
  const start = row?.drained_bytes ?? 0;
  const bytes = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, start));
  const counts = new Map<number, number>();
  let clicks = 0;
  let end = decodeClicks(bytes, (linkId) => {
    counts.set(linkId, (counts.get(linkId) ?? 0) + 1);
    clicks += 1;
  });
  let damaged = 0;
  if (clicks === 0) {
    damaged = Math.max(0, findRecord(bytes));
    if (damaged === 0) return { clicks: 0, damaged: 0 };
    end = damaged;
  } else {
    const drained = engine.sql.tableOf(counts);
    // A deleted link may come back, and its clicks with it.
    for (const table of [sql`link`, sql`deleted_link`]) {
      await sql`update ${table} set clicks = ${table}.clicks + drained.count
        from ${drained} as drained where ${table}.id = drained.id`.execute(tx);
    }
  }
  await tx
    .insertInto('journal_segment')
    .values({ name, drained_bytes: start + end })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ drained_bytes: start + end }))
    .execute();
  return { clicks, damaged };
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
