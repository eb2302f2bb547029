import { fc } from '../random.ts';
import {
  audiences,
  comparisons,
  type Audience,
  type Comparison,
} from '../../../contracts/stats/stats.constants.ts';
import type { LinkChoice } from '../../../server/stats/query/chosen-links.ts';
import type { Filters } from '../../../server/stats/query/filters.ts';

const DAY = 86_400;
const QUARTER = 900;
export const CASE_DAYS = 8;

/** First days near changes of clocks, with their UTC day and quarter. */
const clockChanges = [
  // Forward by half an hour: 2024-10-05, 15:30.
  { firstDay: 20_000, day: 20_001, quarter: 62, zone: 'Australia/Lord_Howe' },
  // Back by half an hour: 2024-04-06, 15:00.
  { firstDay: 19_818, day: 19_819, quarter: 60, zone: 'Australia/Lord_Howe' },
  // Back by an hour: 2024-11-03, 6:00.
  { firstDay: 20_028, day: 20_030, quarter: 24, zone: 'America/New_York' },
] as const;
/** Shares of a split that differ only in their query. */
const targets = ['https://a.example/?variant=a', 'https://a.example/?variant=b'] as const;
const timeZones = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/New_York',
] as const;

/** A click, by numbers that stand for its values. */
export interface SampleClick {
  readonly linkId: number;
  readonly day: number;
  readonly quarter: number;
  /** 0 to 3. */
  readonly agent: number;
  readonly address: string;
  readonly path: string;
  readonly source: string;
  readonly language: string;
  /** Where its rules led. */
  readonly target: string;
  /** '' = the main domain. */
  readonly domain: string;
  readonly isScan: boolean;
  readonly isNameless: boolean;
}

/** A query; its ends come in any order. */
export interface ReportQuery extends Omit<LinkChoice, 'reach'> {
  readonly compare?: Comparison | undefined;
  readonly ends: readonly [number, number];
  readonly timeZone: string;
  readonly audience: Audience;
  readonly filters: Filters;
}

export const tagNames = ['Sale', 'print', 'ÉTÉ'] as const;
const choices: fc.Arbitrary<Omit<LinkChoice, 'reach'>> = fc.record(
  {
    linkIds: fc.subarray([1, 2, 3], { minLength: 1 }),
    tags: fc.subarray(['sale', 'PRINT', 'Été', 'nobody'], { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const filters = fc.record(
  {
    page: fc.constantFrom('a.example/b', 'none'),
    referrer: fc.constantFrom('a.example', 'c.example', 'none', 'nobody.example'),
    browser: fc.constantFrom('Browser 0', 'Browser 1', 'none'),
    country: fc.constantFrom('DE', 'none'),
    utm_source: fc.constantFrom('letter', 'none'),
    language: fc.constantFrom('de', 'none'),
    target: fc.constantFrom(...targets, 'none', 'https://nobody.example/'),
    domain: fc.constantFrom('go.example', 'none'),
  },
  { requiredKeys: [] },
);

/** Clicks of some days, and queries about them. */
export const reportCases = fc
  .constantFrom(...clockChanges)
  .chain(({ firstDay, zone, ...change }) => {
    const lastDay = firstDay + CASE_DAYS - 1;
    const anyTime = fc.record({
      day: fc.integer({ min: firstDay, max: lastDay }),
      quarter: fc.oneof(fc.nat(95), fc.constantFrom(0, 40, 41, 95)),
    });
    const timeOfChange = fc.record({
      day: fc.constant(change.day),
      quarter: fc.integer({ min: change.quarter - 4, max: change.quarter + 4 }),
    });
    const said = fc.record({
      linkId: fc.integer({ min: 1, max: 3 }),
      agent: fc.nat(3),
      address: fc.constantFrom('203.0.1', '203.0.2', '203.0.3', ''),
      path: fc.constantFrom('', 'https://a.example/', 'https://a.example/b', 'https://c.example/d'),
      // Most clicks have none.
      source: fc.constantFrom('', '', '', '', 'letter', 'poster'),
      language: fc.constantFrom('', '', '', 'de', 'zh'),
      target: fc.constantFrom('', '', ...targets),
      domain: fc.constantFrom('', '', 'go.example', 's.example'),
      isScan: fc.boolean(),
      isNameless: fc.nat(5).map((number) => number === 0),
    });
    const clicks: fc.Arbitrary<SampleClick> = fc
      .tuple(
        said,
        fc.oneof({ weight: 5, arbitrary: anyTime }, { weight: 1, arbitrary: timeOfChange }),
      )
      .map(([click, time]) => Object.assign({}, click, time));
    const batch = fc.record({
      clicks: fc.array(clicks, { maxLength: 25 }),
      /** All earlier days are sealed before this day. */
      sealedBefore: fc.integer({ min: firstDay - 2, max: lastDay }),
      /** Whether the projection is lost then. */
      isLost: fc.nat(3).map((number) => number === 0),
    });
    const instant = fc
      .tuple(fc.integer({ min: firstDay - 2, max: firstDay + CASE_DAYS }), fc.nat(95))
      .chain(([day, quarter]) => fc.constantFrom(day * DAY + quarter * QUARTER, day * DAY));
    const query = fc.record({
      compare: fc.option(fc.constantFrom(...comparisons), { nil: undefined }),
      ends: fc.tuple(instant, instant),
      timeZone: fc.oneof(fc.constantFrom(...timeZones), fc.constant(zone)),
      audience: fc.oneof(fc.constant('people' as const), fc.constantFrom(...audiences)),
      filters: fc.oneof(fc.constant({}), filters),
    });
    const request: fc.Arbitrary<ReportQuery> = fc
      .tuple(query, fc.oneof(fc.constant({}), choices))
      .map(([common, choice]) => Object.assign({}, common, choice));
    const tags = fc.subarray([...tagNames]);
    return fc.record({
      /** Of links 1, 2 and 3. */
      tags: fc.tuple(tags, tags, tags),
      firstDay: fc.constant(firstDay),
      batches: fc.array(batch, { minLength: 1, maxLength: 4 }),
      requests: fc.array(request, { minLength: 4, maxLength: 6 }),
      /** All earlier days are reduced at the end. */
      keptFrom: fc.integer({ min: firstDay, max: lastDay }),
    });
  });

/** The last second of the days that begin with this one. */
export function endOfDays(firstDay: number): number {
  return (firstDay + CASE_DAYS) * DAY - 1;
}
