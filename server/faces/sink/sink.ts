import type { LinkFilter } from '../../../contracts/links/link-filter.ts';
import type { Link } from '../../../contracts/links/links.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { readApiBearer } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import type { Face, Refused } from '../../http/face.ts';
import { Problem } from '../../http/problem.ts';
import { mayRead } from '../../links/create-link.ts';
import { readCreated } from '../ask.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import {
  explainRefusal,
  protocolFace,
  type Answer,
  type ProtocolOptions,
  type Texts,
} from '../protocol.ts';
import * as routes from './routes.ts';
import { showLink, toChange, toNewLink } from './shapes.ts';

/** The API of Sink. */
export function sinkFace(options: ProtocolOptions): Face {
  return protocolFace({
    prefixes: routes.prefixes,
    endpoints: [...listChanges(options), ...listReads(options)],
    isOpenToOrigins: true,
    isOn: options.isOn,
    readToken: readApiBearer,
    refuse,
  });
}

function describe(link: Link) {
  return { link: showLink(link), shortLink: link.short_link };
}

function listChanges(options: ProtocolOptions): Endpoint[] {
  const { links, hosts } = options;
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
          : await orNull(links.get(hosts.linkAt(slug, call), call));
      if (found !== null) return { body: { status: 'existing', ...describe(found) } };
      return {
        status: 201,
        body: { status: 'created', ...(await create(options, request, call)) },
      };
    }),
    endpoint(routes.editLink, async ({ slug, ...request }, call) => {
      const link = await links.get(hosts.linkAt(slug, call), call);
      return {
        status: 201,
        body: describe(await links.update(toChange(link, request), call)),
      };
    }),
    endpoint(routes.deleteLink, async ({ slug }, call) => {
      await links.delete(hosts.linkAt(slug, call), call);
      return { status: 204, body: null };
    }),
  ];
}

async function create(
  { links, hosts }: ProtocolOptions,
  request: CheckedRequestOf<typeof routes.createLink>,
  call: Call,
) {
  const wanted = { ...toNewLink(request), domain: hosts.called(call) };
  const created = await links.create(wanted, call, { isNew: true });
  return describe(await readCreated(links, created, wanted, call));
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

function listReads({ links, hosts, ask }: ProtocolOptions): Endpoint[] {
  const toFilter = ({ q, url, tag, status }: Filter, call: Call) => ({
    q: q ?? url,
    tag,
    state: states[status],
    domain: hosts.called(call) ?? '',
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
    endpoint(routes.getLink, async ({ slug }, call) => ({
      body: showLink(await links.get(hosts.linkAt(slug, call), call)),
    })),
    endpoint(routes.listLinks, async ({ limit, sort, cursor, ...filter }, call) => {
      const sorting = sortings[sort];
      const place = cursor === undefined ? null : readCursor(cursor, sorting);
      const wanted = { ...toFilter(filter, call), ...sorting, place, size: limit };
      const { links: listed, next } = await links.listFrom(wanted, call);
      return {
        body: {
          links: listed.map(showLink),
          list_complete: next === null,
          cursor: next === null ? undefined : writeCursor(sorting, next),
        },
      };
    }),
    endpoint(routes.searchLinks, async ({ limit, ...filter }, call) => {
      if (filter.q === undefined && filter.url === undefined) return { body: [] };
      const found = (await find(filter, limit, call)).map(showLink);
      return { body: found.map(({ slug, url, comment, tags }) => ({ slug, url, comment, tags })) };
    }),
    endpoint(routes.countLinks, async (filter, call) => {
      if (filter.url !== undefined)
        return { body: { count: (await find(filter, routes.LISTED_MAX, call)).length } };
      const wanted = { ...toFilter(filter, call), limit: 1, order: 'desc' } as const;
      return { body: { count: (await links.list(wanted, call)).total } };
    }),
    endpoint(routes.listTags, async (_, call) => {
      const tags = await ask(listTags, {}, call);
      return { body: tags.map(({ name, links: count }) => ({ name, count })) };
    }),
    endpoint(routes.verify, (_, call) =>
      Promise.resolve({ body: { name: 'Sink', url: hosts.main(call).origin } }),
    ),
  ];
}

const texts: Texts = {
  'link.not.found': 'Link not found',
  'short.url.exists': 'Link already exists',
  'short.url.exhausted': 'No free slug was found. Try again',
  'too.many.calls': 'Too Many Requests',
  'path.not.found': 'Not Found',
  'method.not.allowed': 'HTTP method is not allowed.',
  401: 'Unauthorized',
};

/** As h3 writes an error. */
function refuse({ error }: Refused): Answer {
  const { code, problem, known, reason, place } = explainRefusal(error, texts);
  const isInvalid = problem === null;
  const status = problem === 'links.code-taken' ? 409 : code;
  const text = known ?? reason;
  const statusMessage = isInvalid ? 'Validation Error' : text;
  const message = isInvalid ? place + text : text;
  return { status, body: { error: true, statusCode: status, statusMessage, message } };
}
