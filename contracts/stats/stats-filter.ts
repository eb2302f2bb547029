/** The filter for clicks whose dimension is unknown. */
export const NONE = 'none';

/** A real value "none" gets a `~` in front, and `~none` another one. */
const ESCAPED_NONE = /^~*none$/;

/** `value` '' = unknown. */
export function writeFilter(value: string): string {
  if (value === '') return NONE;
  return ESCAPED_NONE.test(value) ? `~${value}` : value;
}

/** Returns '' for unknown. */
export function readFilter(filter: string): string {
  if (filter === NONE) return '';
  return ESCAPED_NONE.test(filter) ? filter.slice(1) : filter;
}
