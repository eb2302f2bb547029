import { beforeEach, spyOn } from 'bun:test';
import { dimensions } from '../../../contracts/stats/stats.constants.ts';
import type { Report } from '../../../contracts/stats/stats.ts';
import * as saveFileModule from '../../../web/ui/save-file.ts';

const totals = { person: 0, scan: 0, preview: 0, bot: 0, visitors: 0 };
const START = Date.UTC(2026, 10, 20, 12) / 1000;

interface Listed {
  readonly channel?: Record<string, number>;
  readonly source?: Record<string, number>;
  readonly none?: number;
}

/** A report of two days; `none` counts clicks without source. */
export function aReport({ none = 0, ...given }: Listed, people = [3, 4]): Report {
  const lists: Partial<Record<string, Record<string, number>>> = given;
  return {
    from: START,
    to: START + 2 * 86_400,
    step: 'day',
    clicks: 0,
    totals,
    before: null,
    bars: people.map((person, at) => ({
      start: START + at * 86_400,
      person,
      scan: 0,
      preview: 0,
      bot: 9,
    })),
    compared: null,
    week: [],
    lists: dimensions.map((dimension) => ({
      dimension,
      values: Object.entries(lists[dimension] ?? {}).map(([value, clicks]) => ({ value, clicks })),
      other: 0,
      none: dimension === 'source' ? none : 0,
    })),
    filters_from: 0,
    pending_clicks: 0,
    imported_clicks: 0,
    knows_places: true,
  };
}

/** Answers calls for statistics: reports by the query of the call, without period and audience. */
export function answerReports(reports: Readonly<Record<string, Report>>) {
  /** Path and query of each call. */
  const asked: [string, string][] = [];
  beforeEach(() => {
    asked.length = 0;
    const reply = async (input: string): Promise<Response> => {
      const { pathname, searchParams } = new URL(input, location.href);
      for (const name of ['time_zone', 'period', 'audience']) searchParams.delete(name);
      const query = searchParams.toString();
      asked.push([pathname, query]);
      if (pathname === '/api/stats/export') {
        const headers = { 'content-disposition': 'attachment; filename="a.csv"' };
        return new Response('a', { headers });
      }
      return Response.json({ code: 200, msg: 'success', data: lists[pathname] ?? reports[query] });
    };
    spyOn(globalThis, 'fetch').mockImplementation(reply as typeof fetch);
    // A click on the link of a file would change the address.
    spyOn(saveFileModule, 'saveFile').mockImplementation(() => undefined);
  });
  return asked;
}

const lists: Readonly<Record<string, unknown>> = {
  '/api/tags': ['garden', 'sale'].map((name) => ({ name, links: 1 })),
  '/api/stats/links': { top: [{ short_url: 'a,b' }, { short_url: 'go.example/c' }], silent: [] },
};
