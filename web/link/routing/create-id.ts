let last = 0;

/** An id that is unique on this page, also beside those of a stored draft. */
export function createId(): string {
  last += 1;
  return `${Date.now().toString(36)}-${last}`;
}
