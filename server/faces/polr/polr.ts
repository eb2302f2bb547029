import type { Link } from '../../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { readQuery, readQueryForRefusal, type Fields } from '../../http/body/body.ts';
import { toApiToken } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import type { Face, Refused } from '../../http/face.ts';
import { InvalidRequest } from '../../http/invalid-request.ts';
import type { Ask } from '../ask.ts';
import { countByDay, readReport, type Period } from '../click-days.ts';
import {
  explainRefusal,
  protocolFace,
  writeAnswer,
  type Answer,
  type ProtocolOptions,
  type Texts,
} from '../protocol.ts';
import * as routes from './routes.ts';

interface PolrAnswer {
  readonly action: string;
  readonly result: unknown;
  /** The answer to a call that asks for no JSON. */
  readonly plain?: string;
}

/** The API of Polr. */
export function polrFace(options: ProtocolOptions): Face {
  const sent = new WeakMap<Request, Fields>();
  const wantsJson = (request: Request): boolean => {
    const { response_type: type } = sent.get(request) ?? readQueryForRefusal(request);
    return type === 'json' || !PLAIN_PATH.test(request.url);
  };
  return protocolFace({
    prefixes: routes.prefixes,
    endpoints: listCalls(options),
    isOpenToOrigins: true,
    isOn: options.isOn,
    readBeside: readQuery,
    async readToken(request, readFields) {
      const fields = await readFields();
      sent.set(request, fields);
      const { key } = fields;
      return key === undefined || key === null || key === '' ? undefined : toApiToken(key);
    },
    writeResult(data, _, request) {
      const { plain, ...body } = data as PolrAnswer;
      return writeAnswer({ body: plain === undefined || wantsJson(request) ? body : plain });
    },
    refuse: (refused) => refuse(refused, wantsJson(refused.request)),
  });
}

/** Of the calls that answer with a text by default. */
const PLAIN_PATH = /\/action\/(?:shorten|lookup)\/?(?:\?|$)/;

function listCalls(options: ProtocolOptions): Endpoint[] {
  const { links, hosts, ask } = options;
  const find = (ending: string, call: Call) => links.get(hosts.linkAt(ending, call), call);
  return [
    endpoint(routes.shorten, async (request, call): Promise<PolrAnswer> => {
      const { url, custom_ending: ending, custom_encoding: misnamed } = request;
      const code = ending ?? misnamed;
      const wanted = { long_url: url, short_url: code, domain: hosts.called(call) };
      const { short_link: made } = await links.create(wanted, call);
      return { action: 'shorten', result: made, plain: made };
    }),
    endpoint(routes.shortenBulk, (request, call) => shortenAll(options, request, call)),
    endpoint(routes.lookUp, async ({ url_ending: ending }, call): Promise<PolrAnswer> => {
      const { long_url, created_at, clicks, updated_at } = await find(ending, call);
      const times = { created_at: toDate(created_at), updated_at: toDate(updated_at) };
      return { action: 'lookup', result: { long_url, clicks, ...times }, plain: long_url };
    }),
    endpoint(routes.getData, async (request, call): Promise<PolrAnswer> => {
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
  { links, hosts }: ProtocolOptions,
  { data }: CheckedRequestOf<typeof routes.shortenBulk>,
  call: Call,
): Promise<PolrAnswer> {
  const wanted = {
    links: data.links.map(({ url, custom_ending: code }) => ({ long_url: url, short_url: code })),
    domain: hosts.called(call),
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

const texts: Texts = {
  'no.session.token': 'Authentication token required.',
  401: 'Authentication token is invalid.',
  'error.link': 'The URL is missing, is not valid, or leads back to this site.',
  'link.not.found': 'Link not found.',
  'short.url.exhausted': 'No free ending was found. Try again.',
  'short.url.exists': 'This URL ending is already in use.',
  'too.many.calls': 'Quota exceeded. Try again later.',
  'path.not.found': 'Not found.',
  'method.not.allowed': 'This address takes GET and POST.',
};

function refuse({ error }: Refused, isJson: boolean): Answer {
  const { code, problem, issues, known, reason } = explainRefusal(error, texts);
  const status = code === 403 ? 401 : code;
  const text = known ?? reason;
  const name =
    status !== 400
      ? (errorCodes[code] ?? 'ERROR')
      : problem === null
        ? nameInvalid(issues[0]?.field)
        : 'CREATION_ERROR';
  const body = { status_code: status, error_code: name, error: text };
  return { status, body: isJson ? body : `${status} ${text}` };
}

/** The name of a request that is not valid. */
function nameInvalid(field = ''): string {
  if (field === 'stats_type') return 'INVALID_ANALYTICS_TYPE';
  if (field.endsWith('_bound')) return 'ANALYTICS_ERROR';
  return /^(?:custom_en|is_secret|links\.)/.test(field) ? 'CREATION_ERROR' : 'MISSING_PARAMETERS';
}
