import { hasRight } from '../../contracts/access.constants.ts';
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
import { assertSameStanding, authorityOf, reachOf, type Reach } from '../access/reach.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { signedIn } from '../http/caller.ts';
import { endpoint, sendFile, type Call, type Endpoint } from '../http/endpoint.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import { Problem } from '../http/problem.ts';
import type { Live } from './live/live.ts';
import { dayOf, DAY_SECONDS, type Days, SITE_ID } from './quarter.ts';
import type { RangeRequest } from './query/time-range.ts';
import { chooseLinks, keepReached } from './query/chosen-links.ts';
import { readDomain, readFilters } from './query/filters.ts';
import type { LinkList } from './query/list-links.ts';
import type { VisitSlice, VisitsRequest } from './query/list-visits.ts';
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
  listVisits(request: VisitsRequest): Promise<Uint8Array<ArrayBuffer>>;
  listUnknownVisits(request: VisitSlice): Promise<Uint8Array<ArrayBuffer>>;
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
  readonly engine: Engine;
  readonly findLink: FindLink;
  readonly reports: Reports;
  readonly alerts: Pick<Alerts, 'list' | 'dismiss'>;
  readonly live: Pick<Live, 'open'>;
  /** Counts the journal; resolves after two seconds at the latest. */
  readonly countClicks: () => Promise<unknown>;
  readonly countPending: (linkId: number) => Promise<number>;
  readonly listPending: () => Promise<ReadonlyMap<number, number>>;
  readonly flushUnknownCodes: () => Promise<unknown>;
}

type ReportFields = CheckedRequestOf<typeof getReport>;
type TopLinksFields = CheckedRequestOf<typeof getTopLinks>;
type UnknownCodesFields = CheckedRequestOf<typeof getMissedCodes>;

export function statsRoutes(options: StatsOptions): Endpoint[] {
  const { engine, findLink, reports, alerts, live, countClicks } = options;
  return [
    endpoint(getReport, async (request, call) =>
      readReport(options, await readChoice(findLink, request, call)),
    ),
    endpoint(exportReport, async (request, call) => {
      const choice = await readChoice(findLink, request, call);
      const seesAll = hasRight(signedIn(call.caller), 'stats.read-all');
      const listCodes = async () => (await listUnknownCodes(options, request)).data.codes;
      const source = {
        // It counts the newest clicks, which the lists need, too.
        report: async () => (await readReport(options, choice)).data,
        listLinks: async () => (await listLinks(options, choice)).data,
        listUnknownCodes: seesAll ? listCodes : null,
      };
      const codes = choice.links?.map(({ short_url: code }) => code) ?? null;
      const { name, mediaType, content } = await createStatisticsFile(source, request, codes);
      const day = new Date().toISOString().slice(0, 10);
      return sendFile(`brisk-statistics-${name.replace('.', `${day}.`)}`, mediaType, content);
    }),
    endpoint(getLive, async ({ short_url: text, domain }, call) => {
      const caller = signedIn(call.caller);
      const linkIds =
        text === undefined
          ? ((await chooseLinks(engine, { reach: reachOf(caller) })) ?? [SITE_ID])
          : [(await findLink({ short_url: text, domain }, call)).id];
      return live.open({
        account: caller.account,
        linkIds: new Set(linkIds),
        async assertCaller() {
          await assertSameStanding(call);
          const [kept] = await keepReached(engine, reachOf(caller), linkIds);
          if (text !== undefined && kept === undefined) throw new Problem('call.not-allowed');
        },
      });
    }),
    endpoint(getTopLinks, async (request, call) => {
      const choice = await readChoice(findLink, request, call);
      await countClicks();
      return listLinks(options, choice);
    }),
    endpoint(getLines, async ({ ids }, { caller }) => {
      await countClicks();
      const last = dayOf(nowSeconds());
      const first = last - LINE_DAYS + 1;
      const reached = await keepReached(engine, reachOf(caller), ids);
      const people = await reports.countPeople(reached, { first, last });
      const none = Array.from({ length: LINE_DAYS }, () => 0);
      const lines = [...new Set(ids)].map((id) => ({ id, people: [...(people.get(id) ?? none)] }));
      return { first_day: first * DAY_SECONDS, lines };
    }),
    endpoint(getMissedCodes, (request) => listUnknownCodes(options, request)),
    endpoint(listAlerts, async (_, { caller }) => ({ alerts: await alerts.list(reachOf(caller)) })),
    endpoint(dismissAlerts, async ({ ids }, call) => ({
      dismissed: await alerts.dismiss(authorityOf(call).reach, ids),
    })),
  ];
}

