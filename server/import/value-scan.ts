import { listLimits } from './limits.ts';
import type { Fields, SourceRow } from './readers/source-row.ts';
import { DayOrderSearch, type DayOrder } from './values/date-time.ts';
import { SharedCutSearch, type SharedCuts } from './values/shared-cuts.ts';
import { listTagNames } from './values/texts.ts';

/** What must be known of all rows before the first one is checked. */
export interface ScannedValues {
  readonly dayOrder: DayOrder;
  readonly sharedCuts: SharedCuts;
}

export class ValueScan {
  readonly #dates = new DayOrderSearch();
  readonly #cuts = new SharedCutSearch();

  note(row: Fields, { createdAt, updatedAt, tags }: SourceRow): void {
    this.#dates.note([createdAt, updatedAt, ...listLimits(row, 'expiry', 'start')]);
    this.#cuts.note(listTagNames(tags));
  }

  get found(): ScannedValues {
    return { dayOrder: this.#dates.order, sharedCuts: this.#cuts.found };
  }
}
