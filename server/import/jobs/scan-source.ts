import type { RowSource } from '../source/row-source.ts';
import { isFields } from '../readers/source-row.ts';
import { readKey, type RowRules } from '../check-row.ts';
import { listLimitDates } from '../limits.ts';
import { DayOrderSearch, type DayOrder } from '../values/date-time.ts';
import { SharedCutSearch, type SharedCuts } from '../values/shared-cuts.ts';
import { listTagNames } from '../values/texts.ts';

export interface Scan {
  readonly dayOrder: DayOrder;
  readonly sharedCuts: SharedCuts;
  /** Codes that occur twice, and a few others. */
  readonly repeated: ReadonlySet<string>;
}

/** 16 MiB: of ten million codes, one in 250 is taken for a repeated one. */
const FILTER_BITS = 2 ** 27;
const HASHES = 4;
/** A check takes repeated codes beyond this number for new ones. */
const REPEATED_MAX = 200_000;

/** Reads a file once, to know its dates and repeated codes before its rows are checked. */
export async function scanSource(
  source: RowSource,
  rules: RowRules,
  onBatch: () => Promise<unknown>,
): Promise<Scan> {
  const search = new DayOrderSearch();
  const cuts = new SharedCutSearch();
  const filter = new CodeFilter();
  const repeated = new Set<string>();
  for await (const batch of source.rows()) {
    for (const row of batch) {
      if (!isFields(row)) continue;
      const { createdAt, updatedAt, tags } = source.reader.readRow(row);
      search.note([createdAt, updatedAt, ...listLimitDates(row)]);
      cuts.note(listTagNames(tags));
      const code = readKey(row, source.reader, rules);
      if (filter.addAndTest(code) && repeated.size < REPEATED_MAX) repeated.add(code);
    }
    await onBatch();
  }
  return { dayOrder: search.order, sharedCuts: cuts.found, repeated };
}

/** A Bloom filter: it never takes a repeated code for a new one. */
class CodeFilter {
  readonly #bits = new Uint32Array(FILTER_BITS / 32);

  /** Whether the code may have been added before. */
  addAndTest(code: string): boolean {
    const hash = Bun.hash(code);
    const step = Number(hash & 0xffff_ffffn) | 1;
    let bit = Number(hash >> 32n);
    let isKnown = true;
    for (let count = 0; count < HASHES; count += 1) {
      const place = bit & (FILTER_BITS - 1);
      const mask = 1 << (place & 31);
      if ((this.#bits[place >>> 5]! & mask) === 0) isKnown = false;
      this.#bits[place >>> 5]! |= mask;
      bit = (bit + step) | 0;
    }
    return isKnown;
  }
}
