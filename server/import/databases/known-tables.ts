import { findHint } from './products/yourls-limits.ts';

/** A table that matters, in the terms of its product. */
export interface TableKind {
  /** `yourls.url`: the product and its own name, without a prefix. */
  readonly name: string;
  /** The names of columns without which it is another table. */
  readonly needs: readonly string[];
  /** One of these must be there, too. */
  readonly needsOne?: readonly string[];
  /** Columns that are kept; all without it. */
  readonly keeps?: readonly string[];
  /** Columns by which rows are looked up. */
  readonly finds: readonly string[];
  /** Characters of a value. */
  readonly valueMax: number;
}

const VALUE_MAX = 64 * 1024;
/** An option of YOURLS may hold the passwords of all links. */
const OPTION_MAX = 16 * 1024 * 1024;

type Needs = Partial<Omit<TableKind, 'name' | 'needs'>>;

function kind(name: string, needs: string, more: Needs = {}): TableKind {
  return { name, needs: needs.split(' '), finds: [], valueMax: VALUE_MAX, ...more };
}

/** A table that links two others, or is looked up by its columns. */
function joined(name: string, columns: string, finds: string): TableKind {
  return kind(name, columns, { keeps: columns.split(' '), finds: [finds] });
}

const kinds: readonly TableKind[] = [
  kind('yourls.url', 'keyword url', { needsOne: ['title', 'timestamp', 'clicks', 'ip'] }),
  kind('yourls.log', 'click_time shorturl', {
    keeps: 'click_time shorturl referrer user_agent ip_address country_code'.split(' '),
    finds: ['click_time'],
  }),
  kind('yourls.options', 'option_name option_value', {
    keeps: ['option_name', 'option_value'],
    valueMax: OPTION_MAX,
  }),
  kind('polr.links', 'id short_url long_url', {
    needsOne: ['secret_key', 'is_disabled'],
    finds: ['id'],
  }),
  kind('polr.clicks', 'link_id created_at', {
    needsOne: ['user_agent', 'referer', 'ip'],
    keeps: 'link_id created_at referer user_agent ip country'.split(' '),
    finds: ['created_at'],
  }),
  kind('shlink.short_urls', 'id short_code', {
    needsOne: ['original_url', 'long_url'],
    finds: ['id'],
  }),
  joined('shlink.domains', 'id authority', 'id'),
  joined('shlink.tags', 'id name', 'id'),
  joined('shlink.short_urls_in_tags', 'short_url_id tag_id', 'short_url_id'),
  joined('shlink.short_url_redirect_rules', 'id short_url_id priority long_url', 'short_url_id'),
  joined('shlink.redirect_conditions', 'id type match_key match_value', 'id'),
  joined(
    'shlink.redirect_conditions_in_short_url_redirect_rules',
    'short_url_redirect_rule_id redirect_condition_id',
    'short_url_redirect_rule_id',
  ),
  joined('shlink.device_long_urls', 'short_url_id device_type long_url', 'short_url_id'),
  joined('shlink.short_url_visits_counts', 'short_url_id count', 'short_url_id'),
  kind('shlink.visits', 'short_url_id date', {
    finds: ['short_url_id', 'date'],
    keeps: 'short_url_id date referer user_agent visit_location_id potential_bot'.split(' '),
  }),
  kind('shlink.visit_locations', 'id country_code', {
    keeps: ['id', 'country_code', 'city_name'],
    finds: ['id'],
  }),
  kind('kutt.links', 'id address target', { finds: ['id'] }),
  joined('kutt.domains', 'id address', 'id'),
  kind('kutt.visits', 'link_id total created_at', { finds: ['created_at'] }),
  kind('zurl.urls', 'short_url long_url is_active'),
  kind('chhoto.urls', 'short_url long_url hits'),
  kind('slash.shortcut', 'name link visibility'),
];

const KEYWORDS = ['keyword', 'shorturl', 'short_url', 'keyword_id', 'url_keyword'];
/** A table of a plugin of YOURLS that may close links. */
const pluginKind = kind('yourls.plugin', '', {});

interface FoundKind {
  readonly kind: TableKind;
  readonly prefix: string;
}

/** The columns tell the table, not its prefix. */
export function findKind(table: string, columns: readonly string[]): FoundKind | null {
  const has = new Set(columns.map((column) => column.toLowerCase()));
  for (const one of kinds) {
    const prefix = findPrefix(table, one);
    if (prefix === null || !one.needs.every((column) => has.has(column))) continue;
    if (one.needsOne?.some((column) => has.has(column)) === false) continue;
    return { kind: one, prefix };
  }
  const isPlugin =
    KEYWORDS.some((column) => has.has(column)) &&
    [table, ...has].some((name) => findHint(name) !== null);
  return isPlugin ? { kind: pluginKind, prefix: '' } : null;
}

export function getKind(name: string): TableKind {
  return kinds.find((one) => one.name === name)!;
}

/** Whether a table would matter if its columns were known. */
export function mayMatter(table: string): boolean {
  return kinds.some((one) => findPrefix(table, one) !== null) || findHint(table) !== null;
}

/** What stands before the name; null: it is called otherwise. YOURLS takes any prefix. */
function findPrefix(table: string, { name }: TableKind): string | null {
  const lower = table.toLowerCase();
  const base = name.slice(name.indexOf('.') + 1);
  if (!lower.endsWith(base)) return null;
  const prefix = lower.slice(0, -base.length);
  return prefix === '' || prefix.endsWith('_') || name.startsWith('yourls.') ? prefix : null;
}
