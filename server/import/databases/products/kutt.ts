import type { Cell, Cells } from '../../../engine/sqlite/table-store.ts';
import { parseJson } from '../../../../contracts/text.ts';
import { kutt as reader } from '../../readers/readers.ts';
import { isFields } from '../../readers/source-row.ts';
import type { SourceVisit } from '../../source/row-source.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';
import type { Product } from './product.ts';
import { mapVisits, timeReader, toText } from './visits.ts';

export const kutt: Product = {
  source: 'kutt',
  main: 'kutt.links',
  reader,
  openRows: (tables, main) => tables.rows(main, `, ${domainOf(tables, main, 'main')} as domain`),
  openVisits(tables, main, options) {
    const visits = tables.find(main.site, 'kutt.visits');
    if (visits === undefined) return undefined;
    const readTime = timeReader({ ...options, timeZone: 'UTC' });
    return mapVisits(joinLinks(tables, visits, main), (row) => readHour(row, readTime));
  },
};

/** Kutt 3.3 keeps the name of the domain in the link, too. A domain that is missing stays one. */
function domainOf(tables: SourceTables, links: SourceTable, alias: string): string {
  const name = links.columns.includes('domain_name') ? `${alias}.domain_name` : 'null';
  if (!links.columns.includes('domain_id')) return name;
  const domains = tables.nameOf(links.site, 'kutt.domains');
  return `coalesce((select address from ${domains} where id = ${alias}.domain_id limit 1), ${name},
    'domain-' || ${alias}.domain_id || '.invalid')`;
}

function joinLinks(tables: SourceTables, visits: SourceTable, links: SourceTable) {
  const find = (value: string): string =>
    `(select ${value} from ${links.id} as link where link.id = main.link_id limit 1)`;
  const domain = find(domainOf(tables, links, 'link'));
  return tables.rows(visits, `, ${find('link.address')} as code, ${domain} as domain`);
}

/**
 * A row is an hour of one link. Its lists cannot be joined: a value holds only when it has the
 * whole hour.
 */
function readHour(row: Cells, readTime: (value: Cell) => number | null): SourceVisit | null {
  const time = readTime(row['created_at'] ?? null);
  const count = Number(row['total']);
  if (row['code'] === null || time === null || !Number.isSafeInteger(count) || count <= 0)
    return null;
  const domain = toText(row['domain']);
  const country = findWhole(row['countries'], count)?.toUpperCase();
  const referrer = findWhole(row['referrers'], count)?.replaceAll('[dot]', '.');
  return {
    code: toText(row['code']),
    ...(domain !== '' && { domain }),
    time,
    count,
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { country }),
    ...(referrer !== undefined && referrer !== 'direct' && { referrer }),
  };
}

/** The name in `{"de":3}` that has all of the count. */
function findWhole(value: Cell | undefined, count: number): string | undefined {
  const counts = typeof value === 'string' ? parseJson(value) : undefined;
  if (!isFields(counts)) return undefined;
  return Object.keys(counts).find((name) => counts[name] === count);
}
