import type { JobFindings } from '../../../contracts/import-jobs.ts';
import type { SourceVisit } from '../source/row-source.ts';
import { noFindings } from './job.store.ts';
import type { AddedDetails } from './visits.store.ts';

type Clicks = JobFindings['clicks'];

/** Clicks with details of one import: a batch has them as 32 bits, and sums them. */
const DETAILS_MAX = 2 ** 31 - 1;

/** What is known about the visits of a file. */
export class VisitFindings {
  #clicks: Clicks;

  constructor(clicks: Clicks) {
    // A job of an earlier version lacks some numbers.
    this.#clicks = { ...noFindings.clicks, ...clicks };
  }

  /** The time at which a visit counts: none is later than `now`. Null: it does not count. */
  note(visit: SourceVisit, now: number): number | null {
    const { time, count } = visit;
    const clicks = this.#clicks;
    if (time < 0 || clicks.with_details + count > DETAILS_MAX) return null;
    clicks.with_details += count;
    const { country, referrer, userAgent, browser = userAgent, system = userAgent } = visit;
    if (country !== undefined) clicks.with_country += count;
    if (referrer !== undefined) clicks.with_referrer += count;
    if (browser !== undefined) clicks.with_browser += count;
    if (system !== undefined) clicks.with_system += count;
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
