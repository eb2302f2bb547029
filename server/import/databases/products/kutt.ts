import type { Cell, Cells } from '../../../engine/sqlite/table-store.ts';
import { parseJson } from '../../../../contracts/text.ts';
import { kutt as reader } from '../../readers/readers.ts';
import { isFields, type Fields } from '../../readers/source-row.ts';
import type { SourceVisit } from '../../source/row-source.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';
import type { Product } from './product.ts';
import { selectDomain, selectOfLink, toText } from './visits.ts';

export const kutt: Product = {
  source: 'kutt',
  main: 'kutt.links',
  reader,
  openRows: (tables, main) => tables.rows(main, `, ${domainOf(tables, main, 'main')} as domain`),
  visits: {
    table: 'kutt.visits',
    time: 'created_at',
    isInUtc: true,
    extra: joinLinks,
    read: readHour,
  },
};

/** Kutt 3.3 keeps the name of the domain in the link, too. */
function domainOf(tables: SourceTables, links: SourceTable, alias: string): string {
  const otherwise = links.columns.includes('domain_name') ? `${alias}.domain_name` : 'null';
  const domains = { table: 'kutt.domains', name: 'address', otherwise };
  return selectDomain(tables, links, alias, domains);
}

function joinLinks(tables: SourceTables, _visits: SourceTable, links: SourceTable): string {
  const find = (value: string): string => selectOfLink(links, 'link_id', value);
  const domain = find(domainOf(tables, links, 'link'));
  return `, ${find('link.address')} as code, ${domain} as domain`;
}

/**
 * A row is an hour of one link. Its lists cannot be joined: a value holds only when it has the
 * whole hour.
 */
function readHour(row: Cells, time: number): SourceVisit | null {
  const count = Number(row['total']);
  if (row['code'] === null || !Number.isSafeInteger(count) || count <= 0) return null;
  const domain = toText(row['domain']);
  const country = findWhole(parseCounts(row['countries']), count)?.toUpperCase();
  const referrer = findWhole(parseCounts(row['referrers']), count)?.replaceAll('[dot]', '.');
  const browser = findWhole(row, count, browsers);
  const system = findWhole(row, count, systems);
  return {
    code: toText(row['code']),
    ...(domain !== '' && { domain }),
    time,
    count,
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { country }),
    ...(referrer !== undefined &&
      referrer.toLowerCase() !== 'direct' && { referrer: `https://${referrer}/` }),
    ...(browser !== undefined && { browser: browsers.get(browser)! }),
    ...(system !== undefined && { system: systems.get(system)! }),
    // Kutt counts no bots.
    isBot: false,
  };
}

function parseCounts(value: Cell | undefined): Fields {
  const counts = typeof value === 'string' ? parseJson(value) : undefined;
  return isFields(counts) ? counts : {};
}

/** The name in `{"de":3}` that has all of the count. */
function findWhole(
  counts: Fields,
  count: number,
  names: { keys(): Iterable<string> } = new Map(Object.entries(counts)),
): string | undefined {
  return [...names.keys()].find((name) => Number(counts[name] ?? 0) === count);
}

/** `br_other` and `os_other` say nothing. */
const browsers: ReadonlyMap<string, string> = new Map([
  ['br_chrome', 'Chrome'],
  ['br_edge', 'Edge'],
  ['br_firefox', 'Firefox'],
  ['br_ie', 'Internet Explorer'],
  ['br_opera', 'Opera'],
  ['br_safari', 'Safari'],
]);

const systems: ReadonlyMap<string, string> = new Map([
  ['os_android', 'Android'],
  ['os_ios', 'iOS'],
  ['os_linux', 'Linux'],
  ['os_macos', 'macOS'],
  ['os_windows', 'Windows'],
]);
