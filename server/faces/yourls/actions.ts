import type { Link } from '../../../contracts/links/links.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { nowSeconds } from '../../engine/now.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { findRefusal, signedIn } from '../../http/caller.ts';
import { mayRead } from '../../links/create-link.ts';
import type { Links } from '../../links/links.ts';
import { listSlice } from '../ask.ts';
import { permissionOf } from '../face-route.ts';
import type { ProtocolOptions } from '../protocol.ts';
import type { Answer } from './formats.ts';
import * as routes from './routes.ts';

/** The version of YOURLS whose answers these are. */
const VERSION = '1.10.4';
const DB_VERSION = '507';

export interface ActionsOptions extends Pick<ProtocolOptions, 'links' | 'hosts'> {
  /** All clicks on the links that a caller sees. */
  readonly countClicks: (call: Call) => Promise<number>;
}

/** By the names that calls give. */
export function listActions(options: ActionsOptions): ReadonlyMap<unknown, Endpoint> {
  const { links, hosts } = options;
  return new Map<unknown, Endpoint>([
    ['version', endpoint(routes.version, ({ db }) => Promise.resolve(describeVersion(db)))],
    ['shorturl', endpoint(routes.shorten, (request, call) => shorten(options, request, call))],
    [
      'expand',
      endpoint(routes.expand, async ({ shorturl }, call) =>
        expand(await links.get(hosts.linkAt(shorturl, call), call)),
      ),
    ],
    [
      'url-stats',
      endpoint(routes.describe, async ({ shorturl }, call) => {
        const link = listed(await links.get(hosts.linkAt(shorturl, call), call), call);
        return succeeded({ statusCode: 200, message: 'success', link }, NEEDS_MEMBERS);
      }),
    ],
    ['stats', endpoint(routes.list, (request, call) => list(options, request, call))],
    [
      'db-stats',
      endpoint(routes.total, async (_, call) => {
        const totals = await count(options, call);
        const members = { 'db-stats': totals, statusCode: 200, message: 'success' };
        return succeeded(members, NEEDS_MEMBERS);
      }),
    ],
    [
      'delete',
      endpoint(routes.remove, async ({ shorturl }, call) => {
        await links.delete(hosts.linkAt(shorturl, call), call);
        const members = { statusCode: 200, message: 'success: deleted' };
        return succeeded(members, `Shorturl ${shorturl} deleted`);
      }),
    ],
  ]);
}

const NEEDS_MEMBERS = 'Need either XML or JSON format for stats';

function succeeded(members: Answer['members'], simple: string): Answer {
  return { status: 200, members, simple };
}

function describeVersion(db: string | undefined): Answer {
  const members = { version: VERSION, ...(db === '1' && { db_version: DB_VERSION }) };
  return succeeded(members, VERSION);
}

async function shorten(
  { links, hosts }: ActionsOptions,
  request: CheckedRequestOf<typeof routes.shorten>,
  call: Call,
): Promise<Answer> {
  const domain = hosts.called(call);
  const { url, keyword: code, title: given } = request;
  const wanted = { long_url: url, short_url: code, title: given, domain };
  const created = await links.create(wanted, call);
  const { short_url: keyword, short_link: shortUrl, long_url: longUrl } = created;
  const title = created.title || longUrl;
  const wasThere = !created.is_new && mayRead(call.caller);
  const about = wasThere
    ? await links.get({ short_url: keyword, domain }, call)
    : { created_at: nowSeconds(), ip: call.address };
  const host = shortUrl.replace(/^https?:\/\//, '');
  return succeeded(
    {
      ...(wasThere
        ? {
            status: 'fail',
            code: 'error:url',
            message: `${longUrl} already exists in database (short URL: ${host})`,
          }
        : { status: 'success', code: '', message: `${longUrl} added to database` }),
      errorCode: '',
      statusCode: 200,
      url: {
        keyword,
        url: longUrl,
        title,
        date: toDate(about.created_at, call),
        ip: about.ip,
        ...('clicks' in about && { clicks: about.clicks }),
      },
      title,
      shorturl: shortUrl,
    },
    shortUrl,
  );
}

function expand({ short_url: keyword, short_link: shorturl, long_url: longurl, title }: Link) {
  const about = { keyword, shorturl, longurl, title: title || longurl };
  return succeeded({ ...about, message: 'success', statusCode: 200 }, longurl);
}

async function list(
  options: ActionsOptions,
  request: CheckedRequestOf<typeof routes.list>,
  call: Call,
): Promise<Answer> {
  const { filter = 'top', limit, start = 0 } = request;
  const links = limit === 0 ? [] : await take(options.links, { filter, limit, start }, call);
  const members = {
    ...(limit > 0 && {
      links: Object.fromEntries(links.map((link, at) => [`link_${at + 1}`, listed(link, call)])),
    }),
    stats: await count(options, call),
    statusCode: 200,
    message: 'success',
  };
  return succeeded(members, NEEDS_MEMBERS);
}

interface Slice {
  readonly filter: string;
  readonly limit: number;
  readonly start: number;
}

async function take(links: Links, slice: Slice, call: Call): Promise<readonly Link[]> {
  const { filter, limit } = slice;
  const isRandom = filter.startsWith('rand');
  const sorting = {
    sort: filter === 'last' || isRandom ? undefined : ('clicks' as const),
    order: filter === 'bottom' ? ('asc' as const) : ('desc' as const),
  };
  let { start } = slice;
  if (isRandom) {
    const { total } = await links.list({ page: 1, limit: 1, ...sorting }, call);
    start = Math.floor(Math.random() * Math.max(1, total - limit + 1));
  }
  return (await listSlice(links, { start, limit, ...sorting }, call)).links;
}

async function count({ links, countClicks }: ActionsOptions, call: Call) {
  const { total } = await links.list({ limit: 1, order: 'desc' }, call);
  const isClosed = findRefusal(signedIn(call.caller), permissionOf(getReport)) !== null;
  return { total_links: total, ...(!isClosed && { total_clicks: await countClicks(call) }) };
}

function listed(link: Link, call: Pick<Call, 'timeZone'>) {
  return {
    shorturl: link.short_link,
    url: link.long_url,
    title: link.title || link.long_url,
    timestamp: toDate(link.created_at, call),
    ip: link.ip,
    clicks: link.clicks,
  };
}

/** Making one takes longer than using it a thousand times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `2026-12-31 18:00:00`, in the site's zone. */
function toDate(seconds: number, { timeZone }: Pick<Call, 'timeZone'>): string {
  const formatter = formatters.getOrInsertComputed(
    timeZone,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  );
  return formatter.format(seconds * 1000);
}
