/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV that spreadsheets open as it is meant: in UTF-8, and without running anything. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')}`;
}

function quote(cell: string): string {
  const guarded = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${guarded.replaceAll('"', '""')}"`;
}
