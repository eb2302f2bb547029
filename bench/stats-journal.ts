import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD_MAX } from '../server/clicks/click.ts';
import { createOwner, createSegmentName } from '../server/clicks/segments.ts';
import { createRandom, drawRank } from './random.ts';
import { StatsVisitors } from './stats-visitors.ts';

const HOUR_MS = 3_600_000;
/** When the journal begins another segment, in bytes. */
const SEGMENT_BYTES = 64 * 1024 * 1024;
/** How much comes on each day of the week, from Sunday on, and in each hour of a day, UTC. */
export const WEEK = [0.7, 1.1, 1.15, 1.15, 1.1, 1.05, 0.75];
const HOURS = [4, 4, 3, 3, 3, 3, 4, 5, 6, 7, 7, 7, 8, 8, 8, 8, 8, 8, 9, 9, 8, 7, 6, 5];
const HOURS_SUM = HOURS.reduce((sum, share) => sum + share, 0);
/** Spreads the ranks over the ids of links, each once: it is a prime. */
export const SPREAD = 15_485_863;

interface StatsJournalOptions {
  readonly links: number;
  /** Of all days together. */
  readonly clicks: number;
  readonly days: number;
}

/** The clicks of a large site, which come by Zipf's law over its links with the ids from 1 on. */
export class StatsJournal {
  readonly #options: StatsJournalOptions;
  readonly #random = createRandom(20_261_122);
  readonly #visitors = new StatsVisitors(this.#random);
  readonly #buffer = Buffer.allocUnsafe(SEGMENT_BYTES + RECORD_MAX);

  constructor(options: StatsJournalOptions) {
    this.#options = options;
  }

  /**
   * Writes the clicks of the first hours of a day, in days since 1970-01-01 UTC, as a journal leaves
   * them; returns how many.
   */
  writeDay(directory: string, day: number, hours: number): number {
    const { links, clicks, days } = this.#options;
    const mean = clicks / days;
    const owner = createOwner();
    let written = 0;
    let end = 0;
    let wanted = 0;
    const flush = (time: number): void => {
      const bytes = this.#buffer.subarray(0, end);
      writeFileSync(join(directory, createSegmentName(time, owner)), bytes);
      end = 0;
    };
    for (const [hour, share] of HOURS.slice(0, hours).entries()) {
      const start = (day * 24 + hour) * HOUR_MS;
      const first = written;
      wanted += (mean * WEEK[(day + 4) % 7]! * share) / HOURS_SUM;
      for (; written < Math.round(wanted); written += 1) {
        const time = start + Math.floor(((written - first) / (wanted - first)) * HOUR_MS);
        const linkId = linkOfRank(drawRank(this.#random, links), links);
        end = this.#visitors.write(this.#buffer, end, linkId, time);
        if (end >= SEGMENT_BYTES) flush(time);
      }
    }
    if (end > 0) flush((day + 1) * 24 * HOUR_MS);
    return written;
  }
}

/** The id of the link with a rank; the most visited one has the rank 0. */
export function linkOfRank(rank: number, links: number): number {
  return ((rank * SPREAD) % links) + 1;
}
