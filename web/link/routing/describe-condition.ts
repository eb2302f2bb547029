import { language, locale, t } from '../../language.ts';
import { escapeInvisible } from '../../stats/format-value.ts';
import { capitalize, formatCountry, formatLanguage, formatZone } from './names.ts';
import { conditionKinds, type ConditionDraft, type ConditionKind } from './rule-draft.ts';
import { toInstant } from './typed-instant.ts';

const anyOf = new Intl.ListFormat(locale, { type: 'disjunction' });
const allOf = new Intl.ListFormat(locale, { type: 'conjunction' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

type Describers = {
  readonly [Kind in ConditionKind]: (value: NonNullable<ConditionDraft[Kind]>) => string;
};

const describers: Describers = {
  device: (devices) =>
    t('rule.on.device', { list: anyOf.format(devices.map((one) => t(`rule.device.${one}`))) }),
  system: (names) => t('rule.on.system', { list: listNames(names) }),
  browser: (names) => t('rule.in.browser', { list: listNames(names) }),
  in_app: (names) => t('rule.in.app', { list: listNames(names) }),
  country: (codes) => t('rule.in.country', { list: anyOf.format(codes.map(formatCountry)) }),
  language: (tags) => t('rule.in.language', { list: anyOf.format(tags.map(formatLanguage)) }),
  is_qr: (isQr) => t(isQr ? 'rule.is.qr' : 'rule.no.qr'),
  query: (pairs) => {
    const filled = pairs.filter(({ name }) => name !== '');
    if (filled.length === 0) return '';
    return t('rule.query', { list: allOf.format(filled.map(formatPair)) });
  },
  hours: describeHours,
  dates: ({ from, until }) => {
    if (from === '' && until === '') return '';
    const [first, last] = [formatTyped(from), formatTyped(until)];
    if (until === '') return t('rule.from', { from: first });
    if (from === '') return t('rule.until', { until: last });
    return t('rule.from.until', { from: first, until: last });
  },
};

/** Describes a condition: "On phones, in Germany or Austria". */
export function describeCondition(when: ConditionDraft): string {
  const parts = conditionKinds
    .map((kind) => describePart(kind, when))
    .filter((part) => part !== '');
  if (parts.length === 0) return t('rule.every.visit');
  const text = parts.join(language === 'zh' ? '，' : ', ');
  return capitalize(text);
}

function describePart(kind: ConditionKind, when: ConditionDraft): string {
  const value = when[kind];
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  // The kind ties the value to its describer, which the type cannot say.
  const describe = describers[kind] as (filled: typeof value) => string;
  return describe(value);
}

/** Describes days: "on weekdays". */
export function describeDays(days: readonly number[]): string {
  const key = days.toSorted((one, other) => one - other).join('');
  if (key === '1234567') return t('rule.days.every');
  if (key === '12345') return t('rule.days.week');
  if (key === '67') return t('rule.days.weekend');
  return t('rule.days.some', {
    list: allOf.format(days.toSorted((one, other) => one - other).map(formatDay)),
  });
}

/** The short name of a day; 1 = Monday. */
export function formatDay(day: number): string {
  // 2024-01-01 was a Monday.
  return weekday.format(Date.UTC(2024, 0, day));
}

function describeHours({ days, from, until, time_zone }: NonNullable<ConditionDraft['hours']>) {
  const common = { days: describeDays(days), zone: formatZone(time_zone) };
  if (from === until) return t('rule.hours.all', common);
  return t('rule.hours', { ...common, from, until });
}

function listNames(names: readonly string[]): string {
  return anyOf.format(names.map(escapeInvisible));
}

function formatPair({ name, value }: { readonly name: string; readonly value: string }): string {
  const text = value === '' || value === '*' ? name : `${name}=${value}`;
  return escapeInvisible(text);
}

function formatTyped(typed: string): string {
  const seconds = toInstant(typed);
  return seconds === null ? '…' : instant.format(seconds * 1000);
}
