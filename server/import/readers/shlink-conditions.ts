import type { Condition } from '../../../contracts/links/routing.ts';
import type { DateRules } from '../values/date-time.ts';
import { readInstant } from '../values/instant.ts';
import type { Refusal } from '../refusal.ts';
import { androidSystems, appleSystems, desktopSystems, refuseRules } from './routing-reader.ts';
import { isFields } from './source-row.ts';

export const deviceSystems: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['android', androidSystems],
  ['ios', appleSystems],
  ['mobile', [...androidSystems, ...appleSystems]],
  ['windows', ['Windows']],
  ['macos', ['macOS']],
  ['linux', ['Linux']],
  ['chromeos', ['Chrome OS']],
  ['desktop', desktopSystems],
]);

/** The names that the statistics have for them. */
export const browserNames: ReadonlyMap<unknown, string> = new Map([
  ['chrome', 'Chrome'],
  ['firefox', 'Firefox'],
  ['edge', 'Edge'],
  ['safari', 'Safari'],
  ['opera', 'Opera'],
  ['android_browser', 'Android Browser'],
]);

const CONDITIONS_MAX = 64; // of one rule

interface SourceCondition {
  readonly type: unknown;
  readonly key: string;
  readonly value: string;
}

/** Every condition must fit, as in Brisk. */
export function readConditions(
  conditions: readonly unknown[],
  dates: DateRules,
): Condition | Refusal {
  if (conditions.length > CONDITIONS_MAX) {
    const reason = `A rule has more than ${CONDITIONS_MAX} conditions`;
    return refuseRules(reason, 'redirectRules', conditions.length);
  }
  let when: Condition = {};
  for (const condition of conditions) {
    const next = readCondition(readFields(condition), dates);
    const both = next === null ? null : join(when, next);
    if (both === null) {
      return refuseRules('Brisk has no such condition', 'redirectRules', condition);
    }
    when = both;
  }
  return when;
}

function readFields(condition: unknown): SourceCondition {
  const { type, matchKey, matchValue } = isFields(condition) ? condition : {};
  return { type, key: toText(matchKey), value: toText(matchValue) };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** null: Brisk cannot ask for it, for example for an address or a city. */
function readCondition({ type, key, value }: SourceCondition, dates: DateRules): Condition | null {
  switch (type) {
    case 'device': {
      const system = deviceSystems.get(value);
      return system === undefined ? null : { system: [...system] };
    }
    case 'browser': {
      const browser = browserNames.get(value);
      return browser === undefined ? null : { browser: [browser] };
    }
    case 'language':
      return { language: [value.replaceAll('_', '-')] };
    case 'geolocation-country-code':
      return { country: [value.toUpperCase()] };
    case 'query-param':
      // Brisk reads an asterisk as any value.
      return value === '*' ? null : { query: { [key]: value } };
    case 'any-value-query-param':
      return { query: { [key]: '*' } };
    case 'valueless-query-param':
      return { query: { [key]: '' } };
    case 'before-date': {
      const until = readInstant(value, dates);
      return typeof until === 'number' ? { until } : null;
    }
    case 'after-date': {
      const from = readInstant(value, dates);
      return typeof from === 'number' ? { from } : null;
    }
    default:
      return null;
  }
}

/** null: no visit of Brisk can fit both, or only some that should. */
function join(one: Condition, other: Condition): Condition | null {
  const system = intersect(one.system, other.system);
  const browser = intersect(one.browser, other.browser);
  const country = intersect(one.country, other.country);
  const query = joinQueries(one.query, other.query);
  const languages = [one.language, other.language].filter((list) => list !== undefined);
  const froms = [one.from, other.from].filter((time) => time !== undefined);
  const untils = [one.until, other.until].filter((time) => time !== undefined);
  if (system === null || browser === null || country === null || query === null) return null;
  if (languages.length > 1) return null;
  return {
    ...(system !== undefined && { system }),
    ...(browser !== undefined && { browser }),
    ...(country !== undefined && { country }),
    ...(query !== undefined && { query }),
    ...(languages[0] !== undefined && { language: languages[0] }),
    ...(froms.length > 0 && { from: Math.max(...froms) }),
    ...(untils.length > 0 && { until: Math.min(...untils) }),
  };
}

function intersect(one?: string[], other?: string[]): string[] | null | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = one.filter((name) => other.includes(name));
  return both.length === 0 ? null : both;
}

type Query = NonNullable<Condition['query']>;

function joinQueries(one: Query = {}, other: Query = {}): Query | null | undefined {
  const names = Object.keys(other);
  if (names.some((name) => Object.hasOwn(one, name) && one[name] !== other[name])) return null;
  const both = { ...one, ...other };
  return Object.keys(both).length === 0 ? undefined : both;
}
