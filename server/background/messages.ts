import type { DrainResult } from '../clicks/drain.ts';
import type { Outcome } from '../own-command.ts';
import type { Days } from '../stats/quarter.ts';
import type { Reports } from '../stats/stats.routes.ts';
import type { WatchedCounts, WatchedLinks } from '../stats/live/live.ts';

export interface BackgroundWork extends Reports {
  /**
   * Starts the process and updates the tables that most reports read. `isForReports`: it stays as
   * long as after a report.
   */
  prepare(isForReports?: boolean): Promise<void>;
  count(isAwaited: boolean, watched: WatchedLinks): Promise<DrainResult>;
  stopCounting(): Promise<void>;
  /** The ids of the links with the most visitors on these days, at most `max`. */
  findTopLinks(days: Days, max: number): Promise<number[]>;
  /** Seals the days that are over, and removes what retention no longer covers. */
  maintainLog(): Promise<void>;
  sortLinks(): Promise<void>;
  indexLinks(): Promise<void>;
  checkpoint(): Promise<void>;
}

export type ToBackground = {
  [Name in keyof BackgroundWork]: {
    readonly id: number;
    readonly name: Name;
    readonly args: Parameters<BackgroundWork[Name]>;
  };
}[keyof BackgroundWork];

export type FromBackground =
  | { readonly kind: 'alive' }
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string }
  /** `clicks` clicks are in the counts; `damagedBytes` bytes of the journal were skipped. */
  | {
      readonly kind: 'counted';
      readonly clicks: number;
      readonly damagedBytes: number;
      readonly watched: WatchedCounts;
    };
