/** The longest code that has a number: those of longer ones would not be exact. */
const LENGTH_MAX = 8;
/** It holds only what is between these in ASCII, as every code does that was made here. */
const FIRST = '-';
const LAST = 'z';
/** What is taken from a character's number, so that 0 stands for none. */
const OFFSET = FIRST.charCodeAt(0) - 1;
const BASE = LAST.charCodeAt(0) - OFFSET + 1;

/**
 * The number that stands for a code and for no other; null when it has none. A tree in the order of
 * numbers is smaller than one of texts.
 */
export function codeNumber(code: string): number | null {
  if (code.length > LENGTH_MAX) return null;
  let number = 0;
  for (let at = 0; at < LENGTH_MAX; at += 1) {
    let digit = 0;
    if (at < code.length) {
      digit = code.charCodeAt(at) - OFFSET;
      if (digit <= 0 || digit >= BASE) return null;
    }
    number = number * BASE + digit;
  }
  return number;
}

/** The same as an expression of SQLite, of a column that holds codes. */
export function codeNumberInSql(column: string): string {
  const digits = Array.from({ length: LENGTH_MAX }, (_, at) => {
    const digit = `coalesce(unicode(substr(${column}, ${at + 1}, 1)) - ${OFFSET}, 0)`;
    return `${digit} * ${BASE ** (LENGTH_MAX - 1 - at)}`;
  });
  return `case when length(${column}) <= ${LENGTH_MAX} and ${column} not glob '*[^${FIRST}-${LAST}]*'
    then ${digits.join(' + ')} end`;
}
