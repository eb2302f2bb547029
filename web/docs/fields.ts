import type { Schema } from '../../contracts/openapi.ts';
import { translateDescription } from './docs-text.ts';

/** A field of a call with its kind and limits. */
export interface Field {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  readonly description: string;
  readonly kind: FieldKind;
  readonly default: string;
}

export type FieldKind =
  | { readonly is: 'text'; readonly max: number | undefined }
  | { readonly is: 'number'; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly is: 'choice'; readonly options: readonly string[] }
  | { readonly is: 'list'; readonly ofNumbers: boolean }
  | { readonly is: 'file' };

export function readField(
  name: string,
  schema: Schema,
  { isRequired, place }: Pick<Field, 'isRequired' | 'place'>,
): Field {
  return {
    name,
    place,
    isRequired,
    description: translateDescription(schema.description ?? ''),
    kind: readKind(schema),
    default: schema.default === undefined ? '' : toText(schema.default),
  };
}

function readKind({ type, enum: options, anyOf, items, format, ...schema }: Schema): FieldKind {
  if (anyOf !== undefined) {
    // Where a field takes several forms, the first is the one for JSON.
    const [first] = anyOf;
    return first === undefined ? { is: 'text', max: undefined } : readKind(first);
  }
  if (schema.const !== undefined) return { is: 'choice', options: [toText(schema.const)] };
  if (options !== undefined) return { is: 'choice', options: options.map(toText) };
  if (type === 'array') return { is: 'list', ofNumbers: items?.type === 'integer' };
  if (type === 'integer') return { is: 'number', min: schema.minimum, max: schema.maximum };
  if (format === 'binary') return { is: 'file' };
  return { is: 'text', max: schema.maxLength };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Converts a typed value to JSON. A value that does not convert stays a string. */
export function toJson({ kind }: Field, typed: string): unknown {
  if (kind.is === 'list') {
    return typed.split(',').map((item) => (kind.ofNumbers ? toNumber(item.trim()) : item.trim()));
  }
  if (kind.is === 'number') return toNumber(typed.trim());
  return kind.is === 'choice' && typed === 'true' ? true : typed;
}

function toNumber(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
