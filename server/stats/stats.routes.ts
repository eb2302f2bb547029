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
import { writeReportCsv, type ReportFile } from './query/report-file.ts';
import { readDomain, readFilters } from './query/filters.ts';
import type { LinkList } from './query/list-links.ts';
import type { ClicksRequest, ReportRequest } from './query/report.ts';
import type { Alerts } from './alerts/alerts.ts';

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

const site = { id: SITE_ID, short_url: null };

type ReportFields = CheckedRequestOf<typeof getTopLinks>;
type UnknownCodesFields = CheckedRequestOf<typeof getMissedCodes>;

export function statsRoutes(options: StatsOptions): Endpoint[] {
  const { findLink, reports, alerts, live, countClicks } = options;
  return [
    endpoint(getReport, async (request, call) => {
      const { id } = await findRequested(findLink, request, call);
      return readReport(options, request, id);
    }),
    endpoint(exportReport, async ({ format, ...request }, call) => {
      const link = await findRequested(findLink, request, call);
      const file = await createReportFile(options, request, link);
      const [type, text] =
        format === 'csv'
          ? (['text/csv', writeReportCsv(file)] as const)
          : (['application/json', JSON.stringify(file)] as const);
      const day = new Date().toISOString().slice(0, 10);
      return sendFile(`brisk-statistics-${day}.${format}`, `${type}; charset=utf-8`, text);
    }),
    endpoint(getLive, async ({ short_url: text, domain }, call) => {
      const link = text === undefined ? site : await findLink({ short_url: text, domain }, call);
      const { account } = signedIn(call.caller);
      return live.open({ account, linkId: link.id, assertCaller: () => call.assertCaller() });
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
    endpoint(listAlerts, async () => ({ alerts: await alerts.list() })),
    endpoint(dismissAlerts, async ({ ids }) => ({ dismissed: await alerts.dismiss(ids) })),
  ];
}

function toRangeRequest(request: Omit<UnknownCodesFields, 'domain'>): RangeRequest {
  const { period, from, to, time_zone: timeZone } = request;
  return { period, from, to, timeZone };
}

function toClicksRequest(request: ReportFields): ClicksRequest {
  const { audience } = request;
  return { ...toRangeRequest(request), audience, filters: readFilters(request) };
}

/** Throws `links.unknown`. */
async function findRequested(
  findLink: FindLink,
  request: CheckedRequestOf<typeof getReport>,
  call: Call,
): Promise<typeof site | FoundLink> {
  const { short_url: text } = request;
  const domain = readDomain(readFilters(request));
  return text === undefined ? site : findLink({ short_url: text, domain }, call);
}

async function readReport(
  { reports, countClicks, countPending }: StatsOptions,
  request: ReportFields,
  linkId: number,
): Promise<PackedJson<Report>> {
  await countClicks();
  const pending = await countPending(linkId);
  return new PackedJson(await reports.report({ ...toClicksRequest(request), linkId }, pending));
}

async function listLinks({ reports }: StatsOptions, request: ReportFields) {
  return new PackedJson<LinkList>(await reports.listLinks(toClicksRequest(request)));
}

async function listUnknownCodes(options: StatsOptions, request: UnknownCodesFields) {
  await options.flushUnknownCodes();
  const domain = readDomain(readFilters(request));
  const codes = await options.reports.listUnknownCodes({ ...toRangeRequest(request), domain });
  return new PackedJson<ReplyOf<typeof getMissedCodes>>(codes);
}

async function createReportFile(
  options: StatsOptions,
  request: ReportFields,
  link: typeof site | FoundLink,
): Promise<ReportFile> {
  // It counts the newest clicks, which the lists need, too.
  const { data } = await readReport(options, request, link.id);
  const file = {
    ...data,
    short_url: link.short_url,
    time_zone: request.time_zone,
    audience: request.audience,
    filters: readFilters(request),
  };
  if (link.id !== SITE_ID) return file;
  const { top, silent } = (await listLinks(options, request)).data;
  const { codes } = (await listUnknownCodes(options, request)).data;
  return { ...file, top_links: top, silent_links: silent, missed_codes: codes };
}
