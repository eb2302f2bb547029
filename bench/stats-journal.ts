import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOwner, createSegmentName } from '../server/clicks/journal/segments.ts';
import { createRandom, pickRank } from './random.ts';
import { StatsVisitors } from './stats-visitors.ts';
import { RECORD_MAX } from '../server/clicks/journal/record.ts';

const HOUR_MS = 3_600_000;
/** Size at which the journal begins another segment. */
const SEGMENT_BYTES = 64 * 1024 * 1024;
/** The weight of each day of the week, from Sunday, and of each hour, UTC. */
export const WEEK = [0.7, 1.1, 1.15, 1.15, 1.1, 1.05, 0.75];
const HOURS = [4, 4, 3, 3, 3, 3, 4, 5, 6, 7, 7, 7, 8, 8, 8, 8, 8, 8, 9, 9, 8, 7, 6, 5];
const HOURS_SUM = HOURS.reduce((sum, share) => sum + share, 0);
/** A prime, which spreads the ranks over the ids without repetition. */
export const SPREAD = 15_485_863;

interface StatsJournalOptions {
  readonly links: number;
  /** The total of all days. */
  readonly clicks: number;
  readonly days: number;
}

/** The clicks of a large site, spread over its links by Zipf's law. */
export class StatsJournal {
  readonly #options: StatsJournalOptions;
  readonly #random = createRandom(20_261_122);
  readonly #visitors = new StatsVisitors(this.#random);
  readonly #buffer = Buffer.allocUnsafe(SEGMENT_BYTES + RECORD_MAX);

  constructor(options: StatsJournalOptions) {
    this.#options = options;
  }

  /** Writes the first hours of a day, in days since 1970-01-01 UTC; returns the clicks. */
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
        const linkId = findLinkId(pickRank(this.#random, links), links);
        end = this.#visitors.write(this.#buffer, end, linkId, time);
        if (end >= SEGMENT_BYTES) flush(time);
      }
    }
    if (end > 0) flush((day + 1) * 24 * HOUR_MS);
    return written;
  }
}

/** The id of a link by its rank; rank 0 has the most visits. */
export function findLinkId(rank: number, links: number): number {
  return ((rank * SPREAD) % links) + 1;
}
