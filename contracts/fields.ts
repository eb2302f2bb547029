import { z } from 'zod';

/** A whole number between `min` and `max`; forms may send it as digits in a string. */
export function integer(min: number, max: number) {
  return z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,15}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(max));
}

/** Seconds since 1970-01-01 UTC; 0 stands for "never" where a field allows it. */
export const unixSeconds = integer(0, 253_402_300_799);
