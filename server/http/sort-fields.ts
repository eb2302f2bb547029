import { z } from 'zod';
import type { Route } from '../../contracts/route.ts';
import type { Fields } from './body/body.ts';
import { InvalidRequest } from './invalid-request.ts';
import { describeUnknown } from './unknown-name.ts';

const HINTS_MAX = 3;
const ISSUES_MAX = 100;

interface Sender {
  readonly isGuest: boolean;
  readonly isUrlencoded: boolean;
}

interface SortedFields {
  readonly accepted: Fields;
  readonly ignored: readonly string[];
}

/** Separates the fields of a request from others. Throws InvalidRequest for what is refused. */
export function sortFields(
  fields: Fields,
  { request, unknownFields, repliedFields = [], guestFields }: Route,
  { isGuest, isUrlencoded }: Sender,
): SortedFields {
  const names = listNames(request);
  const allowed = isGuest && guestFields !== undefined ? guestFields : names;
  const accepted: Fields = {};
  const others: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (allowed.includes(name)) accepted[name] = value;
    else others.push(name);
  }
  if (unknownFields === 'unnoticed') return { accepted, ignored: [] };
  const ignorable =
    unknownFields !== 'named' ? [] : isUrlencoded ? [...names, ...repliedFields] : others;
  const passedOver = new Set(ignorable);
  const refused = others.filter((name) => !passedOver.has(name));
  if (refused.length === 0) return { accepted, ignored: others };
  const cause =
    unknownFields === 'named' ? '. If it is part of a URL, write %26 for the & before it' : '';
  throw new InvalidRequest(
    refused.slice(0, ISSUES_MAX).map((name, index) => ({
      field: name,
      key: 'bad.request',
      reason: `${index < HINTS_MAX ? describeUnknown(name, names) : 'Unknown field'}${cause}`,
    })),
  );
}

function listNames(request: z.ZodType): string[] {
  return request instanceof z.ZodObject ? Object.keys(request.shape) : [];
}
