/** Callers during a run share the next run, because the current one may miss their change. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  return () => {
    next ??= last.then(() => {
      next = null;
      return work();
    });
    last = next.catch(() => undefined);
    return next;
  };
}
