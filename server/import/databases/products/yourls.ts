import type { Cells, StoredTable } from '../../../engine/sqlite/table-store.ts';
import { yourls as reader } from '../../readers/readers.ts';
import type { Fields } from '../../readers/source-row.ts';
import type { SourceOptions } from '../../source/row-source.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';
import { unknownDatabase } from '../../refused-file.ts';
import type { Product } from './product.ts';
import { readVisit } from './visits.ts';
import { limitAdder } from './add-limits.ts';
import { readPluginLimits, type PluginLimit } from './yourls-limits.ts';

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
  visits: {
    table: 'yourls.log',
    time: 'click_time',
    read(row, time, options) {
      const { shorturl: code, referrer, user_agent: userAgent } = row;
      const { country_code: country, ip_address: address } = row;
      return readVisit({ code, referrer, userAgent, country, address }, time, options);
    },
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
  for (const table of listLimitTables(tables, main)) {
    for (const page of tables.rows(table)) {
      for (const row of page) {
        const found = readPluginLimits(table.kind.name, table.name, row);
        if (found === null) {
          const option = String(row['option_name']);
          throw unknownDatabase(`The option ${option} may hold passwords, and cannot be read`);
        }
        found.forEach(add);
      }
    }
  }
  return stored;
}

/**
 * Its own options, and tables of plugins. Tables without the prefix of any site belong to all sites of
 * the database; YOURLS lets an administrator name the options so, too.
 */
function listLimitTables(tables: SourceTables, main: SourceTable): SourceTable[] {
  const [database, prefix] = prefixOf(main);
  const options = tables.find(main.site, 'yourls.options');
  const prefixes = tables.tables
    .filter(({ kind }) => kind.name === 'yourls.url')
    .map((table) => prefixOf(table)[1])
    .filter((other) => other !== '');
  return tables.tables.filter((table) => {
    if (table === options) return true;
    const mayLimit =
      table.kind.name === 'yourls.plugin' ||
      (table.kind.name === 'yourls.options' && options === undefined);
    if (!mayLimit || prefixOf(table)[0] !== database) return false;
    const lower = table.name.toLowerCase();
    const owners = prefixes.filter((other) => lower.startsWith(other));
    return owners.length === 0 || owners.includes(prefix);
  });
}

function prefixOf({ site }: SourceTable): readonly [string, string] {
  return JSON.parse(site) as [string, string];
}

function limitReader(
  tables: SourceTables,
  limits: StoredTable | null,
  options: SourceOptions,
): (row: Cells) => Promise<Fields> | Fields {
  if (limits === null) return (row) => row;
  const sql = `select limits from ${limits.id} where keyword = ? limit 20`;
  const find = (keyword: string) =>
    tables.store
      .all<{ limits: string }>(sql, keyword)
      .map(({ limits: json }) => JSON.parse(json) as Fields);
  return limitAdder(find, options);
}
