/**
 * The limit for a test of a promised time, in milliseconds. A busy machine may take ten times as
 * long; what hangs fails. `npm run torture` and `npm run bench` measure promises on an idle machine.
 */
export function withSlack(promisedMs: number): number {
  return 10 * promisedMs;
}
