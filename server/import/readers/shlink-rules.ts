import type { Condition, Rule } from '../../../contracts/links/routing.ts';
import { browserNames, deviceSystems } from './shlink-conditions.ts';

/** A condition as Shlink writes it. */
export interface ShlinkCondition {
  readonly type: string;
  readonly matchKey: string | null;
  readonly matchValue: string | null;
}

type Written = readonly ShlinkCondition[] | null;

/** The reverse of `readConditions`; null: Shlink has no such rule. */
export function writeConditions(rule: Rule): Written {
  if ('split' in rule) return null;
  const written: ShlinkCondition[] = [];
  for (const writePart of Object.values(writers)) {
    const part = writePart(rule.when);
    if (part === null) return null;
    written.push(...part);
  }
  const isWhole = Object.keys(rule.when).every((name) => Object.hasOwn(writers, name));
  return isWhole && written.length > 0 ? written : null;
}

const writers = {
  system: ({ system }) => (system === undefined ? [] : writeDevice(system)),
  browser: ({ browser }) => (browser === undefined ? [] : writeBrowser(browser)),
  language: ({ language }) => writeOne('language', language),
  country: ({ country }) => writeOne('geolocation-country-code', country),
  query: ({ query = {} }) => Object.entries(query).map(writeParameter),
  from: ({ from }) => writeTime('after-date', from),
  until: ({ until }) => writeTime('before-date', until),
} satisfies { readonly [Name in keyof Condition]: (when: Condition) => Written };

function write(type: string, matchValue: string | null, matchKey: string | null = null) {
  return { type, matchKey, matchValue };
}

function writeDevice(systems: readonly string[]): Written {
  const wanted = new Set(systems);
  for (const [device, names] of deviceSystems) {
    const isSame = names.length === wanted.size && names.every((name) => wanted.has(name));
    if (isSame) return [write('device', String(device))];
  }
  return null;
}

function writeBrowser([name, ...others]: readonly string[]): Written {
  const known = [...browserNames].find(([, browser]) => browser === name);
  return known === undefined || others.length > 0 ? null : [write('browser', String(known[0]))];
}

/** All conditions of a rule must fit, so Shlink cannot ask for one of several values. */
function writeOne(type: string, values: readonly string[] | undefined): Written {
  if (values === undefined) return [];
  const [value, ...others] = values;
  return value === undefined || others.length > 0 ? null : [write(type, value)];
}

function writeParameter([name, value]: readonly [string, string]): ShlinkCondition {
  if (value === '*') return write('any-value-query-param', null, name);
  if (value === '') return write('valueless-query-param', null, name);
  return write('query-param', value, name);
}

function writeTime(type: string, seconds: number | undefined): Written {
  if (seconds === undefined) return [];
  return [write(type, `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`)];
}
