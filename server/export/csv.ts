/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * One line of CSV as RFC 4180 has it. Text that a spreadsheet would run as a formula gets an
 * apostrophe before it: titles and addresses come from anybody.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
