import type { RankedList } from '../stats.api.ts';

interface Row {
  /** '' = unknown. */
  readonly value: string;
  readonly clicks: number;
}

/** The rows of a list, most clicks first, clicks without the information among them; and all clicks. */
export function listRows({ values, other, none }: RankedList) {
  const rows: readonly Row[] = none > 0 ? insertRow(values, { value: '', clicks: none }) : values;
  return { rows, sum: rows.reduce((sum, { clicks }) => sum + clicks, other) };
}

/** Inserts a row in the order of clicks. */
function insertRow(rows: readonly Row[], row: Row): Row[] {
  const place = rows.findIndex(({ clicks }) => clicks < row.clicks);
  return rows.toSpliced(place < 0 ? rows.length : place, 0, row);
}
