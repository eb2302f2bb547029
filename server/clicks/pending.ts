import { fstatSync } from 'node:fs';
import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { readOffsets } from './counts.store.ts';
import { RecordFinder } from './journal/find-record.ts';
import { listCountable } from './journal/origin.ts';
import { measureSegment, openSegment, readSegment } from './journal/segments.ts';
import { decodeClicks, readTime, RECORD_MAX } from './journal/record.ts';

const BATCH_BYTES = 256 * 1024;

const ESTIMATE_MS = 250;

interface Chunk {
  start: number;
  end: number;
  clicks: number;
  counts: Map<number, number>;
}

interface SegmentCounts {
  drained: number;
  read: number;
  readonly chunks: Chunk[];
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

  async count(linkIds: readonly number[]): Promise<Map<number, number>> {
    await this.#read();
    const pending = new Map<number, number>();
    for (const { chunks } of this.#segments.values()) {
      for (const { counts } of chunks) {
        for (const id of linkIds) {
          const clicks = counts.get(id);
          if (clicks !== undefined) pending.set(id, (pending.get(id) ?? 0) + clicks);
        }
      }
    }
    return pending;
  }

  async list(): Promise<Map<number, number>> {
    await this.#read();
    const pending = new Map<number, number>();
    for (const { chunks } of this.#segments.values()) {
      for (const { counts } of chunks) {
        for (const [id, clicks] of counts) pending.set(id, (pending.get(id) ?? 0) + clicks);
      }
    }
    return pending;
  }

  /** Waiting clicks of a link, 0 = of all. After `patience`, unread bytes count as the read ones. */
  async estimate(
    linkId: number,
    patience: Promise<unknown> = Bun.sleep(ESTIMATE_MS),
  ): Promise<number> {
    const reading = this.#read().then(() => true);
    const isExact = await Promise.race([reading, patience.then(() => false)]);
    const { clicks, read, left } = this.#add(linkId);
    if (isExact) return clicks;
    if (read > 0) return Math.round(clicks * (1 + left / read));
    await reading;
    return this.#add(linkId).clicks;
  }

  #add(linkId: number): { clicks: number; read: number; left: number } {
    let clicks = 0;
    let read = 0;
    let left = 0;
    for (const [name, segment] of this.#segments) {
      for (const { start, end, clicks: all, counts } of segment.chunks) {
        clicks += linkId === 0 ? all : (counts.get(linkId) ?? 0);
        read += end - start;
      }
      left += Math.max(0, measureSegment(this.#directory, name) - segment.read);
    }
    return { clicks, read, left };
  }

  async countAll(linkIds: readonly number[]): Promise<Map<number, number>> {
    await this.#reading;
    return this.count(linkIds);
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    const names = [...listCountable(this.#directory).keys()];
    const drained = await readOffsets(this.#engine.db, this.#directory, names);
    const former = this.#segments;
    this.#segments = new Map(
      names.map((name) => [name, dropDrained(former.get(name), drained.get(name) ?? 0)]),
    );
    for (const [name, segment] of this.#segments) {
      // The drain reports unreadable segments.
      using file = openSegment(this.#directory, name, () => undefined);
      if (file === null) {
        this.#segments.delete(name);
        continue;
      }
      this.#recountFirst(file.fd, segment);
      await this.#readSegment(name, file.fd, segment);
    }
  }

  #recountFirst(fd: number, { drained, chunks: [first] }: SegmentCounts): void {
    if (first === undefined || first.start >= drained) return;
    const length = readSegment(fd, this.#buffer, drained, () => undefined);
    const rest = createChunk(drained);
    countChunk(rest, this.#buffer.subarray(0, Math.min(length, first.end - drained)));
    Object.assign(first, { ...rest, end: first.end });
  }

  async #readSegment(name: string, fd: number, segment: SegmentCounts): Promise<void> {
    for (;;) {
      const length = readSegment(fd, this.#buffer, segment.read, () => undefined);
      const end = this.#addBytes(segment, length);
      if (end === 0 && length === 0) return;
      if (end === 0) {
        const behind = { from: segment.read, size: fstatSync(fd).size };
        const recordStart = await this.#finder.find(name, fd, behind, () => undefined);
        if (recordStart === -1) return;
        segment.read = recordStart;
      }
      if (length === BATCH_BYTES) await yieldToRequests();
    }
  }

  #addBytes(segment: SegmentCounts, length: number): number {
    const last = segment.chunks.at(-1);
    const fits = last?.end === segment.read && last.end - last.start + length <= BATCH_BYTES;
    const chunk = fits ? last : createChunk(segment.read);
    const end = countChunk(chunk, this.#buffer.subarray(0, length));
    if (end > 0 && chunk !== last) segment.chunks.push(chunk);
    segment.read += end;
    return end;
  }
}

function createChunk(start: number): Chunk {
  return { start, end: start, clicks: 0, counts: new Map() };
}

function countChunk(chunk: Chunk, bytes: Buffer): number {
  const { counts } = chunk;
  const end = decodeClicks(bytes, (id) => {
    chunk.clicks += 1;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  });
  chunk.end += end;
  return end;
}

/** The counts without what was drained meanwhile; a restored backup may have drained less. */
function dropDrained(counts: SegmentCounts | undefined, drained: number): SegmentCounts {
  if (counts === undefined || drained < counts.drained || drained > counts.read) {
    return { drained, read: drained, chunks: [] };
  }
  counts.drained = drained;
  const first = counts.chunks.findIndex(({ end }) => end > drained);
  counts.chunks.splice(0, first === -1 ? counts.chunks.length : first);
  return counts;
}

/** Milliseconds, or null. Reads journal and database: other processes count, too. */
export async function findOldestPending(
  engine: Engine,
  directory: string,
  finder = new RecordFinder(),
): Promise<number | null> {
  const names = [...listCountable(directory).keys()];
  const drained = await readOffsets(engine.db, directory, names);
  let oldest: number | null = null;
  for (const name of names) {
    // The drain reports unreadable segments.
    using file = openSegment(directory, name, () => undefined);
    if (file === null) continue;
    const time = await readFirstTime(name, file.fd, drained.get(name) ?? 0, finder);
    if (time !== null && (oldest === null || time < oldest)) oldest = time;
  }
  return oldest;
}

async function readFirstTime(
  name: string,
  fd: number,
  offset: number,
  finder: RecordFinder,
): Promise<number | null> {
  const { size } = fstatSync(fd);
  const buffer = Buffer.alloc(RECORD_MAX);
  for (let at = offset; at !== -1 && at < size;) {
    const bytes = buffer.subarray(
      0,
      readSegment(fd, buffer, at, () => undefined),
    );
    const times: number[] = [];
    const end = decodeClicks(bytes, (_, start) => times.push(readTime(bytes, start)));
    if (times[0] !== undefined) return times[0];
    at = end > 0 ? at + end : await finder.find(name, fd, { from: at, size }, () => undefined);
  }
  return null;
}
