import { fstatSync, futimesSync } from 'node:fs';
import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import {
  VisitRecorder,
  type OpenRecorder,
  type VisitBatch,
} from '../stats/ingest/visit-recorder.ts';
import { Visits } from '../stats/ingest/visits.ts';
import { ClickReader } from './journal/click-reader.ts';
import { addCounts, selectOffset, upsertOffset } from './counts.store.ts';
import { RecordFinder } from './journal/find-record.ts';
import { listCountable, readOrigins } from './journal/origin.ts';
import { listSegments, openSegment, readSegment } from './journal/segments.ts';
import { wipeAddresses } from './wipe.ts';
import { decodeClicks, readTime, RECORD_MIN } from './journal/record.ts';

const READ_BYTES = 256 * 1024;
const CLICKS_A_READ = READ_BYTES / RECORD_MIN;
/** Clicks per transaction. More means fewer writes of shared pages, but more memory. */
const CLICKS_AT_ONCE = 160_000;
/** A transaction reads no longer than this, in milliseconds: reports of this process wait for it. */
const READ_MS = 100;

const HOLES_LOGGED = 10;

export interface DrainResult {
  readonly clicks: number;
  readonly segments: readonly string[];
}

interface DrainOptions {
  readonly engine: Engine;
  readonly directory: string;
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
  readonly finder?: RecordFinder;
}

/**
 * Counts each whole record that is not counted yet; the next drain counts clicks that arrive
 * meanwhile. One transaction checks and moves a segment's offset and adds the counts. So a kill or
 * a second drain neither loses nor doubles a click. Then the addresses of counted clicks are wiped.
 * Throws database errors; an unreadable segment does not stop the others.
 */
export async function drainJournal(options: DrainOptions): Promise<DrainResult> {
  const { directory, onError } = options;
  const drain = new Drain(options);
  const whole = new Set<string>();
  let clicks = 0;
  for (const [name, origin] of listCountable(directory)) {
    using file = openSegment(directory, name, onError);
    if (file === null) continue;
    const { fd } = file;
    // Visitors append meanwhile: the size at the start is the goal. Links and settings are read
    // after this, so that a click is never counted by settings older than it.
    const segment = { name, origin, fd, size: fstatSync(fd).size, isWhole: true };
    clicks += await drain.countSegment(segment);
    if (segment.isWhole) whole.add(origin);
  }
  const origins = readOrigins(directory, listSegments(directory));
  const segments = Array.from(origins).filter(([, origin]) => whole.has(origin));
  return { clicks, segments: segments.map(([name]) => name) };
}

interface OpenSegment {
  readonly name: string;
  readonly origin: string;
  readonly fd: number;
  readonly size: number;
  /** False when the drain was stopped in it, or could not read it. */
  isWhole: boolean;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly holes: readonly Hole[];
  readonly recorder: OpenRecorder | null;
}

interface Hole {
  readonly start: number;
  readonly end: number;
}

class Drain {
  readonly #options: DrainOptions;
  readonly #recorder: VisitRecorder;
  readonly #finder: RecordFinder;
  readonly #buffer = Buffer.allocUnsafe(READ_BYTES);
  readonly #visits = new Visits();

  constructor(options: DrainOptions) {
    this.#options = options;
    this.#recorder = options.recorder ?? new VisitRecorder(options.engine);
    this.#finder = options.finder ?? new RecordFinder();
  }

  async countSegment(segment: OpenSegment): Promise<number> {
    const { directory, onError, isStopped, rest, onCounted } = this.#options;
    const { name, fd, size } = segment;
    let clicks = 0;
    for (;;) {
      if (isStopped?.() === true) {
        segment.isWhole = false;
        return clicks;
      }
      const begun = performance.now();
      const part = await this.#readPart(segment);
      if (part.recorder === null || part.end === part.start) break;
      const batch = await part.recorder.prepare(this.#visits);
      if (!(await this.#countPart(segment.origin, part, batch))) continue;
      reportHoles(name, part.holes, onError);
      clicks += this.#visits.length;
      onCounted?.(this.#visits, measureHoles(part.holes));
      const isChecked = part.holes.length === 0;
      await wipeAddresses(directory, name, { ...part, isChecked }).catch(onError);
      await rest?.(performance.now() - begun);
      if (part.end >= size) break;
    }
    if (clicks > 0) {
      const now = Date.now() / 1000;
      futimesSync(fd, now, now);
    }
    return clicks;
  }

  async #readPart(segment: OpenSegment): Promise<Part> {
    const { engine, onError, clicksAtOnce = CLICKS_AT_ONCE, readMs = READ_MS } = this.#options;
    const { name, fd, size } = segment;
    const onUnreadable = (error: unknown): void => {
      segment.isWhole = false;
      onError(error);
    };
    const start = await selectOffset(engine.db, segment.origin);
    const visits = this.#visits;
    visits.clear();
    visits.reserve(Math.min((size - start) / RECORD_MIN, clicksAtOnce + CLICKS_A_READ));
    const holes: Hole[] = [];
    let recorder: OpenRecorder | null = null;
    let end = start;
    const begun = performance.now();
    while (visits.length < clicksAtOnce && performance.now() - begun < readMs) {
      await yieldToRequests();
      const read = readSegment(fd, this.#buffer, end, onUnreadable);
      const bytes = this.#buffer.subarray(0, Math.max(0, Math.min(read, size - end)));
      if (bytes.length === 0) break;
      recorder ??= await this.#recorder.open();
      const length = await this.#readVisits(bytes, recorder);
      end += length;
      if (length > 0) continue;
      const recordStart = await this.#finder.find(name, fd, { from: end, size }, onUnreadable);
      if (recordStart === -1) break;
      holes.push({ start: end, end: recordStart });
      end = recordStart;
    }
    return { start, end, holes, recorder };
  }

  async #readVisits(bytes: Buffer, recorder: OpenRecorder): Promise<number> {
    const reader = new ClickReader(recorder.readText, recorder.readAddress);
    const unresolved = new Set<number>();
    const positions: number[] = [];
    const end = decodeClicks(bytes, (linkId, at) => {
      positions.push(at);
      if (recorder.mayBePurged(linkId, readTime(bytes, at))) unresolved.add(linkId);
    });
    if (unresolved.size > 0) await recorder.resolvePurged([...unresolved]);
    for (const at of positions) this.#visits.add(recorder.read(reader.read(bytes, at)));
    return end;
  }

  async #countPart(origin: string, { start, end }: Part, batch: VisitBatch): Promise<boolean> {
    const { engine, onError } = this.#options;
    try {
      return await engine.write(async (tx) => {
        if ((await selectOffset(tx, origin)) !== start) return false;
        await addCounts(engine, tx, batch.counts);
        await batch.store(tx);
        await upsertOffset(tx, origin, end);
        return true;
      });
    } catch (error) {
      const offset = await selectOffset(engine.db, origin).catch(() => -1);
      if (offset !== end) throw error;
      onError(error);
      return true;
    }
  }
}

function measureHoles(holes: readonly Hole[]): number {
  return holes.reduce((bytes, { start, end }) => bytes + end - start, 0);
}

function reportHoles(
  name: string,
  holes: readonly Hole[],
  onError: (error: unknown) => void,
): void {
  const report = (text: string): void => onError(new Error(`${name}: ${text}`));
  for (const { start, end } of holes.slice(0, HOLES_LOGGED)) {
    report(`${end - start} damaged bytes skipped at byte ${start}`);
  }
  const others = holes.slice(HOLES_LOGGED);
  if (others.length === 0) return;
  report(`${measureHoles(others)} damaged bytes skipped at ${others.length} other positions`);
}
