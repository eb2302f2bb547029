/** Numbers of longer codes would exceed 2^53 and lose precision. */
const LENGTH_MAX = 8;
const FIRST = '-';
const LAST = 'z';
/** Makes the first character 1: 0 stands for "no character". */
const OFFSET = FIRST.charCodeAt(0) - 1;
const BASE = LAST.charCodeAt(0) - OFFSET + 1;

/** The unique number of a code, or null. An index of numbers is smaller than an index of texts. */
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

export function codeNumberInSql(column: string): string {
  const digits = Array.from({ length: LENGTH_MAX }, (_, at) => {
    const digit = `coalesce(unicode(substr(${column}, ${at + 1}, 1)) - ${OFFSET}, 0)`;
    return `${digit} * ${BASE ** (LENGTH_MAX - 1 - at)}`;
  });
  return `case when length(${column}) <= ${LENGTH_MAX} and ${column} not glob '*[^${FIRST}-${LAST}]*'
    then ${digits.join(' + ')} end`;
}
