import type { DateRules } from './date-time.ts';
import { readFlag } from './flag.ts';
import { readInstant } from './instant.ts';
import { findLimitColumn, unclearFlag, type LimitColumn, type LimitKind } from './limit-columns.ts';
import { describeColumn, type Refusal } from './refusal.ts';
import { isFields, type Fields } from './source-row.ts';

interface LimitRules extends DateRules {
  readonly now: number;
}

export interface KeptLimits {
  readonly isActive: boolean;
  /** Unix seconds; 0 = never. */
  readonly expiresAt: number;
}

/** `open`: no limit. A number: the link expires at that second. `unclear`: an unreadable flag. */
type Verdict = 'open' | 'off' | 'refused' | 'unclear' | number;

/**
 * An unreadable limit fails the row: an imported link must never be more open than at its source.
 */
export function readLimits(source: Fields, rules: LimitRules): KeptLimits | Refusal {
  let isActive = true;
  let end = Infinity;
  for (const { name, value, column } of limitsOf(source)) {
    const verdict = readers[column.kind](value, rules);
    if (verdict === 'refused' || verdict === 'unclear') {
      const { key, reason } = verdict === 'unclear' ? unclearFlag : column;
      const detail = column.isSecret ? name : describeColumn(name, value);
      return { key, reason: `${reason} (${detail})`, detail };
    }
    if (verdict === 'off') isActive = false;
    if (typeof verdict === 'number') end = Math.min(end, verdict);
  }
  return { isActive, expiresAt: end === Infinity ? 0 : end };
}

export function listLimitDates(source: Fields): unknown[] {
  return limitsOf(source)
    .filter(({ column: { kind } }) => kind === 'expiry' || kind === 'start')
    .map(({ value }) => value);
}

/** Shlink writes limits into the object `meta`. */
function limitsOf(source: Fields): { name: string; value: unknown; column: LimitColumn }[] {
  const { meta } = source;
  return [source, ...(isFields(meta) ? [meta] : [])].flatMap((fields) =>
    Object.keys(fields).flatMap((name) => {
      const column = findLimitColumn(name);
      return column === null ? [] : [{ name, value: fields[name], column }];
    }),
  );
}

const byFlag = {
  // PHP writes false as an empty text, so an empty column may mean "off".
  active: { on: 'open', off: 'off', unset: 'unclear', unclear: 'unclear' },
  banned: { on: 'off', off: 'open', unset: 'open', unclear: 'unclear' },
  forbidden: { on: 'refused', off: 'open', unset: 'open', unclear: 'unclear' },
} as const;

const readers: Readonly<Record<LimitKind, (value: unknown, rules: LimitRules) => Verdict>> = {
  expiry(value, rules) {
    const instant = readInstant(value, rules);
    if (instant === 'never') return 'open';
    return instant === 'unclear' ? 'refused' : instant;
  },
  start(value, rules) {
    const instant = readInstant(value, rules);
    if (instant === 'never') return 'open';
    return instant === 'unclear' || instant > rules.now ? 'refused' : 'open';
  },
  ended: (value, rules) => (readInstant(value, rules) === 'never' ? 'open' : 'refused'),
  active: (value) => byFlag.active[readFlag(value)],
  banned: (value) => byFlag.banned[readFlag(value)],
  forbidden: (value) => byFlag.forbidden[readFlag(value)],
  present: (value) => (isUnset(value) ? 'open' : 'refused'),
  targets: (value) => (isEmpty(value) ? 'open' : 'refused'),
  public: (value) =>
    isUnset(value) || (typeof value === 'string' && /^\s*public\s*$/i.test(value))
      ? 'open'
      : 'refused',
};

/** A blank is a password, and 0 may be a password. */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === '';
}

function isEmpty(value: unknown): boolean {
  if (isUnset(value)) return true;
  if (typeof value === 'string') return /^\s*(?:\[\s*\]|\{\s*\}|null)\s*$/i.test(value);
  return typeof value === 'object' && Object.values(value as object).every(isEmpty);
}
