import { z } from 'zod';
import { parseJson } from '../../contracts/text.ts';
import { InvalidRequest } from '../http/invalid-request.ts';
import type { Place } from '../links/lists/list-from.ts';

/** The orders of lists, which an index serves, with the types of the values in a place. */
const typesOf = {
  short_url: 'string',
  title: 'string,number',
  clicks: 'number',
  created_at: 'number',
  updated_at: 'number',
  expires_at: 'number',
  last_clicked_at: 'number',
} as const;
type Order = keyof typeof typesOf;
export const orders = Object.keys(typesOf) as Order[];

interface Sorting {
  readonly sort?: Order | undefined;
  readonly order: 'asc' | 'desc';
}

/** Characters: a title whose letters all become longer when its case is folded. */
export const CURSOR_MAX = 16_000;

const place = z.tuple([
  z.string(),
  z.enum(['asc', 'desc']),
  z.int().min(0),
  z.array(z.union([z.string(), z.int()])),
]);

export function writeCursor({ sort, order }: Sorting, { id, values }: Place): string {
  return Buffer.from(JSON.stringify([sort ?? '', order, id, values])).toString('base64url');
}

/** Throws InvalidRequest for what no list in this order wrote. */
export function readCursor(cursor: string, { sort, order }: Sorting): Place {
  const read = place.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!read.success) throw refuse('Not a next_cursor of this call');
  const [sortedBy, sortedIn, id, values] = read.data;
  if (sortedBy !== (sort ?? '') || sortedIn !== order)
    throw refuse('It is of a list in another order');
  if (!fits(sort, values)) throw refuse('Not a next_cursor of this call');
  return { id, values };
}

function fits(sort: Order | undefined, values: Place['values']): boolean {
  const types = sort === undefined ? '' : typesOf[sort];
  if (values.map((value) => typeof value).join() !== types) return false;
  return sort !== 'title' || values[1] === 0 || values[1] === 1;
}

function refuse(reason: string): InvalidRequest {
  return new InvalidRequest([{ field: 'cursor', key: 'bad.request', reason }]);
}
