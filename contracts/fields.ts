import { z } from 'zod';
import { exceedsShape, type JsonShape } from './json-shape.ts';
import { parseLongUrl } from './links/long-url.ts';
import { parseJson, toLines, toSingleLine } from './text.ts';

/** A form may send the number as text. */
export function integer(min: number, max: number) {
  const number = z.union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,15}$/)
        .transform(Number),
    ],
    `A whole number from ${min} to ${max}`,
  );
  return number.pipe(z.int().min(min).max(max));
}

/** A boolean, 1 or 0; a form sends text. */
export const flag = z
  .boolean()
  .or(z.literal([1, '1', 'true']).transform(() => true))
  .or(z.literal([0, '0', 'false']).transform(() => false));

export function plainText(max: number) {
  return z.string().transform(toSingleLine).pipe(z.string().max(max));
}

export function longText(max: number) {
  return z.string().transform(toLines).pipe(z.string().max(max));
}

export const webUrl = z
  .string('error.link')
  .refine((text) => parseLongUrl(text) !== null, 'error.link')
  .overwrite((text) => parseLongUrl(text) ?? text);

/** One to `max` items. A form repeats the field, or separates items by commas. */
export function list<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .union([
      // Counts the items before it checks each.
      z.array(z.unknown()).max(max),
      z
        .string()
        .transform((text) => text.split(',', max + 1))
        .pipe(z.array(z.string()).max(max)),
      z.number().transform((number) => [number]),
    ])
    .pipe(z.array(item).min(1));
}

/** An object or a list. A form sends its JSON as text, which a body of any size bounds by `shape`. */
export function objectOrText<Schema extends z.ZodType>(schema: Schema, shape?: JsonShape) {
  return z
    .custom<z.input<Schema>>()
    .transform((value: unknown, { issues }) => {
      if (typeof value !== 'string') return value;
      const isBounded =
        shape === undefined || !exceedsShape(new TextEncoder().encode(value), shape);
      const parsed = isBounded ? parseJson(value) : undefined;
      if (parsed !== undefined) return parsed;
      issues.push({ code: 'custom', message: 'Not valid JSON', input: value });
      return z.NEVER;
    })
    .pipe(schema);
}

/** A file from a multipart/form-data body. */
export class Upload {
  readonly name: string;
  readonly type: string;
  /** A view into the body: 10 MB are not copied. */
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}

export const upload = z
  .instanceof(Upload)
  .meta({ type: 'string', format: 'binary', contentEncoding: 'binary' });

/** A file that was streamed to the disk. */
export class StoredFile {
  readonly name: string;
  readonly path: string;

  constructor(name: string, path: string) {
    this.name = name;
    this.path = path;
  }
}

export const storedFile = z
  .instanceof(StoredFile, { error: 'file.not.empty' })
  .meta({ type: 'string', format: 'binary', contentEncoding: 'binary' });
