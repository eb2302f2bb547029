import type { MessageKey } from '../../../contracts/envelope.ts';
import type { LinkFilter } from '../../../contracts/links/link-filter.ts';
import type { Link } from '../../../contracts/links/links.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { nowSeconds } from '../../engine/now.ts';
import { readApiBearer } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import type { Face, Refused } from '../../http/face.ts';
import { describeRefusal, InvalidRequest } from '../../http/invalid-request.ts';
import { Problem } from '../../http/problem.ts';
import { mayRead } from '../../links/create-link.ts';
import type { Links } from '../../links/links.ts';
import { describeClosed } from '../closed.ts';
import { createAsk } from '../ask.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import * as routes from './routes.ts';
import { showLink, toChange, toNewLink } from './shapes.ts';

interface SinkOptions {
  readonly isOn: () => boolean;
  readonly links: Links;
  /** The calls with the envelope, some of which have the same rules. */
  readonly others: readonly Endpoint[];
  /** The further domain of a host name; undefined = the main one. */
  readonly domainOf: (hostname: string) => string | undefined;
  readonly baseUrl: URL | null;
}

interface Answer {
  readonly status: number;
  /** Undefined = none. */
  readonly body?: unknown;
}

/** For clients of Sink, when only their address is changed. */
export function sinkFace(options: SinkOptions): Face {
  return {
    prefixes: routes.prefixes,
    endpoints: [...listChanges(options), ...listReads(options)],
    headers: { 'Cache-Control': 'no-store' },
    isOpenToOrigins: true,
    isOn: options.isOn,
    limitsWrongTokens: true,
    readToken: readApiBearer,
    writeResult(answer) {
      const { status, body } = answer as Answer;
      return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
    },
    writeRefusal: refuse,
  };
}

function succeed(body: unknown): Answer {
  return { status: 200, body };
}

function describe(link: Parameters<typeof showLink>[0] & Pick<Link, 'short_link'>) {
  return { link: showLink(link), shortLink: link.short_link };
}

function listChanges(options: SinkOptions): Endpoint[] {
  const { links, domainOf } = options;
  const find = (slug: string, { hostname }: Call) => ({
    short_url: slug,
    domain: domainOf(hostname),
  });
  return [
    endpoint(routes.createLink, async (request, call) => ({
      status: 201,
      body: await create(options, request, call),
    })),
    endpoint(routes.upsertLink, async (request, call) => {
      const { slug } = request;
      const found =
        slug === undefined || !mayRead(call.caller)
          ? null
          : await orNull(links.get(find(slug, call), call));
      if (found !== null) return succeed({ status: 'existing', ...describe(found) });
      return {
        status: 201,
        body: { status: 'created', ...(await create(options, request, call)) },
      };
    }),
    endpoint(routes.editLink, async ({ slug, ...request }, call) => {
      const link = await links.get(find(slug, call), call);
      return {
        status: 201,
        body: describe(await links.update(toChange(link, request), call)),
      };
    }),
    endpoint(routes.deleteLink, async ({ slug }, call) => {
      await links.delete(find(slug, call), call);
      return { status: 204 };
    }),
  ];
}

async function create(
  { links, domainOf }: SinkOptions,
  request: CheckedRequestOf<typeof routes.createLink>,
  call: Call,
) {
  const wanted = { ...toNewLink(request), domain: domainOf(call.hostname) };
  const created = await links.create(wanted, call, { isNew: true });
  if (mayRead(call.caller)) return describe(await links.get({ id: created.id }, call));
  const now = nowSeconds();
  return describe({
    ...created,
    note: wanted.note ?? '',
    tags: wanted.tags ?? [],
    created_at: now,
    updated_at: now,
    has_password: wanted.password !== undefined,
    forward_query: wanted.forward_query ?? 0,
    rules: wanted.rules ?? [],
    social: wanted.social ?? { title: '', description: '', image: '' },
  });
}

async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Problem && error.problem === 'links.unknown') return null;
    throw error;
  }
}

const sortings = {
  newest: { order: 'desc' },
  oldest: { order: 'asc' },
  az: { sort: 'short_url', order: 'asc' },
  za: { sort: 'short_url', order: 'desc' },
} as const;

