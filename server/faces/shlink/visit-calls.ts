import { z } from 'zod';
import { hasRight } from '../../../contracts/access.constants.ts';
import { formatShortLink, splitCode } from '../../../contracts/links/domain-code.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import { foldTag, TAG_MAX } from '../../../contracts/links/tag-names.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { getMissedCodes, getReport } from '../../../contracts/stats/stats.ts';
import { writeFilter } from '../../../contracts/stats/stats-filter.ts';
import { signedIn } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import type { Statistics } from '../../stats/open-statistics.ts';
import type { Ask } from '../ask.ts';
import { faceRoute, permissionOf } from '../face-route.ts';
import type { Answer, ProtocolOptions } from '../protocol.ts';
import type { Hosts } from '../hosts.ts';
import { findLink } from './link-calls.ts';
import { domain, findDomain, itemsPerPage, one, page, period } from './routes.ts';
import { showPage, summarize } from './shapes.ts';
import { showUnknownVisit, showVisit } from './visit-shapes.ts';

export interface ShlinkOptions extends ProtocolOptions {
  readonly statistics: Pick<Statistics, 'listVisits' | 'listUnknownVisits'>;
}

const PAGE_MAX = 5000;
/** The end of the year 9999, in Unix seconds. */
const END = 253_402_300_800;

const NO = /^(?:false|0|no|off)$/i;
const paging = z.object({
  page,
  itemsPerPage,
  ...period,
  /** Any value but a no. */
  excludeBots: z
    .unknown()
    .transform((value) => typeof value !== 'string' || !NO.test(value))
    .default(false),
});
const listing = paging.extend({ domain });
const unknownVisits = 'invalid_short_url';

const totals = faceRoute('GET /visits', getReport, z.object({}));
const ofLinks = faceRoute('GET /visits/non-orphan', getReport, listing);
const ofLink = faceRoute('GET /short-urls/{code}/visits', getReport, one.extend(paging.shape));
const ofTag = faceRoute(
  'GET /tags/{tag}/visits',
  getReport,
  listing.extend({ tag: z.string().max(TAG_MAX) }),
);
const ofDomain = faceRoute('GET /domains/{domain}/visits', getReport, listing);
const orphans = faceRoute(
  'GET /visits/orphan',
  getMissedCodes,
  paging.extend({ type: z.enum(['base_url', unknownVisits, 'regular_404']).optional() }),
);

export function listVisitCalls(options: ShlinkOptions): Endpoint[] {
  const { ask, hosts } = options;
  return [
    endpoint(totals, async (_, call) => {
      const nonOrphanVisits = await countClicks(ask, call);
      const orphanVisits = summarize(await countUnknown(options, call), 0);
      return { body: { visits: { nonOrphanVisits, orphanVisits } } };
    }),
    endpoint(ofLinks, (request, call) => listVisits(options, request, {}, call)),
    endpoint(ofLink, async ({ code, domain: asked, ...request }, call) => {
      const { id } = await findLink(options, { code, domain: asked }, call);
      return listVisits(options, request, { linkIds: [id] }, call);
    }),
    endpoint(ofTag, async ({ tag, ...request }, call) => {
      const tags = await ask(listTags, {}, call);
      const isKnown = tags.some(({ name }) => foldTag(name) === foldTag(tag));
      if (!isKnown) throw new Problem('tags.unknown', { data: { tag } });
      return listVisits(options, request, { tags: [tag] }, call);
    }),
    endpoint(ofDomain, (request, call) => {
      const authority = request.domain ?? '';
      if (findDomain(hosts, authority, call) === null) {
        throw new Problem('domains.unknown', { data: { authority } });
      }
      return listVisits(options, { ...request, domain: authority }, {}, call);
    }),
    endpoint(orphans, (request, call) => listUnknownVisits(options, request, call)),
  ];
}

type Paging = z.output<typeof paging>;

interface Chosen {
  readonly linkIds?: readonly number[];
  readonly tags?: readonly string[];
}

async function listVisits(
  { hosts, statistics }: ShlinkOptions,
  { domain: asked, ...request }: z.output<typeof listing>,
  chosen: Chosen,
  call: Call,
): Promise<Answer> {
  const host = asked === undefined ? undefined : findDomain(hosts, asked, call);
  const slice = sliceOf(request);
  // A domain that the site does not have has no visits.
  if (host === null) return showVisits([], 0, slice);
  const { total, visits } = await statistics.listVisits(
    {
      ...slice,
      ...chosen,
      audience: request.excludeBots ? 'people' : 'all',
      filters: host === undefined ? {} : { domain: writeFilter(host) },
    },
    call,
  );
  const rows = visits.flatMap((visit) =>
    repeat(showVisit(visit, writeAddress(hosts, visit.code, call)), visit.times),
  );
  return showVisits(rows, total, slice);
}

/** Requests without a link that are kept are those of unknown codes. */
async function listUnknownVisits(
  { hosts, statistics }: ShlinkOptions,
  { type = unknownVisits, ...request }: CheckedRequestOf<typeof orphans>,
  call: Call,
): Promise<Answer> {
  const slice = sliceOf(request);
  if (type !== unknownVisits) return showVisits([], 0, slice);
  const { total, visits } = await statistics.listUnknownVisits(slice);
  const rows = visits.flatMap((visit) =>
    repeat(showUnknownVisit(visit, writeAddress(hosts, visit.code, call)), visit.times),
  );
  return showVisits(rows, total, slice);
}

/** The address of a stored code; empty for none. */
function writeAddress(hosts: Hosts, stored: string, call: Call): string {
  if (stored === '') return '';
  const { domain: host, code } = splitCode(stored);
  return formatShortLink({ domain: host, short_url: code }, hosts.main(call));
}

/** Only a caller who sees the statistics of all links learns of codes that do not exist. */
async function countUnknown({ statistics }: ShlinkOptions, { caller }: Call): Promise<number> {
  if (!hasRight(signedIn(caller), permissionOf(getMissedCodes).needs)) return 0;
  const none = { from: 0, to: END, skip: 0, size: 0 };
  return (await statistics.listUnknownVisits(none)).total;
}

function sliceOf({ page: number, itemsPerPage: asked = PAGE_MAX, startDate, endDate }: Paging) {
  const size = asked < 1 ? PAGE_MAX : Math.min(asked, PAGE_MAX);
  const skip = (number - 1) * size;
  return { page: number, from: startDate ?? 0, to: endDate ?? END, skip, size };
}

function showVisits(
  rows: readonly unknown[],
  total: number,
  slice: ReturnType<typeof sliceOf>,
): Answer {
  return { body: { visits: showPage(rows, { ...slice, total }) } };
}

function repeat<Row>(row: Row, times: number): Row[] {
  return Array.from({ length: times }, () => row);
}

/** On the links that the caller sees. Clicks from before an import count as those of people. */
async function countClicks(ask: Ask, call: Call) {
  const read = (audience: 'all' | 'people') =>
    ask(getReport, getReport.request.parse({ period: 'all', audience }), call);
  const all = await read('all');
  const people = await read('people');
  return summarize(all.clicks + all.imported_clicks, all.clicks - people.clicks);
}
