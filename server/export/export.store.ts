import { sql } from 'kysely';
import { splitCode } from '../../contracts/links/domain-code.ts';
import { flagNames } from '../../contracts/links/link-fields.constants.ts';
import { selectUsernames } from '../access/names.store.ts';
import { isReached, isWithin, type Reach } from '../access/reach.ts';
import type { Engine } from '../engine/engine.ts';
import { portableColumns, type PortableLink } from '../engine/schema.ts';
import { selectTagsOf } from '../tags/tags.store.ts';

const PAGE_CODES = 20_000;

const columns = portableColumns.filter(
  (column): column is Exclude<typeof column, 'long_url_hash'> => column !== 'long_url_hash',
);

/** Columns that came later: programs may read the first ones by their place. */
const newer: ReadonlySet<string> = new Set(['routing', ...flagNames]);

/** `routing` is '' for a link that always leads to its long URL. */
export const exportedColumns = [
  ...columns.filter((column) => !newer.has(column)),
  'tags',
  'domain',
  'routing',
  ...flagNames,
] as const;

export type ExportedLink = Omit<PortableLink, 'long_url_hash'> & {
  readonly id: number;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly bots: number;
  readonly imported_clicks: number;
  readonly last_clicked_at: number;
  /** A user name; '' = no owner. */
  readonly owner: string;
};

interface ExportSource {
  readonly engine: Engine;
  readonly reach: Reach;
  readonly addressReach: Reach;
}

/** Links in the order of `ids`; leaves out those that are gone or beyond the reach. */
export async function selectExported(
  { engine, reach, addressReach }: ExportSource,
  ids: readonly number[],
): Promise<ExportedLink[]> {
  if (ids.length === 0) return [];
  const rows = await engine.db
    .selectFrom('link')
    .innerJoin('click_count', 'link_id', 'id')
    .select(['id', 'owner_id', 'bots', 'imported_clicks', 'last_clicked_at', ...columns])
    .where('id', 'in', ids)
    .where(isWithin(reach))
    .execute();
  const tags = await selectTagsOf(engine.db, engine.sql, ids);
  const names = await selectUsernames(
    engine.db,
    rows.map((row) => row.owner_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { domain, code } = splitCode(row.short_url);
    return Object.assign(row, {
      domain,
      short_url: code,
      ip: isReached(addressReach, row) ? row.ip : '',
      tags: tags.get(id) ?? [],
      owner: names.get(row.owner_id) ?? '',
    });
  });
}

export async function* selectCodes(
  engine: Engine,
): AsyncGenerator<{ readonly id: number; readonly short_url: string }[]> {
  for (let last = 0; ;) {
    const rows = await engine.db
      .selectFrom('link')
      .select(['id', 'short_url'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_CODES)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    yield rows;
  }
}

/** Folded codes that several links of the main domain share: their codes differ only in capitals or signs. */
export async function selectSharedSpellings(engine: Engine): Promise<Set<string>> {
  const { rows } = await sql<{ folded_code: string }>`
    select one.folded_code from link as one join link as other on other.short_url = one.folded_code
    union
    select folded_code from link where folded_code is not null
    group by folded_code having count(*) > 1`.execute(engine.db);
  return new Set(rows.map((row) => row.folded_code));
}
