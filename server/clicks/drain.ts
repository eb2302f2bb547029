import { closeSync, futimesSync, readSync } from 'node:fs';
import { sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { decodeClicks, findRecord } from './click.ts';
import { listSegments, openSegment, removeOldSegments } from './segments.ts';

/** How much of a segment is read before requests get their turn, in bytes. */
const READ_BYTES = 256 * 1024;
/** How many links' counts one transaction moves at most, but for those of the last read. */
const LINKS_AT_ONCE = 5000;
/** How many of them one statement moves: short enough to stall no redirect. */
const LINKS_PER_STATEMENT = 512;

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
  /** Told how many clicks are in the counts with each transaction. */
  readonly onCounted?: (clicks: number) => void;
}

/**
 * Counts every whole record of the journal that is not counted yet.
 *
 * The offset of each segment is checked and moved on in the same transaction as the counts, so a
 * kill at any instant, or another drain at the same time, neither loses nor doubles a click.
 * Throws what the database throws; a segment that cannot be read does not hold up the others.
 */
export async function drainJournal(options: DrainOptions): Promise<Drained> {
  const { directory, onError } = options;
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const segments: string[] = [];
  let clicks = 0;
  for (const name of listSegments(directory)) {
    const fd = openSegment(directory, name, onError);
    if (fd === null) continue;
    try {
      clicks += await drainSegment(name, fd, buffer, options);
      segments.push(name);
    } finally {
      closeSync(fd);
    }
  }
  return { clicks, segments };
}

async function drainSegment(
  name: string,
  fd: number,
  buffer: Buffer,
  { engine, onError, onCounted }: DrainOptions,
): Promise<number> {
  let clicks = 0;
  for (;;) {
    const part = await readPart(fd, await readOffset(engine.db, name), buffer);
    if (part.end === part.start) break;
    const isOurs = await engine.write((tx) => countPart(engine, tx, name, part));
    if (!isOurs) continue;
    if (part.damaged > 0) onError(new Error(`${name}: ${part.damaged} damaged bytes passed over`));
    clicks += part.clicks;
    onCounted?.(part.clicks);
  }
  if (clicks > 0) {
    // The time from which a drained segment is kept.
    const now = Date.now() / 1000;
    futimesSync(fd, now, now);
  }
  return clicks;
}

/** What stands in a segment from `start` to `end`. */
interface Part {
  readonly start: number;
  readonly end: number;
  /** Link id → clicks. */
  readonly counts: ReadonlyMap<number, number>;
  readonly clicks: number;
  /** How many of the bytes are no whole records. */
  readonly damaged: number;
}

/** Reads on until there are enough links for one transaction, or no more records. */
async function readPart(fd: number, start: number, buffer: Buffer): Promise<Part> {
  const counts = new Map<number, number>();
  let clicks = 0;
  let damaged = 0;
  let end = start;
  while (counts.size < LINKS_AT_ONCE) {
    const bytes = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, end));
    let length = decodeClicks(bytes, (linkId) => {
      counts.set(linkId, (counts.get(linkId) ?? 0) + 1);
      clicks += 1;
    });
    if (length === 0) {
      length = Math.max(0, findRecord(bytes));
      damaged += length;
    }
    if (length === 0) break;
    end += length;
    await yieldToRequests();
  }
  return { start, end, counts, clicks, damaged };
}

/** Up to where a segment is counted. */
async function readOffset(db: Engine['db'], name: string): Promise<number> {
  const row = await db
    .selectFrom('journal_segment')
    .select('drained_bytes')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.drained_bytes ?? 0;
}

/** Adds a part to the counts; false when somebody else has counted some of it meanwhile. */
async function countPart(engine: Engine, tx: Write, name: string, part: Part): Promise<boolean> {
  if ((await readOffset(tx, name)) !== part.start) return false;
  // In the order of the rows: neighbours lie on one page.
  const counts = [...part.counts].sort(([a], [b]) => a - b);
  for (let from = 0; from < counts.length; from += LINKS_PER_STATEMENT) {
    const drained = engine.sql.tableOf(new Map(counts.slice(from, from + LINKS_PER_STATEMENT)));
    // A deleted link may come back, and its clicks with it.
    for (const table of [sql`link`, sql`deleted_link`]) {
      await sql`update ${table} set clicks = ${table}.clicks + drained.count
        from ${drained} as drained where ${table}.id = drained.id`.execute(tx);
    }
    await yieldToRequests();
  }
  await tx
    .insertInto('journal_segment')
    .values({ name, drained_bytes: part.end })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ drained_bytes: part.end }))
    .execute();
  return true;
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
