import { z } from 'zod';
import { hasRight } from '../../../contracts/access.constants.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import { foldTag, TAG_MAX } from '../../../contracts/links/tag-names.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { getMissedCodes, getReport } from '../../../contracts/stats/stats.ts';
import { writeFilter } from '../../../contracts/stats/stats-filter.ts';
import { signedIn } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import type { Statistics } from '../../stats/open-statistics.ts';
import { permissionOf, type Ask } from '../ask.ts';
import { LinkCalls, type LinkCallsOptions } from './link-calls.ts';
import { domain, itemsPerPage, one, page, period, shared } from './routes.ts';
import { showPage, succeed, summarize, type Answer } from './shapes.ts';
import { showUnknownVisit, showVisit } from './visit-shapes.ts';

export interface VisitCallsOptions extends LinkCallsOptions {
  readonly ask: Ask;
  readonly statistics: Pick<Statistics, 'listVisits' | 'listUnknownVisits'>;
}

const PAGE_MAX = 5000;
/** The end of the year 9999, in Unix seconds. */
const END = 253_402_300_800;

const reading = { ...shared, ...permissionOf(getReport), methods: ['GET'] } as const;
const NO = /^(?:false|0|no|off)$/i;
const paging = {
  page,
  itemsPerPage,
  ...period,
  /** Any value but a no. */
  excludeBots: z
    .unknown()
    .transform((value) => typeof value !== 'string' || !NO.test(value))
    .default(false),
};
const listing = { ...paging, domain };
const unknownVisits = 'invalid_short_url';

const totals = defineRoute({
  ...reading,
  path: '/visits',
  summary: 'totals of visits',
  request: z.object({}),
});
const ofLinks = defineRoute({
  ...reading,
  path: '/visits/non-orphan',
  summary: 'visits of links',
  request: z.object(listing),
});
const ofLink = defineRoute({
  ...reading,
  path: '/short-urls/{code}/visits',
  summary: 'visits of a link',
  request: one.request.extend(paging),
});
const ofTag = defineRoute({
  ...reading,
  path: '/tags/{tag}/visits',
  summary: 'visits of the links with a tag',
  request: z.object({ ...listing, tag: z.string().max(TAG_MAX) }),
});
const ofDomain = defineRoute({
  ...reading,
  path: '/domains/{domain}/visits',
  summary: 'visits of a domain',
  request: z.object(listing),
});
const orphans = defineRoute({
  ...shared,
  ...permissionOf(getMissedCodes),
  methods: ['GET'],
  path: '/visits/orphan',
  summary: 'visits without a link',
  request: z.object({
    ...paging,
    type: z.enum(['base_url', unknownVisits, 'regular_404']).optional(),
  }),
});

export function listVisitCalls(options: VisitCallsOptions): Endpoint[] {
  const { ask, hosts, links } = options;
  const calls = new VisitCalls(options);
  const found = new LinkCalls(links, hosts);
  return [
    endpoint(totals, async (_, call) => {
      const nonOrphanVisits = await countClicks(ask, call);
      const orphanVisits = summarize(await calls.countUnknown(call), 0);
      return succeed({ visits: { nonOrphanVisits, orphanVisits } });
    }),
    endpoint(ofLinks, (request, call) => calls.list(request, {}, call)),
    endpoint(ofLink, async ({ code, domain: asked, ...request }, call) => {
      const { id } = await found.find({ code, domain: asked }, call);
      return calls.list(request, { linkIds: [id] }, call);
    }),
    endpoint(ofTag, async ({ tag, ...request }, call) => {
      const tags = await ask(listTags, {}, call);
      const isKnown = tags.some(({ name }) => foldTag(name) === foldTag(tag));
      if (!isKnown) throw new Problem('tags.unknown', { data: { tag } });
      return calls.list(request, { tags: [tag] }, call);
    }),
    endpoint(ofDomain, (request, call) => {
      const authority = request.domain ?? '';
      if (hosts.read(authority, call) === null) {
        throw new Problem('domains.unknown', { data: { authority } });
      }
      return calls.list({ ...request, domain: request.domain ?? 'DEFAULT' }, {}, call);
    }),
    endpoint(orphans, (request, call) => calls.listUnknown(request, call)),
  ];
}

interface Paging {
  readonly page: number;
  readonly itemsPerPage?: number | undefined;
  readonly startDate?: number | undefined;
  readonly endDate?: number | undefined;
}

interface Listing extends Paging {
  readonly excludeBots: boolean;
  readonly domain?: string | undefined;
}

interface Chosen {
  readonly linkIds?: readonly number[];
  readonly tags?: readonly string[];
}

class VisitCalls {
  readonly #options: VisitCallsOptions;

  constructor(options: VisitCallsOptions) {
    this.#options = options;
  }

  async list(request: Listing, chosen: Chosen, call: Call): Promise<Answer> {
    const { hosts, statistics } = this.#options;
    const { domain: asked } = request;
    const host = asked === undefined ? undefined : hosts.read(asked, call);
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
      repeat(showVisit(visit, hosts.shortLink(visit.code, call)), visit.times),
    );
    return showVisits(rows, total, slice);
  }

  /** Requests without a link that are kept are those of unknown codes. */
  async listUnknown(
    request: Paging & { readonly type?: string | undefined },
    call: Call,
  ): Promise<Answer> {
    const { hosts, statistics } = this.#options;
    const slice = sliceOf(request);
    const { type = unknownVisits } = request;
    if (type !== unknownVisits) return showVisits([], 0, slice);
    const { total, visits } = await statistics.listUnknownVisits(slice);
    const rows = visits.flatMap((visit) =>
      repeat(showUnknownVisit(visit, hosts.shortLink(visit.code, call)), visit.times),
    );
    return showVisits(rows, total, slice);
  }

  /** Only a caller who sees the statistics of all links learns of codes that do not exist. */
  async countUnknown({ caller }: Pick<Call, 'caller'>): Promise<number> {
    if (!hasRight(signedIn(caller), permissionOf(getMissedCodes).needs)) return 0;
    const none = { from: 0, to: END, skip: 0, size: 0 };
    return (await this.#options.statistics.listUnknownVisits(none)).total;
  }
}

function sliceOf({ page: number, itemsPerPage: asked = PAGE_MAX, startDate, endDate }: Paging) {
  const size = asked < 1 ? PAGE_MAX : Math.min(asked, PAGE_MAX);
  const skip = (number - 1) * size;
  return { page: number, from: startDate ?? 0, to: endDate ?? END, skip, size };
}

function showVisits(rows: readonly unknown[], total: number, slice: ReturnType<typeof sliceOf>) {
  return succeed({ visits: showPage(rows, { ...slice, total }) });
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
