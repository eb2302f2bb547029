/**
 * Makes work that is never done twice at once: while it is under way, which may have passed
 * something by, all who ask meanwhile share the next time.
 */
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
