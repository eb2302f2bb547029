import type { JobFindings } from '../../../contracts/import-jobs.ts';
import type { SourceVisit } from '../source/row-source.ts';
import type { AddedDetails } from './visits.store.ts';

type Clicks = JobFindings['clicks'];

/** Clicks with details of one import: a batch has them as 32 bits, and sums them. */
const DETAILS_MAX = 2 ** 31 - 1;

/** What is known about the visits of a file. */
export class VisitFindings {
  #clicks: Clicks;

  constructor(clicks: Clicks) {
    this.#clicks = { ...clicks };
  }

  /** The time at which a visit counts: none is later than `now`. Null: it does not count. */
  note({ time, count }: SourceVisit, now: number): number | null {
    const clicks = this.#clicks;
    if (time < 0 || clicks.with_details + count > DETAILS_MAX) return null;
    clicks.with_details += count;
    if (time > now) clicks.ahead += count;
    const counted = Math.min(time, now);
    clicks.from = Math.min(clicks.from ?? counted, counted);
    clicks.until = Math.max(clicks.until ?? counted, counted);
    return counted;
  }

  /** With what the database did with them. */
  countAdded({ replaced, beyond }: AddedDetails): Clicks {
    const { without, beyond: before } = this.#clicks;
    return { ...this.#clicks, without: without - replaced, beyond: before + beyond };
  }
}
