import type { RowSource } from '../source/row-source.ts';
import { CodesSoFar, hashCode } from './codes-so-far.ts';
import { isFields } from '../readers/source-row.ts';
import { readKey, type RowRules } from '../check-row.ts';
import { ValueScan, type ScannedValues } from '../value-scan.ts';

export interface Scan extends ScannedValues {
  /** Expects the codes that occur twice, and a few others. */
  readonly codes: CodesSoFar;
}

/** 16 MiB: of ten million codes, one in 250 is taken for a repeated one. */
const FILTER_BITS = 2 ** 27;
const HASHES = 4;

/** Reads a file once, to know its dates and repeated codes before its rows are checked. */
export async function scanSource(
  source: RowSource,
  rules: RowRules,
  onBatch: () => Promise<unknown>,
): Promise<Scan> {
  const values = new ValueScan();
  const filter = new CodeFilter();
  const codes = new CodesSoFar();
  for await (const batch of source.rows()) {
    for (const row of batch) {
      if (!isFields(row)) continue;
      const read = source.reader.readRow(row);
      values.note(row, read);
      const code = readKey(read, source.reader, rules);
      if (filter.addAndTest(code)) codes.expect(code);
    }
    await onBatch();
  }
  return { ...values.found, codes };
}

/** A Bloom filter: it never takes a repeated code for a new one. */
class CodeFilter {
  readonly #bits = new Uint32Array(FILTER_BITS / 32);

  /** Whether the code may have been added before. */
  addAndTest(code: string): boolean {
    const [low, step] = hashCode(code);
    let bit = low;
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
