import type { Cells, StoredTable } from '../../../engine/sqlite/table-store.ts';
import { findLimitColumn } from '../../limit-columns.ts';
import { yourls as reader } from '../../readers/readers.ts';
import type { Fields } from '../../readers/source-row.ts';
import type { SourceOptions } from '../../source/row-source.ts';
import { readPasswordHash } from '../../values/password-hash.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';
import { unknownFile } from '../unknown-file.ts';
import type { Product } from './product.ts';
import { mapVisits, readAgent, readCountry, readReferrer, timeReader, toText } from './visits.ts';
import { mergeLimits, readOption, readPluginRow, type PluginLimit } from './yourls-limits.ts';

const PLAIN_MAX = 256; // characters of a password
const HASHES_MAX = 1000; // 30 ms each

export const yourls: Product = {
  source: 'yourls',
  main: 'yourls.url',
  reader,
  async *openRows(tables, main, options) {
    const limits = loadLimits(tables, main);
    const readLimits = limitReader(tables, limits, options);
    for (const page of tables.rows(main)) {
      const rows: Fields[] = [];
      for (const row of page) rows.push(await readLimits(row));
      yield rows;
    }
  },
  openVisits(tables, main, options) {
    const log = tables.find(main.site, 'yourls.log');
    if (log === undefined) return undefined;
    const readTime = timeReader(options);
    return mapVisits(tables.rows(log), (row) => {
      const time = readTime(row['click_time'] ?? null);
      const code = toText(row['shorturl']);
      if (time === null || code === '') return null;
      return {
        code,
        time,
        count: 1,
        ...readReferrer(row['referrer']),
        ...readAgent(row['user_agent']),
        ...readCountry(row['country_code'], row['ip_address'], options),
      };
    });
  },
};

/** Copies what plugins keep about links into a table of our own; null: plugins keep nothing. */
function loadLimits(tables: SourceTables, main: SourceTable): StoredTable | null {
  let stored: StoredTable | null = null;
  const add = ({ keyword, limits }: PluginLimit): void => {
    stored ??= tables.store.create({
      columns: ['keyword', 'limits'],
      integers: [],
      indexed: ['keyword'],
    });
    stored.add([keyword, JSON.stringify(limits)]);
  };
  const options = tables.find(main.site, 'yourls.options');
  for (const page of options === undefined ? [] : tables.rows(options)) {
    for (const { option_name: name, option_value: value } of page) {
      const found = readOption(String(name), String(value));
      if (found === null) {
        throw unknownFile(`The option ${String(name)} may hold passwords, and cannot be read`);
      }
      found.forEach(add);
    }
  }
  for (const table of listPluginTables(tables, main)) {
    for (const page of tables.rows(table)) {
      for (const row of page) {
        const found = readPluginRow(table.name, row);
        if (found !== null) add(found);
      }
    }
  }
  return stored;
}

/** Tables without the prefix of any site belong to all sites of the database. */
function listPluginTables(tables: SourceTables, main: SourceTable): SourceTable[] {
  const [database, prefix] = prefixOf(main);
  const prefixes = tables.tables
    .filter(({ kind }) => kind.name === 'yourls.url')
    .map((table) => prefixOf(table)[1])
    .filter((other) => other !== '');
  return tables.tables.filter((table) => {
    if (table.kind.name !== 'yourls.plugin' || prefixOf(table)[0] !== database) return false;
    const lower = table.name.toLowerCase();
    const owners = prefixes.filter((other) => lower.startsWith(other));
    return owners.length === 0 || owners.includes(prefix);
  });
}

function prefixOf({ site }: SourceTable): readonly [string, string] {
  return JSON.parse(site) as [string, string];
}

/** Adds the limits of plugins to a row, where `limits.ts` finds them. */
function limitReader(
  tables: SourceTables,
  limits: StoredTable | null,
  options: SourceOptions,
): (row: Cells) => Promise<Fields> | Fields {
  if (limits === null) return (row) => row;
  const hashes = new Map<string, string>();
  const sql = `select limits from ${limits.id} where keyword = ? limit 20`;
  return async (row) => {
    const found = tables.store.all<{ limits: string }>(sql, String(row['keyword']));
    if (found.length === 0) return row;
    const meta = mergeLimits(found.map(({ limits: json }) => JSON.parse(json) as Fields));
    for (const [name, value] of Object.entries(meta)) {
      if (findLimitColumn(name)?.kind !== 'password' || !isPlain(value)) continue;
      const hash = hashes.get(value) ?? (await hashPlain(value, hashes, options));
      if (hash !== undefined) meta[name] = hash;
    }
    return { ...row, meta };
  };
}

/** A hash of an unknown kind is no password. */
function isPlain(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > PLAIN_MAX) return false;
  if (readPasswordHash(value) !== null) return false;
  return !/^[$*{!]|^[\da-f]{32,}$|:[$\da-f]|^[a-z\d+/_-]{43,}=*$/i.test(value);
}

async function hashPlain(
  password: string,
  hashes: Map<string, string>,
  { hashPassword }: SourceOptions,
): Promise<string | undefined> {
  if (hashPassword === undefined || hashes.size === HASHES_MAX) return undefined;
  const hash = await hashPassword(password);
  hashes.set(password, hash);
  return hash;
}
