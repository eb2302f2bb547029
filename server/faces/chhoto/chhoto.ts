import { exceedsShape } from '../../../contracts/json-shape.ts';
import type { Link } from '../../../contracts/links/links.ts';
import { BODY_MAX, type CheckedRequestOf } from '../../../contracts/route.ts';
import { parseJson } from '../../../contracts/text.ts';
import { nowSeconds } from '../../engine/now.ts';
import { dropEmpty, readFields, toFields } from '../../http/body/body.ts';
import { readBytes } from '../../http/body/read-bytes.ts';
import { toApiToken } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import type { Face, Refused } from '../../http/face.ts';
import { InvalidRequest, parseWith } from '../../http/invalid-request.ts';
import { Problem } from '../../http/problem.ts';
import { GENERATED_MIN } from '../../links/codes.ts';
import { listSlice } from '../ask.ts';
import {
  explainRefusal,
  protocolFace,
  type Answer,
  type ProtocolOptions,
  type Texts,
} from '../protocol.ts';
import * as routes from './routes.ts';

/** The version of Chhoto URL whose answers these are. */
const VERSION = '7.5.0';
/** Of a list of links. */
const SHAPE = { members: 1024, depth: 8 };

/** The API of Chhoto URL. Its paths belong to it only in calls with the header of its key. */
export function chhotoFace(options: ProtocolOptions): Face {
  return protocolFace({
    prefixes: routes.prefixes,
    endpoints: [...listCalls(options), ...listFacts(options)],
    isOpenToOrigins: true,
    isOn: (request) => options.isOn() && hasKey(request),
    readToken: ({ headers }) => toApiToken(headers.get('x-api-key')),
    refuse,
  });
}

/** A browser first asks whether a page may send the header. */
function hasKey({ method, headers }: Request): boolean {
  const asked = headers.get('access-control-request-headers') ?? '';
  return headers.has('x-api-key') || (method === 'OPTIONS' && /\bx-api-key\b/i.test(asked));
}

const succeeded = { success: true, error: false } as const;
const failed = { success: false, error: true } as const;

function listCalls(options: ProtocolOptions): Endpoint[] {
  const { links, hosts } = options;
  return [
    {
      ...endpoint(routes.createLinks, (request, call) => createAll(options, request, call)),
      receive: async (request, connection) => {
        const sent = await receiveJson(request, connection);
        return { links: Array.isArray(sent) ? sent : [sent], isList: Array.isArray(sent) };
      },
    },
    {
      ...endpoint(routes.expandLink, async ({ shortlink }, call) => {
        const { long_url, clicks, expires_at, note } = await links.get(
          hosts.linkAt(shortlink, call),
          call,
        );
        const shown = { longurl: long_url, hits: clicks, expiry_time: expires_at, notes: note };
        return { body: { ...succeeded, ...shown } };
      }),
      receive: async (request, connection) => {
        const text = toText(await receiveBytes(request, connection));
        return { shortlink: text.trim() };
      },
    },
    {
      ...endpoint(routes.editLink, async (request, call) => {
        const { shortlink, longlink, expiry_time: expiry = 0, notes } = request;
        const { id } = await links.get(hosts.linkAt(shortlink, call), call);
        const expires = expiry === 0 ? undefined : expiry;
        await links.update({ id, long_url: longlink, expires_at: expires, note: notes }, call);
        return { status: 201, body: { ...succeeded, reason: 'Edit was successful.' } };
      }),
      receive: async (request, connection) =>
        toFields(await receiveJson(request, connection), 'The body'),
    },
    endpoint(routes.deleteLink, async ({ shortlink }, call) => {
      await links.delete(hosts.linkAt(shortlink, call), call);
      return { body: { ...succeeded, reason: `Deleted ${shortlink}` } };
    }),
    endpoint(routes.listLinks, async (request, call) => {
      const listed = await listLinks(options, request, call);
      return {
        body: listed.toReversed().map((link) => ({
          shortlink: link.short_url,
          longlink: link.long_url,
          hits: link.clicks,
          expiry_time: link.expires_at,
          notes: link.note,
        })),
      };
    }),
  ];
}

