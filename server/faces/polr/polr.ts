import type { MessageKey } from '../../../contracts/envelope.ts';
import type { Link } from '../../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { readQuery, readQueryForRefusal, type Fields } from '../../http/body/body.ts';
import { toApiToken } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import type { Face, Refused } from '../../http/face.ts';
import { describeRefusal, InvalidRequest } from '../../http/invalid-request.ts';
import type { Links } from '../../links/links.ts';
import { describeClosed } from '../closed.ts';
import { createAsk, type Ask } from '../ask.ts';
import { countByDay, readReport, type Period } from '../click-days.ts';
import * as routes from './routes.ts';

interface PolrOptions {
  readonly isOn: () => boolean;
  readonly links: Links;
  /** The calls with the envelope, some of which have the same rules. */
  readonly others: readonly Endpoint[];
  /** The further domain of a host name; undefined = the main one. */
  readonly domainOf: (hostname: string) => string | undefined;
}

interface Answer {
  readonly action: string;
  readonly result: unknown;
  /** The answer to a call that asks for no JSON. */
  readonly plain?: string;
}

/** For clients of Polr, when only their address is changed. */
export function polrFace(options: PolrOptions): Face {
  const sent = new WeakMap<Request, Fields>();
  const wantsJson = (request: Request): boolean => {
    const { response_type: type } = sent.get(request) ?? readQueryForRefusal(request);
    return type === 'json' || !PLAIN_PATH.test(request.url);
  };
  return {
    prefixes: routes.prefixes,
    endpoints: listCalls(options),
    headers: { 'Cache-Control': 'no-store' },
    isOpenToOrigins: true,
    isOn: options.isOn,
    limitsWrongTokens: true,
    readBeside: readQuery,
    async readToken(request, readFields) {
      const fields = await readFields();
      sent.set(request, fields);
      const { key } = fields;
      return key === undefined || key === null || key === '' ? undefined : toApiToken(key);
    },
    writeResult(data, _, request) {
      const { plain, ...answer } = data as Answer;
      return plain === undefined || wantsJson(request) ? Response.json(answer) : toText(plain);
    },
    writeRefusal: (refused) => refuse(refused, wantsJson(refused.request)),
  };
}

/** Of the calls that answer with a text by default. */
const PLAIN_PATH = /\/action\/(?:shorten|lookup)\/?(?:\?|$)/;

function toText(text: string, status = 200): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(text, { status, headers });
}

function listCalls(options: PolrOptions): Endpoint[] {
  const { links, domainOf } = options;
  const ask = createAsk(options.others);
  const find = (ending: string, call: Call) =>
    links.get({ short_url: ending, domain: domainOf(call.hostname) }, call);
  return [
    endpoint(routes.shorten, async (request, call): Promise<Answer> => {
      const { url, custom_ending: ending, custom_encoding: misnamed } = request;
      const wanted = {
        long_url: url,
        short_url: ending ?? misnamed,
        domain: domainOf(call.hostname),
      };
      const { short_link: made } = await links.create(wanted, call);
      return { action: 'shorten', result: made, plain: made };
    }),
    endpoint(routes.shortenBulk, (request, call) => shortenAll(options, request, call)),
    endpoint(routes.lookUp, async ({ url_ending: ending }, call): Promise<Answer> => {
      const { long_url, created_at, clicks, updated_at } = await find(ending, call);
      const times = { created_at: toDate(created_at), updated_at: toDate(updated_at) };
      return { action: 'lookup', result: { long_url, clicks, ...times }, plain: long_url };
    }),
    endpoint(routes.getData, async (request, call): Promise<Answer> => {
      const { url_ending: ending, stats_type: type } = request;
      const link = await find(ending, call);
      const data =
        type === 'day'
          ? [...(await countByDay(ask, link, routes.toPeriod(request), call))].map(([x, y]) => ({
              x,
              y,
            }))
          : await rank(ask, { link, type, period: routes.toPeriod(request) }, call);
      return { action: `data_link_${type}`, result: { url_ending: link.short_url, data } };
    }),
  ];
}