type Filter = CheckedRequestOf<typeof routes.countLinks>;

const states: Readonly<Record<Filter['status'], LinkFilter['state']>> = {
  active: ['live', 'scheduled', 'off'],
  expired: ['expired'],
  all: undefined,
};

function listReads({ links, others, domainOf, baseUrl }: SinkOptions): Endpoint[] {
  const ask = createAsk(others);
  const toFilter = ({ q, url, tag, status }: Filter, { hostname }: Call) => ({
    q: q ?? url,
    tag,
    state: states[status],
    domain: domainOf(hostname) ?? '',
  });
  /** At most `size` links. With a long URL, those that have it among `LISTED_MAX` that contain it. */
  const find = async (filter: Filter, size: number, call: Call) => {
    const { url } = filter;
    const start = {
      ...sortings.az,
      place: null,
      size: url === undefined ? size : routes.LISTED_MAX,
    };
    const { links: found } = await links.listFrom({ ...toFilter(filter, call), ...start }, call);
    const equal =
      url === undefined ? found : found.filter(({ long_url: target }) => target === url);
    return equal.slice(0, size);
  };
  return [
    endpoint(routes.getLink, async ({ slug }, call) => {
      const found = { short_url: slug, domain: domainOf(call.hostname) };
      return succeed(showLink(await links.get(found, call)));
    }),
    endpoint(routes.listLinks, async ({ limit, sort, cursor, ...filter }, call) => {
      const sorting = sortings[sort];
      const place = cursor === undefined ? null : readCursor(cursor, sorting);
      const wanted = { ...toFilter(filter, call), ...sorting, place, size: limit };
      const { links: listed, next } = await links.listFrom(wanted, call);
      return succeed({
        links: listed.map(showLink),
        list_complete: next === null,
        cursor: next === null ? undefined : writeCursor(sorting, next),
      });
    }),
    endpoint(routes.searchLinks, async ({ limit, ...filter }, call) => {
      if (filter.q === undefined && filter.url === undefined) return succeed([]);
      const found = (await find(filter, limit, call)).map(showLink);
      return succeed(found.map(({ slug, url, comment, tags }) => ({ slug, url, comment, tags })));
    }),
    endpoint(routes.countLinks, async (filter, call) => {
      if (filter.url !== undefined)
        return succeed({ count: (await find(filter, routes.LISTED_MAX, call)).length });
      const wanted = { ...toFilter(filter, call), limit: 1, order: 'desc' } as const;
      return succeed({ count: (await links.list(wanted, call)).total });
    }),
    endpoint(routes.listTags, async (_, call) => {
      const tags = await ask(listTags, {}, call);
      return succeed(tags.map(({ name, links: count }) => ({ name, count })));
    }),
    endpoint(routes.verify, (_, { site }) =>
      Promise.resolve(succeed({ name: 'Sink', url: (baseUrl ?? site).origin })),
    ),
  ];
}

const texts: Readonly<Partial<Record<MessageKey, string>>> = {
  'no.session.token': 'Unauthorized',
  'invalid.session.token': 'Unauthorized',
  'session.expired': 'Unauthorized',
  'link.not.found': 'Link not found',
  'short.url.exists': 'Link already exists',
  'short.url.exhausted': 'No free slug was found. Try again',
  'too.many.calls': 'Too Many Requests',
  'path.not.found': 'Not Found',
  'method.not.allowed': 'HTTP method is not allowed.',
};

/** As h3 writes an error. */
function refuse({ error }: Refused): Response {
  const { code, key, issues } = describeRefusal(error);
  const [issue] = issues;
  const isInvalid = error instanceof InvalidRequest;
  const isTaken = !isInvalid && error.problem === 'links.code-taken';
  const statusCode = isTaken ? 409 : code;
  const text = code === 403 ? describeClosed(error) : (texts[key] ?? issue?.reason ?? key);
  const field = isInvalid && issue !== undefined && issue.field !== '' ? `${issue.field}: ` : '';
  const statusMessage = isInvalid ? 'Validation Error' : text;
  const body = { error: true, statusCode, statusMessage, message: `${field}${text}` };
  return Response.json(body, { status: statusCode });
}
