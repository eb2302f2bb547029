import { ruleDevices } from '../../../contracts/links/routing.constants.ts';
import { language, locale, t } from '../../language.ts';
import { escapeInvisible } from '../../ui/text/escape-invisible.ts';
import { toInstant } from '../form/typed-instant.ts';
import { capitalize, formatCountry, formatInstant, formatLanguage, formatZone } from './formats.ts';
import type { ConditionDraft, ConditionKind } from './rule-draft.ts';
import { apps, browsers, countryCodes, languageTags, systems } from './visitors.ts';

export type ValueOf<Kind extends ConditionKind> = NonNullable<ConditionDraft[Kind]>;

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A kind of condition: its first value, its words and its errors. */
interface Kind<Value> {
  readonly create: () => Value;
  /** `''` = not filled in. */
  readonly describe: (value: Value) => string;
  /** Null: no error. */
  readonly explain: (value: Value) => string | null;
}

/** A list means any of its values. */
interface ListKind<Value extends string> extends Kind<Value[]> {
  readonly listChoices: () => readonly Choice[];
}

const WORK_DAYS = [1, 2, 3, 4, 5];

const anyOf = new Intl.ListFormat(locale, { type: 'disjunction' });
const allOf = new Intl.ListFormat(locale, { type: 'conjunction' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
const collator = new Intl.Collator(locale);

interface ListOptions<Value extends string> {
  readonly text:
    | 'rule.on.device'
    | 'rule.on.system'
    | 'rule.in.browser'
    | 'rule.in.app'
    | 'rule.in.country'
    | 'rule.in.language';
  readonly values: readonly Value[];
  readonly format?: (value: Value) => string;
  /** Sorts the choices by name. */
  readonly isSorted?: boolean;
}

function createList<Value extends string>(options: ListOptions<Value>): ListKind<Value> {
  const { text, values, format = escapeInvisible, isSorted = false } = options;
  let choices: readonly Choice[] | null = null;
  return {
    create: () => [],
    describe: (list) =>
      list.length === 0 ? '' : t(text, { list: anyOf.format(list.map(format)) }),
    explain: ({ length }) => (length === 0 ? t('rule.choose.one') : null),
    listChoices: () => {
      if (choices === null) {
        choices = values.map((value) => ({ value, label: format(value) }));
        if (isSorted) choices = choices.toSorted((a, b) => collator.compare(a.label, b.label));
      }
      return choices;
    },
  };
}

/** The kinds in the order of the sentences. */
export const conditionKinds = {
  device: createList({
    text: 'rule.on.device',
    values: ruleDevices,
    format: (device) => t(`rule.device.${device}`),
  }),
  system: createList({ text: 'rule.on.system', values: systems }),
  browser: createList({ text: 'rule.in.browser', values: browsers }),
  in_app: createList({ text: 'rule.in.app', values: apps }),
  country: createList({
    text: 'rule.in.country',
    values: countryCodes,
    format: formatCountry,
    isSorted: true,
  }),
  language: createList({
    text: 'rule.in.language',
    values: languageTags,
    format: formatLanguage,
    isSorted: true,
  }),
  is_qr: {
    create: () => true,
    describe: (isQr) => t(isQr ? 'rule.is.qr' : 'rule.no.qr'),
    explain: () => null,
  },
  query: {
    create: () => [{ name: '', value: '' }],
    describe: (pairs) => {
      const filled = pairs.filter(({ name }) => name !== '').map(formatPair);
      return filled.length === 0 ? '' : t('rule.query', { list: allOf.format(filled) });
    },
    explain: (pairs) => {
      if (pairs.some(({ name }) => name.trim() === '')) return t('rule.query.name.empty');
      const names = new Set(pairs.map(({ name }) => name));
      return names.size < pairs.length ? t('rule.query.name.twice') : null;
    },
  },
  hours: {
    create: () => ({ days: WORK_DAYS, from: '09:00', until: '17:00', time_zone: findZone() }),
    describe: ({ days, from, until, time_zone: zone }) => {
      const common = { days: describeDays(days), zone: formatZone(zone) };
      if (from === until) return t('rule.hours.all', common);
      return t('rule.hours', { ...common, from, until });
    },
    explain: ({ days, from, until }) => {
      if (days.length === 0) return t('rule.hours.no.days');
      return from === '' || until === '' ? t('rule.hours.empty') : null;
    },
  },
  dates: {
    create: () => ({ from: '', until: '' }),
    describe: ({ from, until }) => {
      if (from === '' && until === '') return '';
      const [first, last] = [formatTyped(from), formatTyped(until)];
      if (until === '') return t('rule.from', { from: first });
      if (from === '') return t('rule.until', { until: last });
      return t('rule.from.until', { from: first, until: last });
    },
    explain: ({ from, until }) => {
      const [first, last] = [toInstant(from), toInstant(until)];
      if (first === null || last === null) return t('routing.instant.unfinished');
      if (from === '' && until === '') return t('rule.dates.empty');
      return until !== '' && last <= first ? t('rule.dates.order') : null;
    },
  },
} satisfies { readonly [Name in ConditionKind]: Kind<ValueOf<Name>> };

export const kindNames = Object.keys(conditionKinds) as readonly ConditionKind[];

/** The kinds of a condition, each with its value. The table ties them, which no type can say. */
function listParts(when: ConditionDraft) {
  return kindNames.flatMap((name) => {
    const value: unknown = when[name];
    return value === undefined
      ? []
      : [{ name, value, kind: conditionKinds[name] as Kind<unknown> }];
  });
}

/** Describes a condition: "On phones, in Germany or Austria". */
export function describeCondition(when: ConditionDraft): string {
  const parts = listParts(when)
    .map(({ kind, value }) => kind.describe(value))
    .filter((part) => part !== '');
  if (parts.length === 0) return t('rule.every.visit');
  return capitalize(parts.join(language === 'zh' ? '，' : ', '));
}

/** The errors of a condition by kind. */
export function listConditionFaults(when: ConditionDraft): [kind: ConditionKind, text: string][] {
  return listParts(when).flatMap(({ name, kind, value }) => {
    const text = kind.explain(value);
    return text === null ? [] : [[name, text] as [ConditionKind, string]];
  });
}

/** Describes days: "on weekdays". */
function describeDays(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const key = sorted.join('');
  if (key === '1234567') return t('rule.days.every');
  if (key === '12345') return t('rule.days.week');
  if (key === '67') return t('rule.days.weekend');
  return t('rule.days.some', { list: allOf.format(sorted.map(formatDay)) });
}

/** The short name of a day; 1 = Monday. */
export function formatDay(day: number): string {
  // 2024-01-01 was a Monday.
  return weekday.format(Date.UTC(2024, 0, day));
}

function findZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** All time zones, also `present` if the browser does not have it. */
export function listZones(present: string): Choice[] {
  const zones = new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((value) => {
    // One can search for the place in Latin letters, too.
    const place = value.replaceAll('_', ' ');
    const isPlace = locale === 'en' || value === 'UTC';
    return { value, label: isPlace ? place : `${place} · ${formatZone(value)}` };
  });
}

function formatPair({ name, value }: ValueOf<'query'>[number]): string {
  return escapeInvisible(value === '' || value === '*' ? name : `${name}=${value}`);
}

function formatTyped(typed: string): string {
  const seconds = toInstant(typed);
  return seconds === null ? '…' : formatInstant(seconds);
}
