import type { Cells } from '../../engine/sqlite/table-store.ts';
import type { Fields, Reader } from '../readers/source-row.ts';
import type {
  RowSource,
  SourceFile,
  SourceOptions,
  SourceVisit,
  SourceVisits,
} from '../source/row-source.ts';
import { kutt } from './products/kutt.ts';
import { polr } from './products/polr.ts';
import type { Product } from './products/product.ts';
import { shlink } from './products/shlink.ts';
import { chhoto, slash, zurl } from './products/single-table.ts';
import { timeReader } from './products/visits.ts';
import { yourls } from './products/yourls.ts';
import { scratchPath, SourceTables, type SourceTable } from './source-tables.ts';
import { unknownDatabase } from '../refused-file.ts';

const products: readonly Product[] = [yourls, polr, shlink, kutt, zurl, chhoto, slash];

/** The product of this reader, if tables of these kinds have both its links and their visits. */
export function findVisited(reader: Reader, kinds: ReadonlySet<string>): Product | undefined {
  return products.find(
    (product) =>
      product.reader === reader &&
      product.visits !== undefined &&
      kinds.has(product.main) &&
      kinds.has(product.visits.table),
  );
}

/** Copies the tables of a file, and reads links from the copies. Throws `import.unknown`. */
export async function openCopies(
  file: SourceFile,
  options: SourceOptions,
  copy: (tables: SourceTables) => Promise<void> | void,
): Promise<RowSource> {
  const tables = new SourceTables(scratchPath(file, options, 'tables'));
  try {
    await copy(tables);
  } catch (error) {
    tables.store.close();
    throw error;
  }
  return openTables(tables, options);
}

/** Reads the links of all sites of the one product in a file. */
function openTables(tables: SourceTables, options: SourceOptions): RowSource {
  const mains = (product: Product): SourceTable[] =>
    tables.tables.filter(({ kind }) => kind.name === product.main);
  const found = products.filter((product) => mains(product).length > 0);
  const [product] = found;
  if (product === undefined) {
    const seen = tables.seen.length === 0 ? 'no tables' : `the tables ${tables.seen.join(', ')}`;
    throw unknownDatabase(`It has ${seen}, and none of them is known to hold links`);
  }
  if (found.length > 1) {
    const names = found.map(({ source }) => source).join(' and ');
    throw unknownDatabase(`It holds links of ${names}: bring one database at a time`);
  }
  const sites = mains(product);
  const { source, reader, openRows } = product;
  const siteOfRow = new WeakMap<object, number>();
  return {
    source,
    columns: [],
    reader,
    partial: null,
    async *rows(): AsyncGenerator<readonly Fields[]> {
      for (const [site, main] of sites.entries()) {
        for await (const page of openRows?.(tables, main, options) ?? tables.rows(main)) {
          if (site > 0) for (const row of page) siteOfRow.set(row, site);
          yield page;
        }
      }
    },
    siteOf: (row) => siteOfRow.get(row) ?? 0,
    visits: openVisits(product, tables, sites, options),
  };
}

function openVisits(
  { visits }: Product,
  tables: SourceTables,
  sites: readonly SourceTable[],
  options: SourceOptions,
): SourceVisits | null {
  if (visits === undefined) return null;
  const found = sites.flatMap((main, site) => {
    const table = tables.find(main.site, visits.table);
    return table === undefined ? [] : [{ main, table, site }];
  });
  if (found.length === 0) return null;
  return {
    count: found.reduce((sum, { table }) => sum + tables.count(table), 0),
    async *read(): AsyncGenerator<readonly SourceVisit[]> {
      const readTime = timeReader(visits.isInUtc ? 'UTC' : options.timeZone);
      for (const { main, table, site } of found) {
        const readOfSite = (row: Cells): SourceVisit | null => {
          const time = readTime(row[visits.time] ?? null);
          const visit = time === null ? null : visits.read(row, time, options);
          return visit === null || site === 0 ? visit : { ...visit, site };
        };
        const extra = visits.extra?.(tables, table, main);
        for (const page of tables.rows(table, extra, visits.time)) {
          yield page.map(readOfSite).filter((visit) => visit !== null);
        }
      }
    },
  };
}
