import { AsyncLocalStorage } from 'node:async_hooks';
import type { Change } from './change-feed.ts';
import type { Write } from './engine.ts';

/** Gets what a write adds to the change feed. */
export type Mark = (tx: Write, changes: readonly Change[]) => Promise<unknown>;

const marks = new AsyncLocalStorage<Mark>();

/** Runs `work`. Each of its writes that adds to the change feed also runs `mark` in its transaction. */
export function markWrites<Result>(mark: Mark, work: () => Promise<Result>): Promise<Result> {
  return marks.run(mark, work);
}

export function currentMark(): Mark | undefined {
  return marks.getStore();
}
