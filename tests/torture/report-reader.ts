import { getReport, type Report } from '../../contracts/stats/stats.ts';
import { sumParts } from '../support/statistics/sum-parts.ts';
import type { Ledger } from './ledger.ts';
import type { SiteCaller } from './site-caller.ts';

/** A report of all clicks. */
export const everything = { period: 'all', audience: 'all', time_zone: 'Asia/Kathmandu' } as const;

const SUCCESS = 200;

interface ReportReaderOptions {
  readonly site: SiteCaller;
  readonly ledger: Ledger;
  /** The most visits that are answered and not yet in the ledger. */
  readonly underWay: number;
  /** The number of kills until now. */
  readonly kills: () => number;
}

/** An administrator who calls for the report of the site again and again, until one is wrong. */
export class ReportReader {
  /** Reports that came. */
  reports = 0;
  isWaiting = false;
  readonly #options: ReportReaderOptions;
  readonly ended: Promise<void>;
  #isStopped = false;
  #clicks = 0;
  #onReport: () => void = () => undefined;

  constructor(options: ReportReaderOptions) {
    this.#options = options;
    this.ended = this.#run();
  }

  get isOver(): boolean {
    return this.#isStopped || this.#options.ledger.violations.length > 0;
  }

  async waitForReport(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onReport = resolve;
    await Promise.race([promise, this.ended]);
  }

  end(): Promise<void> {
    this.#isStopped = true;
    return this.ended;
  }

  async #run(): Promise<void> {
    while (!this.isOver) {
      this.isWaiting = true;
      await this.#read();
      this.isWaiting = false;
    }
  }

  async #read(): Promise<void> {
    const { site, ledger, underWay, kills } = this.#options;
    const before = kills();
    const { code, msg, data } = await site.call(getReport, everything);
    if (code !== SUCCESS) {
      // A call fails when two processes died during it.
      if (kills() - before < 2) ledger.violations.push(`a report failed: ${code} ${msg}`);
      return;
    }
    const report = data as Report;
    const { clicks } = report;
    const most = ledger.acknowledged + underWay;
    if (clicks < this.#clicks || clicks > most) {
      ledger.violations.push(`${clicks} clicks, not ${this.#clicks} to ${most}`);
    }
    if (sumParts(report).some((part) => part !== clicks)) {
      ledger.violations.push(`${clicks} clicks are not ${sumParts(report).join(', ')}`);
    }
    this.#clicks = clicks;
    this.reports += 1;
    this.#onReport();
  }
}
