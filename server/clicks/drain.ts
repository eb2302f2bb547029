import { closeSync, fstatSync, futimesSync } from 'node:fs';
import type { Engine, Write } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import {
  VisitRecorder,
  type OpenRecorder,
  type VisitBatch,
} from '../stats/ingest/visit-recorder.ts';
import { Visits } from '../stats/ingest/visits.ts';
import { ClickReader } from './click-reader.ts';
import { decodeClicks, readTime, RECORD_MIN } from './click.ts';
import { addCounts } from './counts.store.ts';
import { RecordFinder } from './find-record.ts';
import { selectOffset, upsertOffset } from './offsets.store.ts';
import { listCountable, readOrigins } from './origin.ts';
import { listSegments, openSegment, readSegment } from './segments.ts';
import { wipeAddresses } from './wipe.ts';

const READ_BYTES = 256 * 1024;
const CLICKS_A_READ = READ_BYTES / RECORD_MIN;
/** Clicks per transaction. More means fewer writes of shared pages, but more memory. */
const CLICKS_AT_ONCE = 160_000;
/** A transaction reads no longer than this, in milliseconds: reports of this process wait for it. */
const READ_MS = 100;

const HOLES_LOGGED = 10;

export interface DrainResult {
  readonly clicks: number;
  /** The segments that were read to their end, and copies of them. */
  readonly segments: readonly string[];
}

interface DrainOptions {
  readonly engine: Engine;
  readonly directory: string;
  /** Without it, visitors' places stay unknown. */
  readonly recorder?: VisitRecorder;
  /** Receives segments that cannot be read or wiped, and skipped damage. */
  readonly onError: (error: unknown) => void;
  /** Checked before each transaction: true leaves the rest in the journal. */
  readonly isStopped?: () => boolean;
  /** Awaited after each transaction; receives its duration with all its work, in milliseconds. */
  readonly rest?: (stepMs: number) => Promise<void>;
  /** The bounds of one transaction; the last read may exceed them. */
  readonly clicksAtOnce?: number;
  readonly readMs?: number;
  /** Receives the clicks of a transaction, and the damaged bytes between them. */
  readonly onCounted?: (visits: Visits, damagedBytes: number) => void;
  /** Remembers which segments are damaged up to their end. */
  readonly finder?: RecordFinder;
}

/**
 * Counts each whole record that is not counted yet; the next drain counts clicks that arrive
 * meanwhile. One transaction checks and moves a segment's offset and adds the counts. So a kill or
 * a second drain neither loses nor doubles a click. Then the addresses of counted clicks are wiped.
 * Throws database errors; an unreadable segment does not stop the others.
 */
export async function drainJournal(options: DrainOptions): Promise<DrainResult> {
  const { engine, directory, recorder = new VisitRecorder(engine), onError } = options;
  const { finder = new RecordFinder() } = options;
  const buffers: ReadBuffers = {
    buffer: Buffer.allocUnsafe(READ_BYTES),
    visits: new Visits(),
    finder,
  };
  const whole = new Set<string>();
  let clicks = 0;
  for (const [name, origin] of listCountable(directory)) {
    const fd = openSegment(directory, name, onError);
    if (fd === null) continue;
    try {
      const drained = await drainSegment({ name, origin, fd }, buffers, recorder, options);
      clicks += drained.clicks;
      if (drained.isWhole) whole.add(origin);
    } finally {
      closeSync(fd);
    }
  }
  const origins = readOrigins(directory, listSegments(directory));
  const segments = Array.from(origins).filter(([, origin]) => whole.has(origin));
  return { clicks, segments: segments.map(([name]) => name) };
}

interface ReadBuffers {
  readonly buffer: Buffer;
  readonly visits: Visits;
  readonly finder: RecordFinder;
}

interface OpenSegment {
  readonly name: string;
  /** The name at its creation: the key of its offset in the database. */
  readonly origin: string;
  readonly fd: number;
}

