import { LINE_DAYS } from '../../contracts/stats.constants.ts';
import {
  exportReport,
  getLines,
  getLive,
  getMissedCodes,
  getReport,
  getTopLinks,
  type Report,
} from '../../contracts/stats.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { nowSeconds } from '../engine/now.ts';
import { Download, endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { PackedJson } from '../http/packed-json.ts';
import type { Live } from './live/live.ts';
import { dayOf, DAY_SECONDS, type Days } from './quarter.ts';
import type { RangeRequest } from './query/time-range.ts';
import { writeReportCsv, type ReportFile, type SiteLists } from './query/report-file.ts';
import { readDomain, readFilters } from './query/filters.ts';
import type { LinkList } from './query/link-list.ts';
import type { ClicksRequest, ReportRequest } from './query/report.ts';
import { SITE_ID } from './site-id.ts';

export interface UnknownCodesRequest extends RangeRequest {
  /** '' = the main domain; undefined = all. */
  readonly domain: string | undefined;
}

export interface Reports {
  /** Results are packed by `packJson`: serializing them here would delay visitors. */
  report(request: ReportRequest, pendingClicks?: number): Promise<Uint8Array<ArrayBuffer>>;
  listLinks(request: ClicksRequest): Promise<Uint8Array<ArrayBuffer>>;
  listUnknownCodes(request: UnknownCodesRequest): Promise<Uint8Array<ArrayBuffer>>;
  /** Visitors by link, then by day from the first on. */
  countPeople(
    linkIds: readonly number[],
    days: Days,
  ): Promise<ReadonlyMap<number, readonly number[]>>;
}

export interface FoundLink {
  readonly id: number;
  /** The stored code. */
  readonly short_url: string;
}

/** Finds a link on a domain where it was visited. Throws `links.unknown`. */
export type FindLink = (
  lookUp: { readonly short_url: string; readonly domain?: string | undefined },
  hostname: string,
) => Promise<FoundLink>;

interface StatsOptions {
  readonly findLink: FindLink;
  readonly reports: Reports;
  readonly live: Pick<Live, 'open'>;
  /** Counts the journal; resolves after two seconds at the latest. */
  readonly countClicks: () => Promise<unknown>;
  /** The pending clicks of a link, or of the site. */
  readonly countPending: (linkId: number) => Promise<number>;
  /** Stores the unknown codes that were noted. */
  readonly flushUnknownCodes: () => Promise<unknown>;
}

const site = { id: SITE_ID, short_url: null };

export function statsRoutes(options: StatsOptions): Endpoint[] {
  const { findLink, reports, live, countClicks } = options;
  return [
    endpoint(getReport, async (request, call) =>
      report(options, request, await findRequested(findLink, request, call)),
    ),
    endpoint(exportReport, async ({ format, ...request }, call) => {
      const link = await findRequested(findLink, request, call);
      const file = await reportFile(options, request, link);
      const [type, text] =
        format === 'csv'
          ? (['text/csv', writeReportCsv(file)] as const)
          : (['application/json', JSON.stringify(file)] as const);
      const day = new Date().toISOString().slice(0, 10);
      const name = `brisk-statistics-${day}.${format}`;
      return new Download(name, `${type}; charset=utf-8`, new Blob([text]).stream());
    }),
    endpoint(getLive, async ({ short_url: text, domain }, call) => {
      const link =
        text === undefined ? site : await findLink({ short_url: text, domain }, call.hostname);
      return live.open(link.id, () => call.assertCaller());
    }),
    endpoint(getTopLinks, async (request) => {
      await countClicks();
      return listLinks(options, request);
    }),
    endpoint(getLines, async ({ ids }) => {
      await countClicks();
      const last = dayOf(nowSeconds());
      const first = last - LINE_DAYS + 1;
      const people = await reports.countPeople(ids, { first, last });
      const lines = [...people].map(([id, days]) => ({ id, people: [...days] }));
      return { first_day: first * DAY_SECONDS, lines };
    }),
    endpoint(getMissedCodes, (request) => listUnknownCodes(options, request)),
  ];
}

type UnknownCodesFields = CheckedRequestOf<typeof getMissedCodes>;
type RangeFields = Omit<UnknownCodesFields, 'domain'>;
type UnknownCodeList = ReplyOf<typeof getMissedCodes>;

function rangeRequestOf(request: RangeFields): RangeRequest {
  const { period, from, to, time_zone: timeZone } = request;
  return { period, from, to, timeZone };
}

function clicksRequestOf(request: CheckedRequestOf<typeof getTopLinks>): ClicksRequest {
  const { audience } = request;
  return { ...rangeRequestOf(request), audience, filters: readFilters(request) };
}

/** Throws `links.unknown`. */
async function findRequested(
  findLink: FindLink,
  request: CheckedRequestOf<typeof getReport>,
  { hostname }: Call,
): Promise<typeof site | FoundLink> {
  const { short_url: text } = request;
  const domain = readDomain(readFilters(request));
  return text === undefined ? site : findLink({ short_url: text, domain }, hostname);
}

async function report(
  { reports, countClicks, countPending }: StatsOptions,
  request: CheckedRequestOf<typeof getTopLinks>,
  { id: linkId }: typeof site | FoundLink,
): Promise<PackedJson<Report>> {
  await countClicks();
  return new PackedJson(
    await reports.report({ ...clicksRequestOf(request), linkId }, await countPending(linkId)),
  );
}

async function listLinks(
  { reports }: StatsOptions,
  request: CheckedRequestOf<typeof getTopLinks>,
): Promise<PackedJson<LinkList>> {
  return new PackedJson(await reports.listLinks(clicksRequestOf(request)));
}

async function listUnknownCodes(
  { reports, flushUnknownCodes }: StatsOptions,
  request: UnknownCodesFields,
): Promise<PackedJson<UnknownCodeList>> {
  await flushUnknownCodes();
  const domain = readDomain(readFilters(request));
  return new PackedJson(await reports.listUnknownCodes({ ...rangeRequestOf(request), domain }));
}

/** A file about the whole site includes its lists. */
async function reportFile(
  options: StatsOptions,
  request: CheckedRequestOf<typeof getTopLinks>,
  link: typeof site | FoundLink,
): Promise<ReportFile> {
  const { time_zone: timeZone, audience } = request;
  const { data } = await report(options, request, link);
  return {
    ...data,
    short_url: link.short_url,
    time_zone: timeZone,
    audience,
    filters: readFilters(request),
    ...(link.id === SITE_ID && (await siteLists(options, request))),
  };
}

/** Call it after the newest clicks were counted. */
async function siteLists(
  options: StatsOptions,
  request: CheckedRequestOf<typeof getTopLinks>,
): Promise<SiteLists> {
  const { top, silent } = (await listLinks(options, request)).data;
  const { codes } = (await listUnknownCodes(options, request)).data;
  return { top_links: top, silent_links: silent, missed_codes: codes };
}
