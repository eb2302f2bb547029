/** `= + - @ |` in every Unicode form: East Asian versions of Excel run full-width formulas. */
const FORMULA =
  '[=+\\-@|\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\u{FF5C}\u{FE62}\u{FE63}\u{FE66}\u{FE6B}\u{2212}\u{207A}-\u{207C}\u{208A}-\u{208C}]';
/** Some spreadsheets skip blanks, invisible characters and quotes at the start of a cell. */
const SKIPPED =
  '(?:(?![\\t\\r\\n])[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}"\'\u{2018}-\u{201F}])*';
const START = new RegExp(`^(?:'*[\\t\\r\\n]|${SKIPPED}${FORMULA})`, 'u');
/** In many countries a semicolon separates cells. */
const INNER_START = new RegExp(`[;\\t\\r\\n](?=${SKIPPED}${FORMULA})`, 'gu');
const GUARDED = new RegExp(`([;\\t\\r\\n])'(?=${SKIPPED}${FORMULA})`, 'gu');

/** RFC 4180. An apostrophe disarms formulas, because anyone can write titles and unknown codes. */
export function csvLine(cells: readonly (string | number)[], separator = ','): string {
  return `${cells.map((cell) => writeCell(cell, separator)).join(separator)}\r\n`;
}

/** Without this mark some spreadsheets do not read a file as UTF-8. */
export const CSV_MARK = '\u{FEFF}';

function writeCell(value: string | number, separator: string): string {
  if (typeof value === 'number') return String(value);
  const inner = value.replaceAll(INNER_START, "$&'");
  const text = START.test(value) ? `'${inner}` : inner;
  return /["\r\n]/.test(text) || text.includes(separator)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** Takes off the apostrophes of `csvLine`. */
export function unguardCell(cell: string): string {
  const text = cell.replaceAll(GUARDED, '$1');
  return text.startsWith("'") && START.test(text.slice(1)) ? text.slice(1) : text;
}
