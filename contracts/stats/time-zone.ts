import { z } from 'zod';

const NAME_MAX = 64;
const KNOWN_MAX = 1000;
/** A cache, because the check is slow. A few hundred time zones exist. */
const validNames = new Set<string>();

const text = z.string().max(NAME_MAX);
const EXPECTED = 'The name of a time zone, for example Asia/Shanghai';

/** A name, or an offset like +08:00. */
export const timeZone = text.refine(isTimeZone, EXPECTED);

export const namedTimeZone = text.refine(
  (name) => /^[A-Za-z]/.test(name) && isTimeZone(name),
  EXPECTED,
);

function isTimeZone(name: string): boolean {
  if (validNames.has(name)) return true;
  try {
    const isOne = new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
    if (isOne && validNames.size < KNOWN_MAX) validNames.add(name);
    return isOne;
  } catch {
    return false;
  }
}
