/** An instant of a date field that is only partly typed: the browser reports no value. */
export const UNFINISHED = 'unfinished';

/** Local time in the format of `datetime-local`. `instant`: Unix seconds; 0 = `''`. */
export function toTyped(instant: number): string {
  if (instant === 0) return '';
  const date = new Date(instant * 1000);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  // A stored instant keeps its seconds.
  return local.toISOString().slice(0, instant % 60 === 0 ? 16 : 19);
}

/** Unix seconds; `''` = 0; null: unfinished. */
export function toInstant(typed: string): number | null {
  if (typed === '') return 0;
  const milliseconds = Date.parse(typed);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/** A whole number as typed; `''` = 0; null: none. An input method may write full-width digits. */
export function toCount(typed: string): number | null {
  const text = typed.normalize('NFKC').replaceAll(/[\s,]/g, '');
  return /^\d{0,10}$/.test(text) ? Number(text) : null;
}