/** The newest first. */
async function listLinks(
  { links, hosts }: ProtocolOptions,
  request: CheckedRequestOf<typeof routes.listLinks>,
  call: Call,
): Promise<readonly Link[]> {
  const { page_after: place, page_no: page, page_size: limit, filter: q } = request;
  const domain = hosts.called(call) ?? '';
  const wanted = { limit, order: 'desc', q, domain } as const;
  if (place === undefined) {
    const slice = { ...wanted, start: (page - 1) * limit };
    return (await listSlice(links, slice, call)).links;
  }
  const { id } = await links.get({ short_url: place, domain }, call);
  return (await links.list({ ...wanted, after: id }, call)).urls;
}

function listFacts({ hosts }: ProtocolOptions): Endpoint[] {
  return [
    endpoint(routes.getRole, () => Promise.resolve({ body: 'admin' })),
    endpoint(routes.getVersion, () => Promise.resolve({ body: `Chhoto URL v${VERSION}` })),
    endpoint(routes.getSiteUrl, (_, call) => Promise.resolve({ body: hosts.main(call).origin })),
    endpoint(routes.getConfig, (_, call) =>
      Promise.resolve({
        body: {
          version: VERSION,
          site_url: hosts.main(call).origin,
          allow_capital_letters: false,
          public_mode: false,
          public_mode_expiry_delay: 0,
          slug_style: 'UID',
          slug_length: GENERATED_MIN,
          try_longer_slug: true,
          frontend_page_size: 10,
        },
      }),
    ),
  ];
}

async function createAll(
  options: ProtocolOptions,
  { links: wanted, isList }: CheckedRequestOf<typeof routes.createLinks>,
  call: Call,
): Promise<Answer> {
  if (!isList) return { body: await createOne(options, wanted[0], call) };
  const body: unknown[] = [];
  for (const link of wanted) {
    body.push(
      await createOne(options, link, call).catch((error: unknown) => {
        const isRefused = error instanceof InvalidRequest || error instanceof Problem;
        if (!isRefused) throw error;
        const { code, known, reason } = explainRefusal(error, texts);
        if (code >= 500) throw error;
        return { ...failed, reason: known ?? reason };
      }),
    );
  }
  return { body };
}

async function createOne({ links, hosts }: ProtocolOptions, sent: unknown, call: Call) {
  const given = dropEmpty(toFields(sent, 'A link'));
  const { longlink, shortlink, expiry_delay: delay, notes } = parseWith(routes.newLink, given);
  const wanted = {
    long_url: longlink,
    short_url: shortlink,
    domain: hosts.called(call),
    expires_at: delay === 0 ? undefined : nowSeconds() + delay,
    note: notes,
  };
  const created = await links.create(wanted, call, { isNew: true });
  return { ...succeeded, shorturl: created.short_link, expiry_time: created.expires_at };
}

type Receiving = Parameters<NonNullable<Endpoint['receive']>>;

async function receiveBytes(...[request, connection]: Receiving): Promise<Uint8Array> {
  const bytes = await readBytes(request, BODY_MAX);
  connection.hasReadBody = true;
  return bytes;
}

/** JSON of any content type, or a form. */
async function receiveJson(...[request, connection]: Receiving): Promise<unknown> {
  const bytes = await receiveBytes(request, connection);
  if (exceedsShape(bytes, SHAPE)) return undefined;
  return parseJson(toText(bytes)) ?? readFields(request, bytes);
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

const texts: Texts = {
  'error.link': 'Invalid longlink!',
  'invalid.short.url': 'The shortlink is invalid.',
  'link.not.found': 'The shortlink was not found.',
  'short.url.exists': 'Short URL is already in use!',
  'short.url.exhausted': 'No free shortlink was found. Try again.',
  'time.past': 'The expiry time is in the past.',
  'too.many.calls': 'Too many requests. Try again later.',
  'path.not.found': 'Not found.',
  'method.not.allowed': 'This address does not take this method.',
  401: 'API validation failed.',
};

function refuse({ error, request }: Refused): Answer {
  const { code, problem, known, reason } = explainRefusal(error, texts);
  const isUnknown = problem === 'links.unknown' && request.method !== 'DELETE';
  const status = problem === 'links.code-taken' ? 409 : isUnknown ? 400 : code;
  return { status, body: { ...failed, reason: known ?? reason } };
}
