import { MAX_CLICKS_MAX } from '../../contracts/links/routing.constants.ts';
import type { DateRules } from './values/date-time.ts';
import { readFlag, readState } from './values/flag.ts';
import { readInstant } from './values/instant.ts';
import { findLimitColumn, type LimitColumn, type LimitKind } from './limit-columns.ts';
import { readPasswordHash } from './values/password-hash.ts';
import { describeColumn, unclearFlag, type Refusal } from './refusal.ts';
import { isEmpty, isFields, isUnset, type Fields } from './readers/source-row.ts';

interface LimitRules extends DateRules {
  readonly now: number;
}

export interface KeptLimits {
  readonly isActive: boolean;
  /** Unix seconds; 0 = never. */
  readonly expiresAt: number;
  /** Unix seconds; 0 = at once. */
  readonly startsAt: number;
  /** 0 = no limit. */
  readonly clicksMax: number;
  /** '' = none. */
  readonly passwordHash: string;
}

/** `open`: no limit. `unclear`: an unreadable flag. The others are limits that Brisk keeps. */
type Verdict =
  | 'open'
  | 'off'
  | 'refused'
  | 'unclear'
  | { readonly end: number }
  | { readonly start: number }
  | { readonly clicksMax: number }
  | { readonly passwordHash: string };

/**
 * An unreadable limit fails the row: an imported link must never be more open than at its source.
 * `converted` are columns that the reader of the format converts.
 */
export function readLimits(
  source: Fields,
  rules: LimitRules,
  converted: readonly string[] = [],
): KeptLimits | Refusal {
  let isActive = true;
  let end = Infinity;
  let startsAt = 0;
  let clicksMax = Infinity;
  let passwordHash = '';
  for (const { name, value, column } of limitsOf(source, converted)) {
    const verdict = readers[column.kind](value, rules);
    if (verdict === 'refused' || verdict === 'unclear') {
      const { key, reason } = verdict === 'unclear' ? unclearFlag : column;
      const detail = column.isSecret ? name : describeColumn(name, value);
      return { key, reason: `${reason} (${detail})`, detail };
    }
    if (verdict === 'off') isActive = false;
    if (typeof verdict === 'string') continue;
    if ('end' in verdict) end = Math.min(end, verdict.end);
    else if ('start' in verdict) startsAt = Math.max(startsAt, verdict.start);
    else if ('clicksMax' in verdict) clicksMax = Math.min(clicksMax, verdict.clicksMax);
    else passwordHash = verdict.passwordHash;
  }
  return {
    isActive,
    expiresAt: end === Infinity ? 0 : end,
    startsAt,
    clicksMax: clicksMax === Infinity ? 0 : clicksMax,
    passwordHash,
  };
}

/** The values of all limits of these kinds. */
export function listLimits(source: Fields, ...kinds: readonly LimitKind[]): unknown[] {
  return limitsOf(source)
    .filter(({ column }) => kinds.includes(column.kind))
    .map(({ value }) => value);
}

/** Shlink writes limits into the object `meta`. */
function limitsOf(source: Fields, converted: readonly string[] = []): Limit[] {
  const { meta } = source;
  const own = Object.keys(source).filter((name) => !converted.includes(name));
  return [...findLimits(source, own), ...(isFields(meta) ? findLimits(meta) : [])];
}

interface Limit {
  readonly name: string;
  readonly value: unknown;
  readonly column: LimitColumn;
}

function findLimits(fields: Fields, names = Object.keys(fields)): Limit[] {
  return names.flatMap((name) => {
    const column = findLimitColumn(name);
    return column === null ? [] : [{ name, value: fields[name], column }];
  });
}

const byFlag = {
  // PHP writes false as an empty text, so an empty column may mean "off".
  active: { on: 'open', off: 'off', unset: 'unclear', unclear: 'unclear' },
  banned: { on: 'off', off: 'open', unset: 'open', unclear: 'unclear' },
  state: { on: 'open', off: 'off', unset: 'open', unclear: 'unclear' },
  forbidden: { on: 'refused', off: 'open', unset: 'open', unclear: 'unclear' },
} as const;

const readers: Readonly<Record<LimitKind, (value: unknown, rules: LimitRules) => Verdict>> = {
  expiry(value, rules) {
    const instant = readInstant(value, rules);
    if (instant === 'never') return 'open';
    return instant === 'unclear' ? 'refused' : { end: instant };
  },
  start(value, rules) {
    const instant = readInstant(value, rules);
    if (instant === 'never') return 'open';
    if (instant === 'unclear') return 'refused';
    return instant > rules.now ? { start: instant } : 'open';
  },
  ended: (value, rules) => (readInstant(value, rules) === 'never' ? 'open' : 'refused'),
  active: (value) => byFlag.active[readFlag(value)],
  banned: (value) => byFlag.banned[readFlag(value)],
  forbidden: (value) => byFlag.forbidden[readFlag(value)],
  state: (value) => byFlag.state[readState(value)],
  present: (value) => (isUnset(value) ? 'open' : 'refused'),
  password: readPassword,
  locked: (value) => (readFlag(value) === 'off' ? 'open' : readPassword(value)),
  clicks(value) {
    if (isUnset(value)) return 'open';
    const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    const isLimit = Number.isSafeInteger(limit) && Number(limit) > 0;
    return isLimit && Number(limit) <= MAX_CLICKS_MAX ? { clicksMax: Number(limit) } : 'refused';
  },
  targets: (value) => (isEmpty(value) ? 'open' : 'refused'),
  public: (value) =>
    isUnset(value) || (typeof value === 'string' && /^\s*public\s*$/i.test(value))
      ? 'open'
      : 'refused',
};

function readPassword(value: unknown): Verdict {
  if (isUnset(value)) return 'open';
  const passwordHash = readPasswordHash(value);
  return passwordHash === null ? 'refused' : { passwordHash };
}
