import { isIP } from 'node:net';
import {
  CODE_MAX,
  hasOddSegment,
  isBlankCode,
  isCallPath,
  isReservedCode,
} from '../../contracts/links/custom-code.ts';
import { joinCode } from '../../contracts/links/domain-code.ts';
import { normalizeHost } from '../../contracts/domain-name.ts';
import {
  byName,
  flagNames,
  textFields,
  textNames,
  type FlagField,
} from '../../contracts/links/link-fields.constants.ts';
import { LONG_URL_MAX, parseLongUrl } from '../../contracts/links/long-url.ts';
import { listTargets } from '../links/routing/requested-routing.ts';
import { formatRouting, type Routing } from '../links/routing/routing.ts';
import { hashLongUrl } from '../links/long-url-hash.ts';
import { noteCuts, type NoteCut } from './cuts.ts';
import type { DateRules, DayOrder } from './values/date-time.ts';
import type { ImportedLink } from './import.store.ts';
import { readFlag } from './values/flag.ts';
import { readInstant } from './values/instant.ts';
import { uncounted } from './limit-columns.ts';
import { readLimits, type KeptLimits } from './limits.ts';
import { describeColumn, refuseFlag, type Refusal } from './refusal.ts';
import { readOwnRouting, toRouting } from './readers/read-routing.ts';
import type { SharedCuts } from './values/shared-cuts.ts';
import { readTags, readText, readTextField } from './values/texts.ts';
import {
  isFields,
  isUnset,
  type Fields,
  type Reader,
  type SourceRow,
} from './readers/source-row.ts';

export interface RowRules extends DateRules {
  /** Unix seconds. */
  readonly now: number;
  /** The order for creation dates when the file does not show one. */
  readonly usualDayOrder: DayOrder;
  /** The hosts of further domains. */
  readonly domains: ReadonlySet<string>;
  readonly sharedCuts: SharedCuts;
  /** Of rows without one; '' = the main domain. */
  readonly usualDomain?: string;
  /** Decides about a domain that the site lacks; null = the row fails. By default: the main one. */
  readonly placeDomain?: (host: string) => string | null;
  isOwnHost(longUrl: string): boolean;
  /** Gets each value that was cut, changed or not read. */
  readonly onCut?: NoteCut;
}

/** The domain and code of a row, which tell repeated rows of a file before they are checked. */
export function readKey(row: SourceRow, { isOwn }: Pick<Reader, 'isOwn'>, rules: RowRules): string {
  return joinCode(readDomain(row.domain, isOwn === true, rules) ?? '', readText(row.code));
}

/** Returns the link that a row describes, or why the row fails. */
export function checkRow(
  source: unknown,
  reader: Pick<Reader, 'readRow' | 'refuseRow' | 'isOwn' | 'routing'>,
  rules: RowRules,
): ImportedLink | Refusal {
  if (!isFields(source)) return { key: 'json.error', reason: 'The row is not a JSON object' };
  const row = reader.readRow(source);
  const code = readText(row.code);
  const refusal = reader.refuseRow?.(source) ?? checkCode(code);
  if (refusal !== null) return refusal;
  const isOwn = reader.isOwn === true;
  const limits = readLimits(isOwn ? pickOwnLimits(source) : source, rules, reader.routing?.columns);
  if ('reason' in limits) return limits;
  const clicks = readCount(row.clicks);
  if (limits.clicksMax > 0 && clicks === null) return uncounted;
  const routing = isOwn ? readOwnRouting(source) : readRouting(source, reader, limits, rules);
  if ('reason' in routing) return routing;
  const domain = readDomain(row.domain, isOwn, rules);
  if (domain === null) {
    return { key: 'domain.not.found', reason: `Add the domain ${readText(row.domain)} first` };
  }
  const longUrl = parseLongUrl(readText(row.longUrl));
  if (longUrl === null) {
    const form = `An http or https address of at most ${LONG_URL_MAX} characters`;
    return { key: 'error.link', reason: `${form}, without a user name or password` };
  }
  for (const [field, url] of [['long_url', longUrl], ...listTargets(routing)] as const) {
    if (!rules.isOwnHost(url)) continue;
    const detail = field === 'long_url' ? {} : { detail: describeColumn(field, url) };
    return { key: 'error.link', reason: 'This URL leads back to this site', ...detail };
  }
  const flags = isOwn ? readFlags(source) : byName(flagNames, () => 0);
  if ('reason' in flags) return flags;
  const createdAt = readDate(row.createdAt, rules);
  const ip = readText(row.ip).trim();
  const link = {
    short_url: joinCode(domain, code),
    long_url: longUrl,
    long_url_hash: hashLongUrl(longUrl),
    ...byName(textNames, (name) => readTextField(row[name], textFields[name])),
    tags: readTags(row.tags, rules.sharedCuts),
    clicks: clicks ?? 0,
    last_clicked_at: readLastClick(row.lastClickedAt, rules),
    created_at: createdAt ?? rules.now,
    updated_at: readDate(row.updatedAt, rules) ?? createdAt ?? rules.now,
    expires_at: limits.expiresAt,
    is_active: limits.isActive ? 1 : 0,
    ...flags,
    ip: isIP(ip) === 0 ? '' : ip,
    routing: formatRouting(routing),
    owner: isOwn ? readText(source['owner']) : '',
  };
  if (rules.onCut !== undefined) {
    const hasUnreadDate = createdAt === null && !isUnset(row.createdAt);
    noteCuts(row, link, { now: rules.now, hasUnreadDate, source }, rules.onCut);
  }
  return link;
}

