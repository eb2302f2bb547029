import { closeSync, fdatasync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeClicks,
  encodeClick,
  encodeRawClick,
  RECORD_MAX,
  type Click,
  type RawHeaders,
} from './click.ts';
import { createOwner, createSegmentName } from './segments.ts';

/** When a segment has this many bytes, the next one begins. */
const SEGMENT_BYTES = 64 * 1024 * 1024;
/** How often what was appended is made safe against a power cut, in milliseconds. */
const SYNC_EVERY_MS = 1000;

/** How many bytes of records wait at most until they are committed. */
const STAGE_BYTES = 256 * 1024;

interface Segment {
  readonly name: string;
  readonly fd: number;
  /** Where the next record goes: what was torn by a failed write lies behind it. */
  end: number;
  /** Whether the kernel is at work on it: closing must wait. */
  syncing: boolean;
}

export interface JournalOptions {
  readonly directory: string;
  /** Whose segments they are, if that was decided: nobody else may have this name. */
  readonly owner?: string;
  /** Told when a segment is full, so that it can be drained. */
  onFull?(): void;
  /** Told once each time that appending begins to fail. */
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
  /** Records that are staged and not yet with the kernel. */
  readonly #buffer = Buffer.allocUnsafe(STAGE_BYTES);
  #staged = 0;
  #stagedClicks = 0;
  readonly #timer: ReturnType<typeof setInterval>;
  #segment: Segment | null = null;
  #unsynced = false;
  #failing = false;
  #journalled = 0;
  #uncounted = 0;
  /** When the newest segment was begun, in milliseconds. */
  #begun = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#owner = options.owner ?? createOwner();
    this.#timer = setInterval(() => this.#sync(), SYNC_EVERY_MS);
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
  stage(linkId: number, time: number, address: Buffer, bytes: Buffer, headers: RawHeaders): void {
    this.#makeRoom();
    this.#staged = encodeRawClick(
      this.#buffer,
      this.#staged,
      linkId,
      time,
      address,
      bytes,
      headers,
    );
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
      if (segment.end < SEGMENT_BYTES) return;
      this.#end();
      this.#options.onFull?.();
    } catch (error) {
      this.#uncounted += clicks - kept;
      if (!this.#failing) this.#options.onFailure?.(error);
      this.#failing = true;
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
    // Never two segments of one instant.
    this.#begun = Math.max(Date.now(), this.#begun + 1);
    const name = createSegmentName(this.#begun, this.#owner);
    const fd = openSync(join(this.#options.directory, name), 'wx', 0o600);
    return { name, fd, end: 0, syncing: false };
  }

  /** Ends the segment; what it holds is on the disk then. */
  #end(): void {
    const segment = this.#segment;
    if (segment === null) return;
    this.#segment = null;
    try {
      fdatasyncSync(segment.fd);
    } catch (error) {
      this.#options.onFailure?.(error);
    }
    if (!segment.syncing) closeSync(segment.fd);
  }

  #sync(): void {
    const segment = this.#segment;
    if (!this.#unsynced || segment === null || segment.syncing) return;
    this.#unsynced = false;
    segment.syncing = true;
    fdatasync(segment.fd, (error) => {
      segment.syncing = false;
      if (error !== null) this.#options.onFailure?.(error);
      if (this.#segment !== segment) closeSync(segment.fd);
    });
  }
}
