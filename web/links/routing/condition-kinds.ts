import { ruleDevices } from '../../../contracts/links/routing.constants.ts';
import { locale, t } from '../../language.ts';
import { formatDisplayName } from '../../ui/text/display-name.ts';
import { escapeInvisible } from '../../ui/text/escape-invisible.ts';
import { toInstant } from '../form/typed-instant.ts';
import { formatInstant, formatZone, joinParts } from './formats.ts';
import { week, type ConditionDraft, type ConditionKind } from './rule-draft.ts';
import { apps, browsers, countryCodes, languageTags, systems } from './visitors.ts';
import { once } from '../../ui/text/remember.ts';

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

const anyOf = once(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
const allOf = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
const weekday = once(() => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }));
const collator = once(() => new Intl.Collator(locale));

type ListName = 'device' | 'system' | 'browser' | 'in_app' | 'country' | 'language';

/** A list means any of its values. */
function createList<Value extends string>(
  name: ListName,
  values: readonly Value[],
  format: (value: Value) => string = escapeInvisible,
) {
  return {
    create: (): Value[] => [],
    describe: (list: readonly Value[]) =>
      list.length === 0 ? '' : t(`rule.any.${name}`, { list: anyOf().format(list.map(format)) }),
    explain: ({ length }: readonly Value[]) => (length === 0 ? t('rule.choose.one') : null),
    listChoices: once((): Choice[] => values.map((value) => ({ value, label: format(value) }))),
  };
}

/** A list of codes, which the browser names. The choices are in the order of their names. */
function createCodes(name: 'country' | 'language', codes: readonly string[]) {
  const type = name === 'country' ? 'region' : name;
  const names = new Intl.DisplayNames(locale, { type });
  const list = createList(name, codes, (code) => formatDisplayName(names, code));
  return { ...list, listChoices: once(() => list.listChoices().toSorted(compareLabels)) };
}

function compareLabels(a: Choice, b: Choice): number {
  return collator().compare(a.label, b.label);
}

/** The kinds in the order of the sentences. */
export const conditionKinds = {
  device: createList('device', ruleDevices, (device) => t(`rule.device.${device}`)),
  system: createList('system', systems),
  browser: createList('browser', browsers),
  in_app: createList('in_app', apps),
  country: createCodes('country', countryCodes),
  language: createCodes('language', languageTags),
  is_qr: {
    create: () => 1,
    describe: (isQr) => t(isQr === 1 ? 'rule.is.qr' : 'rule.no.qr'),
    explain: () => null,
  },
  query: {
    create: () => [{ name: '', value: '' }],
    describe: (pairs) => {
      const filled = pairs.filter(({ name }) => name !== '').map(formatPair);
      return filled.length === 0 ? '' : t('rule.query', { list: allOf().format(filled) });
    },
    explain: (pairs) => {
      if (pairs.some(({ name }) => name.trim() === '')) return t('rule.query.name.empty');
      const names = new Set(pairs.map(({ name }) => name));
      return names.size < pairs.length ? t('rule.query.name.twice') : null;
    },
  },
  hours: {
    create: () => ({
      days: week.slice(0, 5),
      from: '09:00',
      until: '17:00',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    }),
    describe: ({ days, from, until, time_zone: zone }) =>
      t(from === until ? 'rule.hours.all' : 'rule.hours', {
        days: describeDays(days),
        zone: formatZone(zone),
        from,
        until,
      }),
    explain: ({ days, from, until }) => {
      if (days.length === 0) return t('rule.hours.no.days');
      return from === '' || until === '' ? t('rule.hours.empty') : null;
    },
  },
  dates: {
    create: () => ({ from: '', until: '' }),
    describe: ({ from, until }) => {
      if (from === '' && until === '') return '';
      const values = { from: formatTyped(from), until: formatTyped(until) };
      if (until === '') return t('rule.from', values);
      return t(from === '' ? 'rule.until' : 'rule.from.until', values);
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

/** What the kinds say of a condition. The table ties them, which no type can say. */
function mapKinds<Result>(
  when: ConditionDraft,
  read: (kind: Kind<unknown>, value: unknown, name: ConditionKind) => Result,
): Result[] {
  return kindNames
    .filter((name) => when[name] !== undefined)
    .map((name) => read(conditionKinds[name] as Kind<unknown>, when[name], name));
}

/** Describes a condition: "On phones, in Germany or Austria". `empty` is one that says nothing. */
export function describeCondition(when: ConditionDraft, empty = t('rule.every.visit')): string {
  return joinParts(mapKinds(when, (kind, value) => kind.describe(value))) || empty;
}

/** The errors of a condition by kind; null: no error. */
export function explainCondition(when: ConditionDraft) {
  return mapKinds(when, (kind, value, name) => [name, kind.explain(value)] as const);
}

/** Describes days: "on weekdays". */
function describeDays(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const key = sorted.join('');
  if (key === '1234567') return t('rule.days.every');
  if (key === '12345') return t('rule.days.week');
  if (key === '67') return t('rule.days.weekend');
  return t('rule.days.some', { list: allOf().format(sorted.map(formatDay)) });
}

/** The short name of a day; 1 = Monday. */
export function formatDay(day: number): string {
  // 2024-01-01 was a Monday.
  return weekday().format(Date.UTC(2024, 0, day));
}

function formatPair({ name, value }: ValueOf<'query'>[number]): string {
  return escapeInvisible(value === '' || value === '*' ? name : `${name}=${value}`);
}

function formatTyped(typed: string): string {
  const seconds = toInstant(typed);
  return seconds === null ? '…' : formatInstant(seconds);
}
