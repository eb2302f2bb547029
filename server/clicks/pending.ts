import { closeSync } from 'node:fs';
import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { decodeClicks } from './click.ts';
import { selectOffsets } from './offsets.store.ts';
import { listSegments, openSegment, readSegment } from './segments.ts';

/** How much of the journal is read before requests get their turn, in bytes. */
const BATCH_BYTES = 256 * 1024;

interface SegmentCounts {
  /** From where on clicks are counted here: the drain has counted those before. */
  readonly drained: number;
  /** Up to where the segment was read. */
  read: number;
  readonly counts: Map<number, number>;
}

/**
 * Counts the clicks that wait in the journal, for those who look at the numbers. Redirects pay
 * nothing for it: the journal is read when somebody asks, each time from where it was left.
 */
export class PendingClicks {
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #buffer = Buffer.allocUnsafe(BATCH_BYTES);
  #segments = new Map<string, SegmentCounts>();
  #reading: Promise<void> | null = null;

  constructor(engine: Engine, directory: string) {
    this.#engine = engine;
    this.#directory = directory;
  }

  /** How many clicks of each of these links are not yet in its count; 0 is left out. */
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

  async #readOn(): Promise<void> {
    const names = listSegments(this.#directory);
    const drained = await selectOffsets(this.#engine.db, names);
    const segments = new Map<string, SegmentCounts>();
    for (const name of names) {
      const start = drained.get(name) ?? 0;
      const known = this.#segments.get(name);
      const isCurrent = known?.drained === start;
      const segment = isCurrent ? known : { drained: start, read: start, counts: new Map() };
      // Of one that cannot be read the drain tells.
      const fd = openSegment(this.#directory, name, () => undefined);
      if (fd === null) continue;
      segments.set(name, segment);
      try {
        await this.#readSegment(fd, segment);
      } finally {
        closeSync(fd);
      }
    }
    this.#segments = segments;
  }

  async #readSegment(fd: number, segment: SegmentCounts): Promise<void> {
    for (;;) {
      const length = readSegment(fd, this.#buffer, segment.read, () => undefined);
      const end = decodeClicks(this.#buffer.subarray(0, length), (id) => {
        segment.counts.set(id, (segment.counts.get(id) ?? 0) + 1);
      });
      // The rest is a record in the making, or damage: the drain will tell.
      if (end === 0) return;
      segment.read += end;
      if (length === BATCH_BYTES) await yieldToRequests();
    }
  }
}
