import type { Drained } from '../clicks/drain.ts';
import type { Outcome } from '../own-command.ts';
import type { Days } from '../stats/query/link-list.ts';
import type { Reports } from '../stats/stats.routes.ts';
import type { WatchedCounts } from '../stats/live/watched.ts';

/** What the server has done in the background, by name. */
export interface BackgroundWork extends Reports {
  /** Resolves when there is a process to do the rest, with all at hand that most of it needs. */
  begin(): Promise<void>;
  /** Counts the journals; tells of the clicks of watched links meanwhile. */
  count(isAwaited: boolean, watched: ReadonlySet<number>): Promise<Drained>;
  /** Ends counting soon. */
  giveUp(): Promise<void>;
  /** The ids of the links with most people in these days, at most so many. */
  findTop(days: Days, max: number): Promise<number[]>;
  /** Seals the days that are over, and forgets what is not kept. */
  keepUp(): Promise<void>;
  /** Gives links whose clicks have changed their place in the order by clicks. */
  sortLinks(): Promise<void>;
  /** Brings the log of the database into its file. */
  checkpoint(): Promise<void>;
}

/** A call of the server. */
export type ToBackground = {
  [Name in keyof BackgroundWork]: {
    readonly id: number;
    readonly name: Name;
    readonly args: Parameters<BackgroundWork[Name]>;
  };
}[keyof BackgroundWork];

/** What the server is told. */
export type FromBackground =
  /** Its timers run. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome<unknown> }
  /** The call failed in a way that has no name. */
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string }
  /** So many clicks are in the counts, and so many bytes of the journal were passed over. */
  | {
      readonly kind: 'counted';
      readonly clicks: number;
      readonly damagedBytes: number;
      readonly watched: WatchedCounts;
    };
