/** What a filter names clicks by of which the dimension is not known. */
export const NONE = 'none';

/** A value that is called so itself; and, so that each stays apart, one with `~` in front of it. */
const CALLED_NONE = /^~*none$/;

/** The filter that asks for a value; '' = not known. */
export function writeFilter(value: string): string {
  if (value === '') return NONE;
  return CALLED_NONE.test(value) ? `~${value}` : value;
}

/** The value that a filter asks for; '' = not known. */
export function readFilter(filter: string): string {
  if (filter === NONE) return '';
  return CALLED_NONE.test(filter) ? filter.slice(1) : filter;
}
