import {
  exportReport,
  getLines,
  getLive,
  getReport,
  getTopLinks,
  LINE_DAYS,
  type Report,
} from '../../contracts/stats.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { Download, endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { inTurn } from './reports/in-turn.ts';
import type { Live } from './live.ts';
import type { Places } from './places.ts';
import { dayOf, DAY_SECONDS } from './quarter.ts';
import { createReport } from './reports/report.ts';
import { writeReportCsv } from './reports/report-file.ts';
import { readFilters } from './reports/report-query.ts';
import { selectFirstDays, selectLinkId } from './reports/reports.store.ts';
import { SITE_ID } from './record-visits.ts';
import { readSpan, type Span } from './reports/span.ts';
import { TimeZone } from './reports/time-zone.ts';
import { listTopLinks } from './reports/top-list.ts';
import { selectPeople } from './reports/top-links.store.ts';
import type { VisitRecorder } from './visit-recorder.ts';

export interface StatsOptions {
  readonly engine: Engine;
  readonly recorder: Pick<VisitRecorder, 'openFacts'>;
  readonly places: Pick<Places, 'knowsPlaces'>;
  readonly live: Pick<Live, 'open'>;
  /** Adds to the sums what the journal holds; resolves after a second even when it has not. */
  readonly countClicks: () => Promise<unknown>;
}

export function statsRoutes(options: StatsOptions): Endpoint[] {
  const { engine, live, countClicks } = options;
  const takeTurn = inTurn();
  return [
    endpoint(getReport, (request) => report(options, takeTurn, request)),
    endpoint(exportReport, async ({ format, ...request }) => {
      const found = await report(options, takeTurn, request);
      const [type, text] =
        format === 'csv'
          ? (['text/csv', writeReportCsv(found)] as const)
          : (['application/json', JSON.stringify(found)] as const);
      const day = new Date().toISOString().slice(0, 10);
      const name = `brisk-statistics-${day}.${format}`;
      return new Download(name, `${type}; charset=utf-8`, new Blob([text]).stream());
    }),
    endpoint(getLive, async ({ short_url: code }) => live.open(await findStatsId(engine, code))),
    endpoint(getTopLinks, async (request) => {
      await countClicks();
      const span = await spanOf(engine, request);
      return takeTurn(() => listTopLinks(engine, span));
    }),
    endpoint(getLines, async ({ ids }) => {
      const last = dayOf(nowSeconds());
      const first = last - LINE_DAYS + 1;
      const people = await takeTurn(() => selectPeople(engine, ids, first, last));
      const lines = [...people].map(([id, days]) => ({ id, people: [...days] }));
      return { first_day: first * DAY_SECONDS, lines };
    }),
  ];
}

/** The instants that a request is about. */
export async function spanOf(
  engine: Engine,
  request: Pick<CheckedRequestOf<typeof getReport>, 'period' | 'from' | 'to' | 'time_zone'>,
): Promise<Span> {
  const now = nowSeconds();
  const { sums } = await selectFirstDays(engine);
  return readSpan(
    request,
    new TimeZone(request.time_zone),
    now,
    (sums ?? dayOf(now)) * DAY_SECONDS,
  );
}

/** Throws `links.unknown` for a code that is none. */
export async function findStatsId(engine: Engine, code: string | undefined): Promise<number> {
  if (code === undefined) return SITE_ID;
  const id = await selectLinkId(engine, code);
  if (id === null) throw new Problem('links.unknown');
  return id;
}

async function report(
  { engine, recorder, places, countClicks }: StatsOptions,
  takeTurn: ReturnType<typeof inTurn>,
  request: CheckedRequestOf<typeof getReport>,
): Promise<Report> {
  const { period, from, to, time_zone: timeZone, audience } = request;
  const linkId = await findStatsId(engine, request.short_url);
  await countClicks();
  const filters = readFilters(request);
  const facts = await recorder.openFacts();
  const asked = { linkId, period, from, to, timeZone, audience, filters };
  const found = await takeTurn(() => createReport(engine, facts, asked, nowSeconds()));
  return { ...found, knows_places: places.knowsPlaces };
}
