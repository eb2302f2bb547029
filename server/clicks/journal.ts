import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeClicks,
  encodeClick,
  encodeRawClick,
  RECORD_MAX,
  type Click,
  type RawVisit,
} from './click.ts';
import { encodeOrigin } from './origin.ts';
import { createOwner, createSegmentName, measureSegments } from './segments.ts';

/** When a segment has this many bytes, the next one begins. */
const SEGMENT_BYTES = 64 * 1024 * 1024;
/**
 * After how long a segment is left that has fewer, in milliseconds: it stays for a day after its
 * last click was counted, and with it what visitors said.
 */
const SEGMENT_MS = 6 * 3600 * 1000;
/** Into how many segments a quota is cut at least: by one of them it may be exceeded. */
const QUOTA_SEGMENTS = 8;
/**
 * How often what was appended is made safe against a power cut, and how often at most a segment
 * that failed is left for another, in milliseconds.
 */
const TICK_MS = 1000;

/** How many bytes of records wait at most until they are committed. */
const STAGE_BYTES = 256 * 1024;

interface Segment {
  readonly name: string;
  readonly fd: number;
  /** Where the next record goes: what was torn by a failed write lies behind it. */
  end: number;
  /** Where its first click goes, behind the record of its origin. */
  readonly first: number;
  /** Whether a write has failed, which may have left a part of a record. */
  isTorn: boolean;
  /** Whether the kernel is at work on it: closing must wait. */
  syncing: boolean;
}

export interface JournalOptions {
  readonly directory: string;
  /** Whose segments they are, if that was decided: nobody else may have this name. */
  readonly owner?: string;
  /**
   * How many bytes all segments in the directory may have before no other is begun: what waits for
   * a database that is gone must not fill the disk. Clicks are reported as uncounted then.
   */
  readonly quotaBytes?: number;
  /** Told when a segment is to be drained: it is full, or the disk does not keep it. */
  onFull?(): void;
  /** Told once each time that appending begins to fail, and of each sync that fails. */
  onFailure?(error: unknown): void;
  /** Told when it works again, with the clicks that could not be appended since the start. */
  onRecovery?(uncounted: number): void;
}

/** Clicks of one process, since its start. */
export interface JournalCounts {
  /** Visits that were answered with a redirect and must be counted. */
  readonly acknowledged: number;
  /** Of them, those that are with the kernel. */
  readonly journalled: number;
  /** Of them, those that could not be appended and are lost. */
  readonly uncounted: number;
}

