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

/** Yes or no: a boolean, or 1 and 0; forms send either as text. */
export const flag = z
  .boolean()
  .or(z.literal([1, '1', 'true']).transform(() => true))
  .or(z.literal([0, '0', 'false']).transform(() => false));

/** Seconds since 1970-01-01 UTC; 0 stands for "never" where a field allows it. */
export const unixSeconds = integer(0, 253_402_300_799);

/** Text of one line: control characters and line breaks become a blank. */
export function plainText(max: number) {
  return z
    .string()
    .transform((text) => text.replaceAll(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(max));
}

/** Text of several lines: they end with a line feed, and other control characters become a blank. */
export function longText(max: number) {
  return z.string().transform(tidyLines).pipe(z.string().max(max));
}

export function tidyLines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]+/gu, ' ')
    .trim();
}

/** One to `max` items; a form sends one by itself, several repeated or with commas between. */
export function list<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .union([
      // Counted before each item is looked at.
      z.array(z.unknown()).max(max),
      z
        .string()
        .transform((text) => text.split(',', max + 1))
        .pipe(z.array(z.string()).max(max)),
      z.number().transform((number) => [number]),
    ])
    .pipe(z.array(item).min(1));
}

/** An object; a form sends its JSON as text. */
export function objectOrText<Schema extends z.ZodType>(schema: Schema) {
  return z
    .custom<z.input<Schema>>()
    .transform((value: unknown, { issues }) => {
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        issues.push({ code: 'custom', message: 'Not valid JSON', input: value });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** A file as it came in a body of multipart/form-data, with the name and the type that were sent. */
export class Upload {
  readonly name: string;
  readonly type: string;
  /** A part of the body itself: ten megabytes are not copied. */
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}

/** A file, which only multipart/form-data can hold. */
export const upload = z
  .instanceof(Upload)
  .meta({ type: 'string', format: 'binary', contentEncoding: 'binary' });
