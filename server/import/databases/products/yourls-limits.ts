import { parseJson } from '../../../../contracts/text.ts';
import { findLimitColumn, type LimitKind } from '../../limit-columns.ts';
import { isFields, type Fields } from '../../readers/source-row.ts';
import { parsePhp } from './php-value.ts';

/** What a plugin of YOURLS keeps about one link: columns as `limits.ts` reads them. */
export interface PluginLimit {
  readonly keyword: string;
  readonly limits: Fields;
}

const KEYWORD = /^(?:keyword|shorturl|short_url|keyword_id|url_keyword|short|code|slug)$/i;
const PASSWORD = /pass(?!ive|enger|age)|pwd|(?:^|_)pw|pw(?:_|$)|protect|secret/i;
const EXPIRY = /expir|ttl|until|lifetime|shelf|deadline/i;
const DEPTH_MAX = 4; // of options
/** Fails a link whose limit is known to exist, but not what it is: no password, date or number. */
const UNKNOWN = true;

/**
 * The limits in a row of the options (`yourls.options`) or of a table of a plugin. null: an option
 * may close links, but cannot be read.
 */
export function readPluginLimits(kind: string, table: string, row: Fields): PluginLimit[] | null {
  return kind === 'yourls.options'
    ? readOption(String(row['option_name']), String(row['option_value']))
    : [readPluginRow(table, row) ?? []].flat();
}

/** null: the option may close links, but cannot be read. */
export function readOption(name: string, value: string): PluginLimit[] | null {
  const hint = findHint(name);
  const text = value.trim();
  if (!/^[[{]|^[aO]:\d/.test(text)) return [];
  const content = /^[[{]/.test(text) ? toEntries(parseJson(text)) : parsePhp(text);
  if (content === undefined) return hint === null ? [] : null;
  const found: PluginLimit[] = [];
  collect(content, hint, 0, found);
  return found;
}

/** A row of a table with a keyword. */
function readPluginRow(table: string, row: Fields): PluginLimit | null {
  const keyword = Object.entries(row).find(([name]) => KEYWORD.test(name))?.[1];
  if (typeof keyword !== 'string' && typeof keyword !== 'number') return null;
  const names = Object.keys(row);
  const isExpiry = ['type', 'click', 'timestamp', 'shelflife'].every((name) =>
    names.includes(name),
  );
  const limits = isExpiry ? readExpiry(row) : readLimitColumns(row, findHint(table));
  return limits === null ? null : { keyword: String(keyword), limits };
}

/** The limits of one link as one; of plugins that do not agree, none is kept. */
export function mergeLimits(found: readonly Fields[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const limits of found) {
    for (const [name, value] of Object.entries(limits)) {
      merged[name] = Object.hasOwn(merged, name) && merged[name] !== value ? UNKNOWN : value;
    }
  }
  return merged;
}

type Hint = 'password' | 'expires_at';

/** Names of options, tables and columns that close links. */
export function findHint(name: string): Hint | null {
  if (PASSWORD.test(name)) return 'password';
  return EXPIRY.test(name) ? 'expires_at' : null;
}

/** The plugin Expiry: a link ends some seconds after a time, or after some clicks. */
function readExpiry({ type, click, timestamp, shelflife }: Fields): Fields | null {
  if (type === 'click') return { max_clicks: click ?? UNKNOWN };
  if (type === 'clock') {
    const end = Number(timestamp) + Number(shelflife);
    const isKnown = timestamp !== null && shelflife !== null && Number.isSafeInteger(end);
    return { expires_at: isKnown ? end : UNKNOWN };
  }
  return type === 'none' || type === '' || type === null ? null : { expires_at: UNKNOWN };
}

const kindsOf: Readonly<Record<Hint, readonly LimitKind[]>> = {
  password: ['password', 'present', 'forbidden'],
  expires_at: ['expiry', 'ended', 'clicks', 'start'],
};

/** A table or option that is called after a limit has one, even if no column shows it. */
function readLimitColumns(row: Fields, hint: Hint | null): Fields | null {
  const limits: Record<string, unknown> = {};
  let isClear = hint === null;
  for (const [name, value] of Object.entries(row)) {
    if (KEYWORD.test(name)) continue;
    const column = findLimitColumn(name);
    const named = column === null ? findHint(name) : null;
    if (column !== null) limits[name] = value;
    else if (named !== null) limits[named] = value;
    isClear ||= named === hint || (column !== null && kindsOf[hint!].includes(column.kind));
  }
  if (!isClear) limits[hint!] = UNKNOWN;
  return Object.keys(limits).length === 0 ? null : limits;
}

/** Objects become maps, as names of links may be names of a prototype. */
function toEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toEntries);
  if (!isFields(value)) return value;
  return new Map(Object.entries(value).map(([key, entry]) => [key, toEntries(entry)]));
}

function collect(value: unknown, hint: Hint | null, depth: number, found: PluginLimit[]): void {
  if (depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const entry of value) {
      // A list of keywords.
      if (typeof entry === 'string' && hint !== null) found.push(limitUnknown(entry, hint));
      else collect(entry, hint, depth + 1, found);
    }
    return;
  }
  if (!(value instanceof Map)) return;
  const own = readPluginRow('', toFields(value));
  if (own !== null) found.push(own);
  for (const [key, entry] of value as Map<string, unknown>) {
    if (entry instanceof Map) {
      const limits = readLimitColumns(toFields(entry), hint);
      if (limits !== null) found.push({ keyword: key, limits });
    } else if (hint !== null) {
      found.push({ keyword: key, limits: { [hint]: Array.isArray(entry) ? UNKNOWN : entry } });
    }
    collect(entry, findHint(key) ?? hint, depth + 1, found);
  }
}

function limitUnknown(keyword: string, hint: Hint): PluginLimit {
  return { keyword, limits: { [hint]: UNKNOWN } };
}

function toFields(entries: ReadonlyMap<string, unknown>): Fields {
  return Object.fromEntries(entries);
}
