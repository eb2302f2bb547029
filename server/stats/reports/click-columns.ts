import type { Detail, DetailColumns } from '../detail.ts';

/** The columns of a detail, and how many clicks each row stands for. */
export interface ClickColumns extends DetailColumns {
  readonly clicks: Uint8Array;
}

/** Each row of an open detail stands for one. */
let ones = new Uint8Array();

/**
 * The columns of a detail, whichever form it has, as an object of one form: a loop that meets another is thrown
 * away, and goes on slowly until it is compiled for both.
 */
export function clickColumns(detail: Detail): ClickColumns {
  const { agent, referrer, campaign, place, quarter, language, scan } = detail;
  const clicks = detail.form === 'settled' ? detail.clicks : onesFor(detail.rows);
  return { agent, referrer, campaign, place, quarter, language, scan, clicks };
}

function onesFor(rows: number): Uint8Array {
  if (ones.length < rows) ones = new Uint8Array(2 * rows).fill(1);
  return ones;
}
