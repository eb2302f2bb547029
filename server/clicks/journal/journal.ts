import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { encodeClick, encodeRawClick, type Click, type RawVisit } from './click.ts';
import { encodeOrigin } from './origin.ts';
import { createOwner, createSegmentName, measureSegments } from './segments.ts';
import { decodeClicks, RECORD_MAX } from './record.ts';

const SEGMENT_BYTES = 64 * 1024 * 1024;
/** A segment ends after this time, in milliseconds: its data stays for a day after counting. */
const SEGMENT_MS = 6 * 3600 * 1000;
/** A quota has at least this many segments; it may be exceeded by one. */
const QUOTA_SEGMENTS = 8;
/** The interval of syncs, and the shortest time between two failed segments, in milliseconds. */
const TICK_MS = 1000;

const STAGE_BYTES = 256 * 1024;

interface Segment {
  readonly name: string;
  readonly fd: number;
  /** The position of the next record; a failed write may have left bytes behind it. */
  end: number;
  readonly first: number;
  isTorn: boolean;
  /** While the kernel syncs the file, it must not be closed. */
  syncing: boolean;
}

export interface JournalOptions {
  readonly directory: string;
  readonly owner?: string;
  /** Bytes of all segments. Above it, clicks are reported as lost: the disk must not fill. */
  readonly quotaBytes?: number;
  onFull?(): void;
  /** The first of successive append errors, and each failed sync. */
  onFailure?(error: unknown): void;
  /** Appending works again; `uncounted` clicks were lost since the start. */
  onRecovery?(uncounted: number): void;
}

export interface JournalCounts {
  /** Visits that were answered with a redirect: the sum of the two below. */
  readonly acknowledged: number;
  readonly journalled: number;
  /** Clicks that could not be appended and are lost. */
  readonly uncounted: number;
}