/**
 * The append journal of one process. A click that was appended is with the kernel: it survives
 * the death of this process at any later instant, and a power cut at most one second later.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #owner: string;
  readonly #quotaBytes: number;
  readonly #segmentBytes: number;
  /** Records that are staged and not yet with the kernel. */
  readonly #buffer = Buffer.allocUnsafe(STAGE_BYTES);
  #staged = 0;
  #stagedClicks = 0;
  readonly #timer: ReturnType<typeof setInterval>;
  #segment: Segment | null = null;
  #unsynced = false;
  #failing = false;
  /** Whether the quota has let no other segment begin since the timer ticked. */
  #isFull = false;
  /** Whether a segment that fails may be left: no more often than the timer ticks. */
  #mayLeave = true;
  #journalled = 0;
  #uncounted = 0;
  /** When the newest segment was begun, in milliseconds. */
  #begun = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#owner = options.owner ?? createOwner();
    this.#quotaBytes = options.quotaBytes ?? Number.POSITIVE_INFINITY;
    this.#segmentBytes = Math.min(SEGMENT_BYTES, this.#quotaBytes / QUOTA_SEGMENTS);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  /** The segment that is being written, or null before the first click. */
  get activeSegment(): string | null {
    return this.#segment?.name ?? null;
  }

  /** What became of the clicks so far; those that are staged are not answered yet. */
  get counts(): JournalCounts {
    return {
      acknowledged: this.#journalled + this.#uncounted,
      journalled: this.#journalled,
      uncounted: this.#uncounted,
    };
  }

  /** Hands a click to the kernel. A failure is reported, never thrown: the visitor must go on. */
  append(click: Click): void {
    this.#makeRoom();
    this.#staged += encodeClick(this.#buffer.subarray(this.#staged), click);
    this.#stagedClicks += 1;
    this.commit();
  }

  /** Takes a click for the next `commit`; the address must be shortened, the rest is copied. */
  stage(linkId: number, time: number, address: Buffer, bytes: Buffer, visit: RawVisit): void {
    this.#makeRoom();
    this.#staged = encodeRawClick(this.#buffer, this.#staged, linkId, time, address, bytes, visit);
    this.#stagedClicks += 1;
  }

  /** Hands what is staged to the kernel. A failure is reported, never thrown. */
  commit(): void {
    const length = this.#staged;
    const clicks = this.#stagedClicks;
    if (clicks === 0) return;
    this.#staged = 0;
    this.#stagedClicks = 0;
    let kept = 0;
    try {
      const segment = (this.#segment ??= this.#begin());
      if (segment.end === 0) writeOrigin(segment);
      const written = writeSync(segment.fd, this.#buffer, 0, length, segment.end);
      this.#unsynced = true;
      if (written !== length) {
        // The whole records of a short write may be drained at once: they must stay where they are.
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
      this.#end();
      this.#options.onFull?.();
    } catch (error) {
      this.#uncounted += clicks - kept;
      if (this.#segment !== null) this.#segment.isTorn = true;
      if (!this.#failing) this.#options.onFailure?.(error);
      this.#failing = true;
      this.#leave();
    } finally {
      this.#journalled += kept;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.commit();
    this.#end();
  }

  #makeRoom(): void {
    if (this.#staged + RECORD_MAX > STAGE_BYTES) this.commit();
  }

  #begin(): Segment {
    const { directory } = this.#options;
    this.#isFull ||= measureSegments(directory) >= this.#quotaBytes;
    if (this.#isFull) throw new Error(`the journal is full: ${this.#quotaBytes} bytes`);
    // Never two segments of one instant.
    this.#begun = Math.max(Date.now(), this.#begun + 1);
    const name = createSegmentName(this.#begun, this.#owner);
    const fd = openSync(join(directory, name), 'wx', 0o600);
    const first = encodeOrigin(name).length;
    return { name, fd, end: 0, first, isTorn: false, syncing: false };
  }

  /**
   * Goes on in another segment after a write that failed: the disk may be broken at that one
   * place. One that holds nothing is as good as the next.
   */
  #leave(): void {
    const segment = this.#segment;
    if (!this.#mayLeave || segment === null || segment.end <= segment.first) return;
    this.#mayLeave = false;
    this.#segment = null;
    cutTorn(segment);
    if (!segment.syncing) this.#sync(segment);
    this.#options.onFull?.();
  }

  /** Ends the segment; what it holds is on the disk then. */
  #end(): void {
    const segment = this.#segment;
    if (segment === null) return;
    this.#segment = null;
    cutTorn(segment);
    try {
      fdatasyncSync(segment.fd);
    } catch (error) {
      this.#options.onFailure?.(error);
    }
    if (!segment.syncing) closeSync(segment.fd);
  }

  /** Goes on in an empty segment: an owner's newest one is never removed. */
  #endOld(): void {
    if (this.#segment === null || this.#segment.end <= this.#segment.first) return;
    if (Date.now() - this.#begun < SEGMENT_MS) return;
    this.#end();
    try {
      this.#segment = this.#begin();
    } catch {
      // The next click tries again, and tells.
    }
  }

  #tick(): void {
    this.#mayLeave = true;
    this.#isFull = false;
    this.#endOld();
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
        // The kernel takes for written what it could not write, and forgets it when it pleases:
        // nothing may be added, and what can be read now must go where it is safe.
        if (this.#segment === segment) this.#segment = null;
        this.#options.onFull?.();
      }
      if (this.#segment !== segment) closeSync(segment.fd);
    });
  }
}

/** Begins a segment with the record that says which one it is. */
function writeOrigin(segment: Segment): void {
  const origin = encodeOrigin(segment.name);
  const written = writeSync(segment.fd, origin, 0, origin.length, 0);
  if (written !== origin.length)
    throw new Error(`short write: ${written} of ${origin.length} bytes`);
  segment.end = written;
}

/** Cuts off what a failed write has left behind the last whole record: it is no damage. */
function cutTorn({ fd, end, isTorn }: Segment): void {
  if (!isTorn) return;
  try {
    ftruncateSync(fd, end);
  } catch {
    // The disk fails: the end is passed over when the segment is counted.
  }
}
