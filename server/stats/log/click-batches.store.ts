import type { Engine, Write } from '../../engine/engine.ts';

/**
 * Open: a day that is not over, with hashes of visitors. Sealed: sorted by link, without them.
 * Reduced: alike clicks are one row.
 */
export type BatchState = 'open' | 'sealed' | 'reduced';

/** A batch of the log without its rows. */
export interface Batch {
  /** Unique for ever, and in the order of arrival: a UUID of version 7. */
  readonly id: string;
  /** Days since 1970-01-01 UTC: all clicks of a batch are of one. */
  readonly day: number;
  readonly state: BatchState;
}

/** A batch to be stored. */
export interface NewBatch {
  readonly day: number;
  readonly state: BatchState;
  /** The version of the rules by which its user agents are classified. */
  readonly rules: number;
  readonly clicks: number;
  /** A Parquet file with the columns of `batch-columns.ts`. */
  readonly body: Uint8Array;
}

export async function insertBatches(tx: Write, batches: readonly NewBatch[]): Promise<void> {
  // One statement for each: together they may be larger than a statement may be.
  for (const batch of batches) {
    await tx
      .insertInto('click_batch')
      .values({ id: Bun.randomUUIDv7(), ...batch })
      .execute();
  }
}

/** All batches, those of a day in the order of arrival. */
export function selectBatches(db: Engine['db'] | Write): Promise<Batch[]> {
  return db
    .selectFrom('click_batch')
    .select(['id', 'day', 'state'])
    .orderBy('day')
    .orderBy('id')
    .execute();
}