/** An appended click survives the death of the process, and a power cut one second later. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #owner: string;
  readonly #quotaBytes: number;
  readonly #segmentBytes: number;
  readonly #buffer = Buffer.allocUnsafe(STAGE_BYTES);
  #staged = 0;
  #stagedClicks = 0;
  readonly #timer: ReturnType<typeof setInterval>;
  #segment: Segment | null = null;
  #unsynced = false;
  #failing = false;
  #isFull = false;
  #mayReplace = true;
  #journalled = 0;
  #uncounted = 0;
  #begunAt = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#owner = options.owner ?? createOwner();
    this.#quotaBytes = options.quotaBytes ?? Number.POSITIVE_INFINITY;
    this.#segmentBytes = Math.min(SEGMENT_BYTES, this.#quotaBytes / QUOTA_SEGMENTS);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  get activeSegment(): string | null {
    return this.#segment?.name ?? null;
  }

  /** Staged clicks are not part of it: their visitors have no answer yet. */
  get counts(): JournalCounts {
    return {
      acknowledged: this.#journalled + this.#uncounted,
      journalled: this.#journalled,
      uncounted: this.#uncounted,
    };
  }

  /** Hands a click to the kernel. It reports an error and never throws: the visitor must go on. */
  append(click: Click): void {
    this.#makeRoom();
    this.#staged += encodeClick(this.#buffer.subarray(this.#staged), click);
    this.#stagedClicks += 1;
    this.commit();
  }

  /** Stages a click for the next `commit`. `address` is already shortened; everything is copied. */
  stage(
    linkId: number,
    time: number,
    address: Buffer,
    bytes: Buffer,
    visit: RawVisit,
    target?: string,
    domain?: string,
  ): void {
    this.#makeRoom();
    const start = this.#staged;
    this.#staged = encodeRawClick(
      this.#buffer,
      start,
      linkId,
      time,
      address,
      bytes,
      visit,
      target,
      domain,
    );
    this.#stagedClicks += 1;
  }

  /** Hands staged clicks to the kernel. It reports an error and never throws. */
  commit(): void {
    const length = this.#staged;
    const clicks = this.#stagedClicks;
    if (clicks === 0) return;
    this.#staged = 0;
    this.#stagedClicks = 0;
    let kept = 0;
    try {
      const segment = (this.#segment ??= this.#beginSegment());
      if (segment.end === 0) writeOrigin(segment);
      const written = writeSync(segment.fd, this.#buffer, 0, length, segment.end);
      this.#unsynced = true;
      if (written !== length) {
        // A drain may count the whole records of a short write at once: they stay.
        segment.end += decodeClicks(this.#buffer.subarray(0, written), () => {
          kept += 1;
        });
        throw new Error(`short write: ${written} of ${length} bytes`);
      }
      segment.end += length;
      kept = clicks;
      if (this.#failing) this.#options.onRecovery?.(this.#uncounted);
      this.#failing = false;
      if (segment.end < this.#segmentBytes) return;
      this.#endSegment();
      this.#options.onFull?.();
    } catch (error) {
      this.#uncounted += clicks - kept;
      if (this.#segment !== null) this.#segment.isTorn = true;
      if (!this.#failing) this.#options.onFailure?.(error);
      this.#failing = true;
      this.#replaceSegment();
    } finally {
      this.#journalled += kept;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.commit();
    this.#endSegment();
  }

  #makeRoom(): void {
    if (this.#staged + RECORD_MAX > STAGE_BYTES) this.commit();
  }

  #beginSegment(): Segment {
    const { directory } = this.#options;
    this.#isFull ||= measureSegments(directory) >= this.#quotaBytes;
    if (this.#isFull) throw new Error(`the journal is full: ${this.#quotaBytes} bytes`);
    // Two segments never have the same time.
    this.#begunAt = Math.max(Date.now(), this.#begunAt + 1);
    const name = createSegmentName(this.#begunAt, this.#owner);
    const fd = openSync(join(directory, name), 'wx', 0o600);
    const first = encodeOrigin(name).length;
    return { name, fd, end: 0, first, isTorn: false, syncing: false };
  }

  /** Leaves a failing segment: the disk may be broken at one place. An empty one stays. */
  #replaceSegment(): void {
    const segment = this.#segment;
    if (!this.#mayReplace || segment === null || segment.end <= segment.first) return;
    this.#mayReplace = false;
    this.#segment = null;
    truncateTorn(segment);
    if (!segment.syncing) this.#sync(segment);
    this.#options.onFull?.();
  }

  #endSegment(): void {
    const segment = this.#segment;
    if (segment === null) return;
    this.#segment = null;
    truncateTorn(segment);
    try {
      fdatasyncSync(segment.fd);
    } catch (error) {
      this.#options.onFailure?.(error);
    }
    if (!segment.syncing) closeSync(segment.fd);
  }

  /** Continues in an empty segment, because an owner's newest segment is never removed. */
  #endOldSegment(): void {
    if (this.#segment === null || this.#segment.end <= this.#segment.first) return;
    if (Date.now() - this.#begunAt < SEGMENT_MS) return;
    this.#endSegment();
    try {
      this.#segment = this.#beginSegment();
    } catch {}
  }

  #tick(): void {
    this.#mayReplace = true;
    this.#isFull = false;
    this.#endOldSegment();
    const segment = this.#segment;
    if (!this.#unsynced || segment === null || segment.syncing) return;
    this.#unsynced = false;
    this.#sync(segment);
  }

  #sync(segment: Segment): void {
    segment.syncing = true;
    fdatasync(segment.fd, (error) => {
      segment.syncing = false;
      if (error !== null) {
        this.#options.onFailure?.(error);
        // Trap: after a failed fdatasync the kernel treats the pages as clean and may drop them. So
        // nothing may be added, and what is readable now must be drained.
        if (this.#segment === segment) this.#segment = null;
        this.#options.onFull?.();
      }
      if (this.#segment !== segment) closeSync(segment.fd);
    });
  }
}

function writeOrigin(segment: Segment): void {
  const origin = encodeOrigin(segment.name);
  const written = writeSync(segment.fd, origin, 0, origin.length, 0);
  if (written !== origin.length)
    throw new Error(`short write: ${written} of ${origin.length} bytes`);
  segment.end = written;
}

/** Cuts off a partial record behind the last whole one, so that it is no damage. */
function truncateTorn({ fd, end, isTorn }: Segment): void {
  if (!isTorn) return;
  try {
    ftruncateSync(fd, end);
  } catch {}
}
