import type { Link } from '../../../contracts/links/links.ts';
import type { Dimension } from '../../../contracts/stats/stats.constants.ts';
import type { Report } from '../../../contracts/stats/stats.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { Call } from '../../http/endpoint.ts';
import type { Ask } from '../ask.ts';
import { readReport } from '../click-days.ts';

const browsers = ['chrome', 'edge', 'firefox', 'ie', 'opera', 'other', 'safari'] as const;
const systems = ['android', 'ios', 'linux', 'macos', 'other', 'windows'] as const;

/** The first words of names in our statistics. */
const browserNames: Readonly<Record<string, (typeof browsers)[number]>> = {
  chrome: 'chrome',
  chromium: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  internet: 'ie',
  opera: 'opera',
  safari: 'safari',
};
const systemNames: Readonly<Record<string, (typeof systems)[number]>> = {
  android: 'android',
  ios: 'ios',
  ipados: 'ios',
  linux: 'linux',
  macos: 'macos',
  windows: 'windows',
};

interface Figure {
  readonly name: string;
  readonly value: number;
}

type Start = (now: Temporal.ZonedDateTime, back: number) => Temporal.ZonedDateTime;

const startOfHour: Start = (now, back) =>
  now.round({ smallestUnit: 'hour', roundingMode: 'floor' }).subtract({ hours: back });
const startOfDay: Start = (now, back) => now.subtract({ days: back }).startOfDay();
const startOfMonth: Start = (now, back) =>
  now.with({ day: 1 }).subtract({ months: back }).startOfDay();

const periods = [
  { name: 'lastDay', parts: 24, startOf: startOfHour },
  { name: 'lastWeek', parts: 7, startOf: startOfDay },
  { name: 'lastMonth', parts: 30, startOf: startOfDay },
  { name: 'lastYear', parts: 12, startOf: startOfMonth },
] as const;

/** The clicks of people in four periods, each up to now, in the time zone of the site. */
export async function describeClicks(ask: Ask, link: Link, call: Call) {
  const now = Temporal.Now.zonedDateTimeISO(call.timeZone);
  const told = await Promise.all(
    periods.map(async ({ name, parts, startOf }) => {
      const starts = Array.from(
        { length: parts },
        (_, at) => startOf(now, parts - 1 - at).epochMilliseconds / 1000,
      );
      const period = { from: starts[0]!, to: nowSeconds() + 1 };
      const report = await readReport(ask, link, period, call);
      return [name, describePeriod(report, starts)] as const;
    }),
  );
  return { ...Object.fromEntries(told), updatedAt: new Date().toISOString() };
}

function describePeriod(report: Report, starts: readonly number[]) {
  const views = starts.map(() => 0);
  for (const { start, person, scan } of report.bars) {
    const at = Math.max(
      0,
      starts.findLastIndex((begin) => begin <= start),
    );
    views[at] = views[at]! + person + scan;
  }
  return {
    stats: {
      browser: gather(report, 'browser', browsers, browserNames),
      os: gather(report, 'system', systems, systemNames),
      country: list(report, 'country', 'unknown', (code) => code.toLowerCase()),
      referrer: list(report, 'referrer', 'direct', (host) => host.replaceAll('.', '[dot]')),
    },
    views,
    total: report.clicks,
  };
}

/** All names, also those without a click. */
function gather<Name extends string>(
  report: Report,
  dimension: Dimension,
  names: readonly (Name | 'other')[],
  nameOf: Readonly<Record<string, Name>>,
): Figure[] {
  const { values, other, none } = find(report, dimension);
  const sums = new Map<Name | 'other', number>(names.map((name) => [name, 0]));
  const add = (name: Name | 'other', clicks: number) => sums.set(name, sums.get(name)! + clicks);
  add('other', other + none);
  for (const { value, clicks } of values) {
    const [word = ''] = value.toLowerCase().split(' ', 1);
    add(Object.hasOwn(nameOf, word) ? nameOf[word]! : 'other', clicks);
  }
  return [...sums].map(([name, value]) => ({ name, value }));
}

function list(
  report: Report,
  dimension: Dimension,
  noneName: string,
  toName: (value: string) => string,
): Figure[] {
  const { values, other, none } = find(report, dimension);
  return [
    ...values.map(({ value, clicks }) => ({ name: toName(value), value: clicks })),
    { name: 'other', value: other },
    { name: noneName, value: none },
  ].filter(({ value }) => value > 0);
}

function find({ lists }: Report, wanted: Dimension): Report['lists'][number] {
  const found = lists.find(({ dimension }) => dimension === wanted);
  return found ?? { dimension: wanted, values: [], other: 0, none: 0 };
}
