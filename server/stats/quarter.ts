/** The resolution of statistics: days of every time zone begin at a quarter-hour. */
export const QUARTER_SECONDS = 900;
export const QUARTERS = 96;
export const DAY_SECONDS = 86_400;

/** Days since 1970-01-01 UTC. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY_SECONDS);
}

/** UTC days since 1970-01-01, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The id of the whole site; no link has it. */
export const SITE_ID = 0;
