import { LINE_DAYS } from '../../contracts/stats/stats.constants.ts';
import {
  exportReport,
  getLines,
  getLive,
  getMissedCodes,
  getReport,
  getTopLinks,
  type Report,
  dismissAlerts,
  listAlerts,
} from '../../contracts/stats/stats.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { nowSeconds } from '../engine/now.ts';
import { signedIn } from '../http/caller.ts';
import { endpoint, sendFile, type Call, type Endpoint } from '../http/endpoint.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import type { Live } from './live/live.ts';
import { dayOf, DAY_SECONDS, type Days, SITE_ID } from './quarter.ts';
import type { RangeRequest } from './query/time-range.ts';
import { readDomain, readFilters } from './query/filters.ts';
import type { LinkList } from './query/list-links.ts';
import type { ClicksRequest, ReportRequest } from './query/report.ts';
import type { Alerts } from './alerts/alerts.ts';
import { createStatisticsFile } from './statistics-file.ts';

interface UnknownCodesRequest extends RangeRequest {
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

interface FoundLink {
  readonly id: number;
  readonly short_url: string;
}

/** Finds a link on a domain where it was visited. Throws `links.unknown`. */
export type FindLink = (
  lookUp: { readonly short_url: string; readonly domain?: string | undefined },
  call: Pick<Call, 'caller' | 'hostname'>,
) => Promise<FoundLink>;

interface StatsOptions {
  readonly findLink: FindLink;
  readonly reports: Reports;
  readonly alerts: Pick<Alerts, 'list' | 'dismiss'>;
  readonly live: Pick<Live, 'open'>;
  /** Counts the journal; resolves after two seconds at the latest. */
  readonly countClicks: () => Promise<unknown>;
  readonly countPending: (linkId: number) => Promise<number>;
  readonly flushUnknownCodes: () => Promise<unknown>;
}

type ReportFields = CheckedRequestOf<typeof getReport>;
type TopLinksFields = CheckedRequestOf<typeof getTopLinks>;
type UnknownCodesFields = CheckedRequestOf<typeof getMissedCodes>;

export function statsRoutes(options: StatsOptions): Endpoint[] {
  const { findLink, reports, alerts, live, countClicks } = options;
  return [
    endpoint(getReport, async (request, call) =>
      readReport(options, request, await findRequested(findLink, request, call)),
    ),
    endpoint(exportReport, async (request, call) => {
      const links = await findRequested(findLink, request, call);
      const source = {
        // It counts the newest clicks, which the lists need, too.
        report: async () => (await readReport(options, request, links)).data,
        listLinks: async () => (await listLinks(options, request, links)).data,
        listUnknownCodes: async () => (await listUnknownCodes(options, request)).data.codes,
      };
      const codes = links?.map(({ short_url: code }) => code) ?? null;
      const { name, mediaType, content } = await createStatisticsFile(source, request, codes);
      const day = new Date().toISOString().slice(0, 10);
      return sendFile(`brisk-statistics-${name.replace('.', `${day}.`)}`, mediaType, content);
    }),
    endpoint(getLive, async ({ short_url: text, domain }, call) => {
      const linkId =
        text === undefined ? SITE_ID : (await findLink({ short_url: text, domain }, call)).id;
      const { account } = signedIn(call.caller);
      return live.open({ account, linkId, assertCaller: () => call.assertCaller() });
    }),
    endpoint(getTopLinks, async (request, call) => {
      const links = await findRequested(findLink, request, call);
      await countClicks();
      return listLinks(options, request, links);
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
    endpoint(listAlerts, async () => ({ alerts: await alerts.list() })),
    endpoint(dismissAlerts, async ({ ids }) => ({ dismissed: await alerts.dismiss(ids) })),
  ];
}

function toRangeRequest(request: Omit<UnknownCodesFields, 'domain'>): RangeRequest {
  const { period, from, to, time_zone: timeZone } = request;
  return { period, from, to, timeZone };
}

type RequestedLinks = readonly FoundLink[] | undefined;

function toClicksRequest(request: TopLinksFields, links: RequestedLinks): ClicksRequest {
  const { audience, tag: tags } = request;
  const linkIds = links?.map(({ id }) => id);
  return { ...toRangeRequest(request), audience, filters: readFilters(request), linkIds, tags };
}

/** Each link once; undefined: no link was requested. Throws `links.unknown`. */
async function findRequested(
  findLink: FindLink,
  request: TopLinksFields,
  call: Call,
): Promise<RequestedLinks> {
  const domain = readDomain(readFilters(request));
  if (request.short_url === undefined) return undefined;
  const found = await Promise.all(
    request.short_url.map((text) => findLink({ short_url: text, domain }, call)),
  );
  return [...new Map(found.map((link) => [link.id, link])).values()];
}

async function readReport(
  { reports, countClicks, countPending }: StatsOptions,
  request: ReportFields,
  links: RequestedLinks,
): Promise<PackedJson<Report>> {
  await countClicks();
  const ids = links?.map(({ id }) => id) ?? [SITE_ID];
  const pending = await Promise.all(ids.map((id) => countPending(id)));
  const { compare } = request;
  return new PackedJson(
    await reports.report(
      { ...toClicksRequest(request, links), compare },
      pending.reduce((sum, clicks) => sum + clicks),
    ),
  );
}

async function listLinks(
  { reports }: StatsOptions,
  request: TopLinksFields,
  links: RequestedLinks,
): Promise<PackedJson<LinkList>> {
  return new PackedJson(await reports.listLinks(toClicksRequest(request, links)));
}

async function listUnknownCodes(options: StatsOptions, request: UnknownCodesFields) {
  await options.flushUnknownCodes();
  const domain = readDomain(readFilters(request));
  const codes = await options.reports.listUnknownCodes({ ...toRangeRequest(request), domain });
  return new PackedJson<ReplyOf<typeof getMissedCodes>>(codes);
}