/** Makes nothing when one of the links cannot be made; a trial shows it before the first hundred are. */
async function shortenAll(
  { links, domainOf }: PolrOptions,
  { data }: CheckedRequestOf<typeof routes.shortenBulk>,
  call: Call,
): Promise<Answer> {
  const wanted = {
    links: data.links.map(({ url, custom_ending: code }) => ({ long_url: url, short_url: code })),
    domain: domainOf(call.hostname),
  };
  await run(true);
  const results = await run(false);
  const shortened = results.map(({ link }) => ({
    long_url: link?.long_url,
    short_url: link?.short_link,
  }));
  return { action: 'shorten_bulk', result: { shortened_links: shortened } };

  async function run(isTrial: boolean) {
    const request = { ...wanted, dry_run: isTrial };
    const { results: ran } = await links.createMany(request, call, { isWhole: true });
    const issues = ran.flatMap(({ index, key = 'bad.request', issues: [issue] = [], state }) =>
      state === 'failed' ? [{ field: `links.${index}`, key, reason: issue?.reason ?? key }] : [],
    );
    if (issues.length > 0) throw new InvalidRequest(issues);
    return ran;
  }
}

async function rank(
  ask: Ask,
  wanted: {
    readonly link: Link;
    readonly type: 'country' | 'referer';
    readonly period: Period;
  },
  call: Call,
) {
  const { lists } = await readReport(ask, wanted.link, wanted.period, call);
  const [dimension, noneName] =
    wanted.type === 'country' ? (['country', null] as const) : (['referrer', 'Direct'] as const);
  const {
    values = [],
    other = 0,
    none = 0,
  } = lists.find((list) => list.dimension === dimension) ?? {};
  return [
    ...values.map(({ value, clicks }) => ({ label: value, clicks })),
    { label: 'other', clicks: other },
    { label: noneName, clicks: none },
  ].filter(({ clicks }) => clicks > 0);
}

function toDate(seconds: number) {
  const date = new Date(seconds * 1000).toISOString().replace('T', ' ').replace('Z', '000');
  return { date, timezone_type: 3, timezone: 'UTC' };
}

const errorCodes: Readonly<Record<number, string>> = {
  401: 'AUTH_ERROR',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'QUOTA_EXCEEDED',
};

const messages: Readonly<Partial<Record<MessageKey, string>>> = {
  'no.session.token': 'Authentication token required.',
  'invalid.session.token': 'Authentication token is invalid.',
  'session.expired': 'Authentication token is invalid.',
  'error.link': 'The URL is missing, is not valid, or leads back to this site.',
  'link.not.found': 'Link not found.',
  'short.url.exhausted': 'No free ending was found. Try again.',
  'short.url.exists': 'This URL ending is already in use.',
  'too.many.calls': 'Quota exceeded. Try again later.',
  'path.not.found': 'Not found.',
  'method.not.allowed': 'This address takes GET and POST.',
};

function refuse({ error }: Refused, isJson: boolean): Response {
  const { code, key, issues } = describeRefusal(error);
  const [issue] = issues;
  const status = code === 403 ? 401 : code;
  const text = code === 403 ? describeClosed(error) : (messages[key] ?? issue?.reason ?? key);
  const errorCode = status === 400 ? codeOf(error, issue?.field) : (errorCodes[code] ?? 'ERROR');
  return isJson
    ? Response.json({ status_code: status, error_code: errorCode, error: text }, { status })
    : toText(`${status} ${text}`, status);
}

/** The name of a 400. */
function codeOf(error: Refused['error'], field = ''): string {
  if (!(error instanceof InvalidRequest)) return 'CREATION_ERROR';
  if (field === 'stats_type') return 'INVALID_ANALYTICS_TYPE';
  if (field.endsWith('_bound')) return 'ANALYTICS_ERROR';
  return /^(?:custom_en|is_secret|links\.)/.test(field) ? 'CREATION_ERROR' : 'MISSING_PARAMETERS';
}
