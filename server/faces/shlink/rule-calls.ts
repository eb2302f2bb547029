import { z } from 'zod';
import { getLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import { routingFields } from '../../../contracts/links/routing.ts';
import { LARGE_BODY_MAX } from '../../../contracts/route.ts';
import type { Fields } from '../../http/body/body.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { InvalidRequest, parseWith } from '../../http/invalid-request.ts';
import { shlinkRouting } from '../../import/readers/shlink-routing.ts';
import { writeConditions } from '../../import/readers/shlink-rules.ts';
import { faceRoute } from '../face-route.ts';
import type { ProtocolOptions } from '../protocol.ts';
import { findLink } from './link-calls.ts';
import { one } from './routes.ts';

const FIELD = 'redirectRules';

const getRules = faceRoute('GET /short-urls/{code}/redirect-rules', getLink, one);

const setRules = faceRoute(
  'POST /short-urls/{code}/redirect-rules',
  updateLink,
  one.extend({
    redirectRules: z.array(z.unknown()),
    briskReplace: z.string().optional().catch(undefined),
  }),
  { bodyMax: LARGE_BODY_MAX },
);

/** The header by which a caller gives up rules that Shlink cannot show. */
export function readReplacement({ headers }: Request): Fields {
  return { briskReplace: headers.get('x-brisk-replace') };
}

export function listRuleCalls(options: ProtocolOptions): Endpoint[] {
  return [
    endpoint(getRules, async (request, call) => ({
      body: showRules(await findLink(options, request, call)),
    })),
    endpoint(setRules, async ({ redirectRules, briskReplace, ...request }, call) => {
      const link = await findLink(options, request, call);
      if (briskReplace !== '1') assertShown(link);
      const rules = readRules(redirectRules);
      return { body: showRules(await options.links.update({ id: link.id, rules }, call)) };
    }),
  ];
}

function showRules({ long_url: defaultLongUrl, rules }: Pick<Link, 'long_url' | 'rules'>) {
  const shown = rules.flatMap((rule) => {
    const conditions = writeConditions(rule);
    return conditions === null || !('target' in rule) ? [] : [{ longUrl: rule.target, conditions }];
  });
  return {
    defaultLongUrl,
    redirectRules: shown.map(({ longUrl, conditions }, at) => ({
      longUrl,
      priority: at + 1,
      conditions,
    })),
  };
}

function assertShown({ rules }: Pick<Link, 'rules'>): void {
  if (rules.every((rule) => writeConditions(rule) !== null)) return;
  const reason =
    'This link has rules that Shlink cannot show. Send the header X-Brisk-Replace: 1 to replace them, too';
  throw refuse(reason);
}

/** As an import reads them. Throws InvalidRequest. */
function readRules(redirectRules: readonly unknown[]) {
  const dates = { isInSeconds: false, timeZone: 'UTC', dayOrder: 'unknown' } as const;
  const read = shlinkRouting.read({ redirectRules }, dates);
  if ('key' in read) throw refuse(read.reason);
  const { rules = [] } = read;
  // A list of nothing but empty rules is, to an import, no list.
  if (rules.length !== redirectRules.length) throw refuse('A rule cannot be read');
  return parseWith(routingFields.rules, rules, FIELD);
}

function refuse(reason: string): InvalidRequest {
  return new InvalidRequest([{ field: FIELD, key: 'bad.request', reason }]);
}
