import { z } from 'zod';
import type { CheckedRequestOf, Route } from '../../contracts/route.ts';
import { timeZone } from '../../contracts/stats/time-zone.ts';
import { readDatesIn } from '../../contracts/stats/times.ts';
import { dropEmpty, type Fields } from './body/body.ts';
import type { Call } from './endpoint.ts';
import { InvalidRequest, parseWith } from './invalid-request.ts';
import { describeUnknown } from './unknown-name.ts';

const HINTS_MAX = 3;
const ISSUES_MAX = 100;

interface CheckedRequest<R extends Route> {
  readonly request: CheckedRequestOf<R>;
  /** The names of fields that were passed over. */
  readonly ignored: readonly string[];
}

/** Throws InvalidRequest. */
export function readRequest<R extends Route>(
  route: R,
  fields: Fields,
  call: Pick<Call, 'caller' | 'timeZone'>,
  sent: Sent,
): CheckedRequest<R> {
  const isGuest = call.caller.via === 'nothing';
  const { accepted, ignored } = sortFields(fields, route, { isGuest, ...sent });
  const given = dropEmpty(accepted, route.emptyable);
  const ownZone = timeZone.safeParse(given['time_zone']);
  const request = readDatesIn(ownZone.data ?? call.timeZone, () => parseWith(route.request, given));
  return { request: request as CheckedRequestOf<R>, ignored };
}

interface Sent {
  readonly isUrlencoded: boolean;
  readonly queryNames: readonly string[];
}

interface Sender extends Sent {
  readonly isGuest: boolean;
}

interface SortedFields {
  readonly accepted: Fields;
  readonly ignored: readonly string[];
}

/** Separates the fields of a request from others. Throws InvalidRequest for what is refused. */
function sortFields(
  fields: Fields,
  { request, unknownFields, repliedFields = [], guestFields }: Route,
  { isGuest, isUrlencoded, queryNames }: Sender,
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
  if (unknownFields !== 'named') refuseQuery(queryNames);
  if (refused.length === 0) {
    return { accepted, ignored: [...new Set([...others, ...queryNames])] };
  }
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

/** A field such as `dry_run` must not be lost in the address. */
function refuseQuery(names: readonly string[]): void {
  if (names.length === 0) return;
  const reason = 'Send it in the body: this call has no fields in its address';
  throw new InvalidRequest(
    names.slice(0, ISSUES_MAX).map((field) => ({ field, key: 'bad.request', reason })),
  );
}

function listNames(request: z.ZodType): string[] {
  return request instanceof z.ZodObject ? Object.keys(request.shape) : [];
}
