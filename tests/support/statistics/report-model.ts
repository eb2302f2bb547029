import {
  dimensions,
  type Audience,
  type ClickClass,
  type Dimension,
} from '../../../contracts/stats/stats.constants.ts';
import type { Filters } from '../../../server/stats/query/filters.ts';

/** A click with all its reported values; '' = unknown. */
export interface ModelClick {
  readonly linkId: number;
  /** Unix seconds, at the beginning of a quarter of an hour. */
  readonly time: number;
  readonly class: ClickClass;
  readonly values: Readonly<Record<Dimension, string>>;
  /** Tells visitors apart; null: unknown. */
  readonly visitor: string | null;
  /**
   * How often its day was sealed before the click was counted. A seal drops the hashes, so the
   * visitors of later clicks are new.
   */
  epoch: number;
}

interface Wanted {
  /** Null: the whole site. */
  readonly links: readonly number[] | null;
  readonly from: number;
  readonly to: number;
  readonly audience: Audience;
  readonly filters: Filters;
}

export function dayOf(click: ModelClick): number {
  return Math.floor(click.time / 86_400);
}

function isPeople({ class: clickClass }: ModelClick): boolean {
  return clickClass === 'person' || clickClass === 'scan';
}

/** The expected report, by counting clicks one by one. */
export function countClicks(clicks: readonly ModelClick[], wanted: Wanted) {
  const { from, to, audience, filters, links } = wanted;
  const own = clicks.filter(({ linkId }) => links?.includes(linkId) ?? true);
  const passes = ({ time, values }: ModelClick) =>
    time >= from &&
    time < to &&
    dimensions.every((dimension) => {
      const text = filters[dimension];
      return text === undefined || values[dimension] === (text === 'none' ? '' : text);
    });
  const passing = own.filter(passes);
  const counted = passing.filter(
    (click) =>
      audience === 'all' || (audience === 'people' ? isPeople(click) : click.class === audience),
  );
  const groups = links === null ? [own] : Map.groupBy(own, ({ linkId }) => linkId).values();
  let visitors = 0;
  for (const group of groups) visitors += countVisitors(group, passes);
  return { passing, counted, visitors };
}

/** A visitor counts with the first click of a day, also of several in one quarter of an hour. */
function countVisitors(
  clicks: readonly ModelClick[],
  passes: (click: ModelClick) => boolean,
): number {
  const groups = Map.groupBy(
    clicks.filter((click) => isPeople(click) && click.visitor !== null),
    (click) => `${dayOf(click)} ${click.epoch} ${click.visitor}`,
  );
  let visitors = 0;
  for (const group of groups.values()) {
    const first = Math.min(...group.map(({ time }) => time));
    if (passes(group.find(({ time }) => time === first)!)) visitors += 1;
  }
  return visitors;
}

export function countClasses(clicks: readonly ModelClick[]): Record<ClickClass, number> {
  const counts = { person: 0, scan: 0, preview: 0, bot: 0 };
  for (const click of clicks) counts[click.class] += 1;
  return counts;
}

export function countValues(
  clicks: readonly ModelClick[],
  dimension: Dimension,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { values } of clicks) {
    counts.set(values[dimension], (counts.get(values[dimension]) ?? 0) + 1);
  }
  return counts;
}

/** Clicks by day of the week, from Monday, and by hour. */
export function countWeek(clicks: readonly ModelClick[], timeZone: string): number[][] {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { time } of clicks) {
    const parts = format.formatToParts(time * 1000);
    const read = (type: string) => parts.find((part) => part.type === type)!.value;
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(read('weekday'));
    week[day]![Number(read('hour'))]! += 1;
  }
  return week;
}
