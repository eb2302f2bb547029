import { closeSync, fstatSync } from 'node:fs';
import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { decodeClicks } from './click.ts';
import { readOffsets } from './read-offsets.ts';
import { RecordFinder } from './find-record.ts';
import { listCountable } from './origin.ts';
import { openSegment, readSegment } from './segments.ts';

/** Bytes that are read before requests get their turn. */
const BATCH_BYTES = 256 * 1024;

interface SegmentCounts {
  /** The drain has counted the bytes before this one. */
  readonly drained: number;
  read: number;
  readonly counts: Map<number, number>;
}

/** Reads on from where the last call ended, so that redirects pay nothing. */
export class PendingClicks {
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #buffer = Buffer.allocUnsafe(BATCH_BYTES);
  readonly #finder: RecordFinder;
  #segments = new Map<string, SegmentCounts>();
  #reading: Promise<void> | null = null;

  constructor(engine: Engine, directory: string, finder = new RecordFinder()) {
    this.#engine = engine;
    this.#directory = directory;
    this.#finder = finder;
  }

  /** How many clicks of each link are not counted yet; 0 is left out. */
  async count(linkIds: readonly number[]): Promise<Map<number, number>> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
    const pending = new Map<number, number>();
    for (const { counts } of this.#segments.values()) {
      for (const id of linkIds) {
        const clicks = counts.get(id);
        if (clicks !== undefined) pending.set(id, (pending.get(id) ?? 0) + clicks);
      }
    }
    return pending;
  }

  /** How many clicks of all links are not counted yet. */
  async countTotal(): Promise<number> {
    await this.count([]);
    let total = 0;
    for (const { counts } of this.#segments.values()) {
      for (const clicks of counts.values()) total += clicks;
    }
    return total;
  }

  /** Like `count`, and includes every click that was recorded before this call. */
  async countAll(linkIds: readonly number[]): Promise<Map<number, number>> {
    await this.#reading;
    return this.count(linkIds);
  }

  async #readOn(): Promise<void> {
    const names = [...listCountable(this.#directory).keys()];
    const drained = await readOffsets(this.#engine.db, this.#directory, names);
    const segments = new Map<string, SegmentCounts>();
    for (const name of names) {
      const start = drained.get(name) ?? 0;
      const known = this.#segments.get(name);
      const isCurrent = known?.drained === start;
      const segment = isCurrent ? known : { drained: start, read: start, counts: new Map() };
      // The drain reports unreadable segments.
      const fd = openSegment(this.#directory, name, () => undefined);
      if (fd === null) continue;
      segments.set(name, segment);
      try {
        await this.#readSegment(name, fd, segment);
      } finally {
        closeSync(fd);
      }
    }
    this.#segments = segments;
  }

  async #readSegment(name: string, fd: number, segment: SegmentCounts): Promise<void> {
    for (;;) {
      const length = readSegment(fd, this.#buffer, segment.read, () => undefined);
      const end = decodeClicks(this.#buffer.subarray(0, length), (id) => {
        segment.counts.set(id, (segment.counts.get(id) ?? 0) + 1);
      });
      if (end === 0 && length === 0) return;
      segment.read += end;
      if (end === 0) {
        const behind = { from: segment.read, size: fstatSync(fd).size };
        const found = await this.#finder.find(name, fd, behind, () => undefined);
        // A record is still being written, or the end is damaged.
        if (found === -1) return;
        segment.read = found;
      }
      if (length === BATCH_BYTES) await yieldToRequests();
    }
  }
}
