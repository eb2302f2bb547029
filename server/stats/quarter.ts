/** Clicks are told apart by the quarter of an hour: days of every time zone begin at one. */
export const QUARTER_SECONDS = 900;
export const QUARTERS = 96;
export const DAY_SECONDS = 86_400;

/** The day of an instant, in days since 1970-01-01 UTC. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY_SECONDS);
}
