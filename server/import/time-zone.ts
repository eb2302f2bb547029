/** Accepts names and offsets: `Asia/Shanghai`, `+08:00`. */
export function isTimeZone(text: string): boolean {
  try {
    return Temporal.PlainDateTime.from('2026-01-01T00:00').toZonedDateTime(text) !== null;
  } catch {
    return false;
  }
}