/** A flag that cannot be read fails the row: it may keep a visitor's data from being stored. */
function readFlags(source: Fields): Record<FlagField, number> | Refusal {
  const unclear = flagNames.find((name) => readFlag(source[name]) === 'unclear');
  if (unclear !== undefined) return refuseFlag(unclear, source[unclear]);
  return byName(flagNames, (name) => (readFlag(source[name]) === 'on' ? 1 : 0));
}

/** What a row of Brisk limits outside its routing. */
function pickOwnLimits({ expires_at, is_active }: Fields): Fields {
  return {
    ...(expires_at !== undefined && { expires_at }),
    ...(is_active !== undefined && { is_active }),
  };
}

function readRouting(
  source: Fields,
  { routing }: Pick<Reader, 'routing'>,
  limits: KeptLimits,
  rules: RowRules,
): Routing | Refusal {
  const read = routing?.read(source, rules) ?? {};
  return 'reason' in read ? read : toRouting(limits, read);
}

/** For a domain that the site lacks: '' for a row of another shortener, else null. */
function readDomain(value: unknown, isOwn: boolean, rules: RowRules): string | null {
  const host = normalizeHost(readText(value)) ?? '';
  if (host === '') return rules.usualDomain ?? '';
  if (rules.domains.has(host)) return host;
  if (rules.placeDomain !== undefined) return rules.placeDomain(host);
  return isOwn ? null : '';
}

/** Imported codes keep their case and may contain more characters than custom codes. */
function checkCode(code: string): Refusal | null {
  if (code === '') return invalid('The code is missing');
  if (isBlankCode(code)) return invalid('The code has no character that can be seen');
  if (code.length > CODE_MAX) return invalid(`The code is longer than ${CODE_MAX} characters`);
  if (/[?#\s\p{Cc}]/u.test(code) || !code.isWellFormed() || /^\.+$/.test(code)) {
    return invalid('The code contains ? #, white space or a control character, or is only dots');
  }
  if (hasOddSegment(code)) {
    return invalid('The code begins or ends with a slash, or has an empty part, “.” or “..”');
  }
  return isReservedCode(code) || isCallPath(code)
    ? { key: 'reserved.short.url', reason: 'This path is used by the site itself' }
    : null;
}

function invalid(reason: string): Refusal {
  return { key: 'invalid.short.url', reason };
}

/** Null for what is no whole number. */
function readCount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : null;
}

/** A time ahead would keep the link from ever counting as not clicked. */
function readLastClick(value: unknown, rules: RowRules): number {
  const at = readDate(value, rules) ?? 0;
  return at > 0 && at <= rules.now ? at : 0;
}

/** Made once, and not for each row. */
const withUsualOrder = new WeakMap<RowRules, DateRules>();

function chooseRules(rules: RowRules): DateRules {
  if (rules.dayOrder !== 'unknown') return rules;
  const dayOrder = rules.usualDayOrder;
  return withUsualOrder.getOrInsertComputed(rules, () => ({ ...rules, dayOrder }));
}

/** Null for a missing or unclear date: no row fails because of its creation date. */
function readDate(value: unknown, rules: RowRules): number | null {
  if (rules.isInSeconds && value === 0) return 0;
  const instant = readInstant(value, chooseRules(rules));
  return typeof instant === 'number' ? instant : null;
}
