import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { csvLine } from '../../../contracts/csv.ts';
import { dimensions, VALUE_MAX, type Dimension } from '../../../contracts/stats/stats.constants.ts';
import { writeFilter } from '../../../contracts/stats/stats-filter.ts';
import {
  openStatsSite,
  rewriteBefore,
  type StatsSite,
} from '../../../tests/support/statistics/stats-log.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { isFolded, tableDimensions, type DimensionRow } from '../dimension-tables.ts';
import { ValueLimit } from '../ingest/dimension-values.ts';
import { Visits } from '../ingest/visits.ts';
import { insertBatches } from '../ingest/click-batches.store.ts';
import { encodeBatch } from '../ingest/encode-batch.ts';
import { openDayVisitors, VisitorText } from '../ingest/visitors.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { createReport } from './report.ts';
import { listReportLines, writeCsv } from './report-file.ts';

const DAY = 20_000;
const NOW = (DAY + 1) * DAY_SECONDS;
/** Texts that a rule or a place file could return, and how they are shown. */
const texts: readonly (readonly [name: string, text: string, expected?: string])[] = [
  ['a quote', `it's "quoted" \`and\` \\ escaped`],
  ['SQL', `'; drop table click; --`],
  ['HTML', '<script>alert(1)</script>'],
  ['a formula', '=1+1'],
  ['right to left', 'שלום עולם'],
  ['emoji', '👩‍👩‍👧‍👦🇩🇪'],
  ['NUL', 'before\u0000after'],
  ['lines', 'one\r\ntwo\tthree'],
  ['half of a character', 'a\ud83d', 'a\ufffd'],
  [
    'a cut through a character',
    `${'x'.repeat(VALUE_MAX - 1)}👩`,
    `${'x'.repeat(VALUE_MAX - 1)}\ufffd`,
  ],
  ['10,000 characters', 'y'.repeat(10_000), 'y'.repeat(VALUE_MAX)],
  ['what filters mean by nothing', 'none'],
  ['a name of JavaScript', '__proto__'],
  ['a name that differs in case', 'CASE'],
  ['the same in small letters', 'case'],
  ['a space at the end', 'case '],
];

/** Channels are no texts of visitors. */
const exact = dimensions.filter((name) => name !== 'channel' && !isFolded(name));

let site: StatsSite;

beforeAll(async () => {
  site = await openStatsSite();
  await seedLinks(site.engine, [{ id: 1, short_url: 'poster' }]);
  const visits = new Visits();
  for (const [, text] of texts) visits.add(createVisit(text));
  const visitors = await openDayVisitors(site.engine, DAY);
  const places = Array.from({ length: visits.length }, (_, at) => at);
  const body = encodeBatch(visits, places, visitors);
  await site.engine.write((tx) => insertBatches(tx, [{ day: DAY, state: 'open', rules: 1, body }]));
});
afterAll(() => site[Symbol.asyncDispose]());

function createVisit(text: string) {
  const limit = new ValueLimit();
  const row = (table: keyof typeof tableDimensions): DimensionRow =>
    tableDimensions[table].map((dimension) => limit.keep(dimension, text));
  return {
    linkId: 1,
    time: DAY * DAY_SECONDS,
    clickedAt: DAY * DAY_SECONDS,
    class: 0,
    isScan: false,
    isPaid: false,
    agent: { text: '', class: 0, row: row('agent') },
    referrer: row('referrer'),
    campaign: row('campaign'),
    place: row('place'),
    language: row('language'),
    route: row('route'),
    address: new VisitorText('203.0.113'),
    userAgent: new VisitorText(text),
  };
}

function report(filters: Partial<Record<Dimension, string>>) {
  const request = { period: 'all', timeZone: 'UTC', audience: 'all', reach: 'all' } as const;
  return createReport(site, { ...request, linkIds: [1], filters }, NOW);
}

describe.each(chooseForRun(['sealed'], ['open', 'sealed']))('of a day that is %s', (state) => {
  beforeAll(async () => {
    if (state === 'sealed') await rewriteBefore(site, DAY + 1, 'sealed');
  });

  test.each(chooseForRun(exact.slice(0, 2), exact))(
    '%s shows and filters any text unchanged',
    async (dimension) => {
      const { lists } = await report({});
      const { values, none, other } = lists.find((list) => list.dimension === dimension)!;
      expect({ none, other }).toEqual({ none: 0, other: 0 });
      const expected = texts.map(([, text, shown = text]) => ({ value: shown, clicks: 1 }));
      expect(new Set(values)).toEqual(new Set(expected));
      for (const { value } of expected) {
        const found = await report({ [dimension]: writeFilter(value) });
        expect([value, found.clicks, found.totals.visitors]).toEqual([value, 1, 1]);
      }
      // A partial text, or the start of a statement, matches nothing.
      for (const strange of [`' or '1' = '1`, 'before', 'CaSe', '\u0000', '%', '_']) {
        expect([strange, (await report({ [dimension]: strange })).clicks]).toEqual([strange, 0]);
      }
    },
  );

  test.each(dimensions.filter(isFolded))('%s is one value in any case', async (dimension) => {
    const { lists } = await report({});
    const { values } = lists.find((list) => list.dimension === dimension)!;
    expect(values[0]).toEqual({ value: 'CASE', clicks: 2 });
    expect(values).toHaveLength(texts.length - 1);
    for (const filter of ['CASE', 'case', 'Case']) {
      expect((await report({ [dimension]: filter })).clicks).toBe(2);
    }
  });

  test('an exported report has each text in its own cell', async () => {
    const file = {
      ...(await report({})),
      knows_places: true,
      pending_clicks: 0,
      imported_clicks: 0,
      short_url: 'poster',
      time_zone: 'UTC',
      audience: 'all',
      reach: 'all',
      filters: {},
    } as const;
    const csv = writeCsv(listReportLines(file), false).text;
    const lines = exact.flatMap((dimension) =>
      texts.map(([, text, shown = text]) => csvLine([dimension, shown, '', 1])),
    );
    for (const line of lines) expect(csv).toContain(line);
    const { lists } = JSON.parse(JSON.stringify(file)) as typeof file;
    expect(lists).toEqual(file.lists);
  });
});
