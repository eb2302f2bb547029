import { CSV_MARK, csvLine } from '../../contracts/csv.ts';
import type { ExportFormat } from '../../contracts/export.constants.ts';
import { formatShortLink } from '../../contracts/links/domain-code.ts';
import type { Reach } from '../access/reach.ts';
import type { Engine } from '../engine/engine.ts';
import { formatInstant, nowSeconds } from '../engine/now.ts';
import { selectListedIds } from '../links/lists/listed-ids.ts';
import { exportedColumns, selectExported, type ExportedLink } from './export.store.ts';

export const PAGE_LINKS = 500; // a few milliseconds of work

export interface LinkExport {
  readonly engine: Engine;
  readonly reach: Reach;
  /** Of these links, the file tells who created them. */
  readonly addressReach: Reach;
  /** Whether the file tells the owners. */
  readonly hasOwners: boolean;
  /** Batches of at most {@link PAGE_LINKS}. */
  readonly ids: AsyncIterable<readonly number[]>;
  /** The main domain; null: unknown, and its links have no whole short link. */
  readonly site: URL | null;
}

const readColumns = ['short_link', 'people', 'bots', 'imported_clicks', 'last_clicked_at'] as const;
const csvColumns = [...exportedColumns, ...readColumns] as const;
type CsvColumn = (typeof csvColumns)[number] | 'owner';

/** The file in parts, each made when the one before was taken. */
export function writeLinks(
  links: LinkExport,
  format: ExportFormat,
  isForExcel = false,
): AsyncGenerator<Uint8Array> {
  return format === 'json' ? writeJson(links) : writeCsv(links, isForExcel);
}

export async function* writeAllLinks(
  engine: Engine,
  site: URL | null,
  format: ExportFormat,
): AsyncGenerator<Uint8Array> {
  const all = { engine, reach: 'all', addressReach: 'all', site } as const;
  const accounts = await engine.db.selectFrom('account').select('id').limit(2).execute();
  yield* writeLinks({ ...all, ids: selectAllIds(engine), hasOwners: accounts.length > 1 }, format);
}

/** The ids of all links, in batches of {@link PAGE_LINKS}. */
export function selectAllIds(engine: Engine): AsyncGenerator<readonly number[]> {
  const all = { ids: null, where: {}, domains: [], order: 'asc', size: PAGE_LINKS } as const;
  return selectListedIds(engine, 'all', all);
}

/** Writes one link a line, so that line tools can compare and search the file. */
async function* writeJson({ ids, ...source }: LinkExport): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"format":"brisk","version":1,"exported_at":${nowSeconds()},"links":[`);
  let separator = '\n';
  for await (const batch of ids) {
    const links = await selectExported(source, batch);
    if (links.length === 0) continue;
    const lines = links.map((link) => JSON.stringify(toFields(link, source.hasOwners)));
    yield Buffer.from(separator + lines.join(',\n'));
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}

function toFields(link: ExportedLink, hasOwners: boolean): object {
  const { routing } = link;
  return Object.fromEntries(
    [...exportedColumns, 'last_clicked_at' as const, ...listOwnerColumns(hasOwners)].map((column) =>
      column === 'routing'
        ? [column, routing === '' ? {} : (JSON.parse(routing) as object)]
        : [column, link[column]],
    ),
  );
}

function listOwnerColumns(hasOwners: boolean) {
  return hasOwners ? (['owner'] as const) : [];
}

async function* writeCsv(
  { ids, ...source }: LinkExport,
  isForExcel: boolean,
): AsyncGenerator<Uint8Array> {
  const [encoding, separator] = isForExcel
    ? (['utf16le', '\t'] as const)
    : (['utf8', ','] as const);
  const columns = [...csvColumns, ...listOwnerColumns(source.hasOwners)];
  yield Buffer.from(CSV_MARK + csvLine(columns, separator), encoding);
  for await (const batch of ids) {
    const links = await selectExported(source, batch);
    const lines = links.map((link) => {
      const cells = columns.map((column) => cellOf(link, column, source.site));
      return csvLine(cells, separator);
    });
    yield Buffer.from(lines.join(''), encoding);
  }
}

function cellOf(link: ExportedLink, column: CsvColumn, site: URL | null): string | number {
  switch (column) {
    case 'created_at':
    case 'updated_at':
      return formatInstant(link[column]);
    case 'expires_at':
    case 'last_clicked_at':
      return link[column] === 0 ? '' : formatInstant(link[column]);
    case 'tags':
      return link.tags.join(',');
    case 'short_link':
      return site === null ? '' : formatShortLink(link, site);
    case 'people':
      return link.clicks - link.bots - link.imported_clicks;
    default:
      return link[column];
  }
}