function toRangeRequest(request: Omit<UnknownCodesFields, 'domain'>): RangeRequest {
  const { period, from, to, time_zone: timeZone } = request;
  return { period, from, to, timeZone };
}

interface Choice<Fields extends TopLinksFields> {
  readonly request: Fields;
  readonly reach: Reach;
  /** Each link once; undefined: no link was requested. */
  readonly links: readonly FoundLink[] | undefined;
}

function toClicksRequest({ request, reach, links }: Choice<TopLinksFields>): ClicksRequest {
  const { audience, tag: tags } = request;
  const linkIds = links?.map(({ id }) => id);
  const filters = readFilters(request);
  return { ...toRangeRequest(request), audience, filters, reach, linkIds, tags };
}

/** Throws `links.unknown`. */
async function readChoice<Fields extends TopLinksFields>(
  findLink: FindLink,
  request: Fields,
  call: Call,
): Promise<Choice<Fields>> {
  const domain = readDomain(readFilters(request));
  const found =
    request.short_url &&
    (await Promise.all(
      request.short_url.map((text) => findLink({ short_url: text, domain }, call)),
    ));
  const links = found && [...new Map(found.map((link) => [link.id, link])).values()];
  return { request, reach: reachOf(call.caller), links };
}

async function readReport(
  options: StatsOptions,
  choice: Choice<ReportFields>,
): Promise<PackedJson<Report>> {
  const { reports, countClicks } = options;
  await countClicks();
  const { compare } = choice.request;
  const pending = await countPending(options, choice);
  return new PackedJson(await reports.report({ ...toClicksRequest(choice), compare }, pending));
}

/** All clicks, also those on deleted links, or on the links that a caller sees. */
export async function countAll(options: StatsOptions, { caller }: Call): Promise<number> {
  const request = getReport.request.parse({ period: 'all', audience: 'all' });
  const choice = { request, reach: reachOf(caller), links: undefined };
  return (await readReport(options, choice)).data.clicks;
}

async function countPending(
  { engine, countPending: count, listPending }: StatsOptions,
  { reach, links }: Choice<ReportFields>,
): Promise<number> {
  let counts: readonly number[];
  if (links === undefined && reach !== 'all') {
    const pending = await listPending();
    const reached = await keepReached(engine, reach, [...pending.keys()]);
    counts = reached.map((id) => pending.get(id)!);
  } else {
    const ids = links?.map(({ id }) => id) ?? [SITE_ID];
    counts = await Promise.all(ids.map((id) => count(id)));
  }
  return counts.reduce((sum, clicks) => sum + clicks, 0);
}

async function listLinks(
  { reports }: StatsOptions,
  choice: Choice<TopLinksFields>,
): Promise<PackedJson<LinkList>> {
  return new PackedJson(await reports.listLinks(toClicksRequest(choice)));
}

async function listUnknownCodes(options: StatsOptions, request: UnknownCodesFields) {
  await options.flushUnknownCodes();
  const domain = readDomain(readFilters(request));
  const codes = await options.reports.listUnknownCodes({ ...toRangeRequest(request), domain });
  return new PackedJson<ReplyOf<typeof getMissedCodes>>(codes);
}