async function drainSegment(
  segment: OpenSegment,
  buffers: ReadBuffers,
  recorder: VisitRecorder,
  options: DrainOptions,
): Promise<{ clicks: number; isWhole: boolean }> {
  const { engine, directory, onError, isStopped, rest, onCounted } = options;
  const { clicksAtOnce = CLICKS_AT_ONCE, readMs = READ_MS } = options;
  const { name, origin, fd } = segment;
  let clicks = 0;
  let isWhole = true;
  const onUnreadable = (error: unknown): void => {
    isWhole = false;
    onError(error);
  };
  // The end moves while visitors come, so the size at the start is the goal. Links and settings are
  // read after this: a click is never counted by settings older than it.
  const { size } = fstatSync(fd);
  for (;;) {
    if (isStopped?.() === true) return { clicks, isWhole: false };
    const begun = performance.now();
    // Settings may have changed since the last transaction.
    let opened: Promise<OpenRecorder> | null = null;
    const open = () => (opened ??= recorder.open());
    const start = await selectOffset(engine.db, origin);
    buffers.visits.reserve(Math.min((size - start) / RECORD_MIN, clicksAtOnce + CLICKS_A_READ));
    const part = await readPart(
      segment,
      { start, size },
      { clicksAtOnce, readMs },
      buffers,
      open,
      onUnreadable,
    );
    if (part.end === part.start) break;
    const batch = await (await open()).prepare(part.visits);
    const isCounted = await engine
      .write((tx) => countPart(engine, tx, origin, part, batch))
      .catch((error: unknown) => wasCommitted(engine, origin, part, error, onError));
    if (!isCounted) continue;
    reportHoles(name, part.holes, onError);
    clicks += part.visits.length;
    onCounted?.(part.visits, measureHoles(part.holes));
    const areSound = part.holes.length === 0;
    await wipeAddresses(directory, name, part.start, part.end, areSound).catch(onError);
    await rest?.(performance.now() - begun);
    if (part.end >= size) break;
  }
  if (clicks > 0) {
    // The time from which a drained segment is kept.
    const now = Date.now() / 1000;
    futimesSync(fd, now, now);
  }
  return { clicks, isWhole };
}

/** Whether a part is counted although its write failed: the answer to a commit may be lost. */
async function wasCommitted(
  { db }: Engine,
  origin: string,
  { end }: Part,
  error: unknown,
  onError: (error: unknown) => void,
): Promise<true> {
  const offset = await selectOffset(db, origin).catch(() => -1);
  if (offset !== end) throw error;
  onError(error);
  return true;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly visits: Visits;
  /** Damage that is followed by records. */
  readonly holes: readonly Hole[];
}

interface Hole {
  readonly start: number;
  readonly end: number;
}

function measureHoles(holes: readonly Hole[]): number {
  return holes.reduce((bytes, { start, end }) => bytes + end - start, 0);
}

/** Logs each hole; above {@link HOLES_LOGGED} holes, the sum of the others. */
function reportHoles(
  name: string,
  holes: readonly Hole[],
  onError: (error: unknown) => void,
): void {
  for (const { start, end } of holes.slice(0, HOLES_LOGGED)) {
    onError(new Error(`${name}: ${end - start} damaged bytes skipped at byte ${start}`));
  }
  const others = holes.slice(HOLES_LOGGED);
  if (others.length === 0) return;
  onError(
    new Error(
      `${name}: ${measureHoles(others)} damaged bytes skipped at ${others.length} other positions`,
    ),
  );
}

/** Reads until the transaction is full, or no record is left in the first `size` bytes. */
async function readPart(
  { name, fd }: OpenSegment,
  { start, size }: { start: number; size: number },
  { clicksAtOnce, readMs }: { clicksAtOnce: number; readMs: number },
  { buffer, visits, finder }: ReadBuffers,
  open: () => Promise<OpenRecorder>,
  onUnreadable: (error: unknown) => void,
): Promise<Part> {
  visits.clear();
  const holes: Hole[] = [];
  let end = start;
  const begun = performance.now();
  while (visits.length < clicksAtOnce && performance.now() - begun < readMs) {
    await yieldToRequests();
    const read = readSegment(fd, buffer, end, onUnreadable);
    const bytes = buffer.subarray(0, Math.max(0, Math.min(read, size - end)));
    if (bytes.length === 0) break;
    const recorder = await open();
    const reader = new ClickReader(recorder.readText, recorder.readAddress);
    const unresolved = new Set<number>();
    const positions: number[] = [];
    const length = decodeClicks(bytes, (linkId, at) => {
      positions.push(at);
      if (recorder.mayBePurged(linkId, readTime(bytes, at))) unresolved.add(linkId);
    });
    if (unresolved.size > 0) await recorder.resolvePurged([...unresolved]);
    for (const at of positions) visits.add(recorder.read(reader.read(bytes, at)));
    end += length;
    if (length > 0) continue;
    const found = await finder.find(name, fd, { from: end, size }, onUnreadable);
    if (found === -1) break;
    holes.push({ start: end, end: found });
    end = found;
  }
  return { start, end, visits, holes };
}

/** False when another drain has counted some of the part. */
async function countPart(
  engine: Engine,
  tx: Write,
  origin: string,
  part: Part,
  batch: VisitBatch,
): Promise<boolean> {
  if ((await selectOffset(tx, origin)) !== part.start) return false;
  await addCounts(engine, tx, batch.counts);
  await batch.store(tx);
  await upsertOffset(tx, origin, part.end);
  return true;
}
