import type { Engine } from '../engine/engine.ts';
import { portableColumns, type PortableLink } from '../engine/schema.ts';
import { selectTagsOf } from '../tags/tags.store.ts';

/** How many links are read at once: a few milliseconds' work. */
const PAGE_LINKS = 500;
/** The same of codes alone. */
const PAGE_CODES = 20_000;

const columns = portableColumns.filter(
  (column): column is Exclude<typeof column, 'long_url_hash'> => column !== 'long_url_hash',
);

/** What another site can use of a link, in the order of the exported files. */
export const exportedColumns = [...columns, 'tags'] as const;

export type ExportedLink = Omit<PortableLink, 'long_url_hash'> & {
  readonly id: number;
  readonly tags: readonly string[];
};

/** All links, oldest first, by pages: those that come or go meanwhile may be in it or not. */
export async function* selectAllLinks(engine: Engine): AsyncGenerator<ExportedLink[]> {
  let last = 0;
  for (;;) {
    const rows = await engine.db
      .selectFrom('link')
      .innerJoin('click_count', 'link_id', 'id')
      .select(['id', ...columns])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_LINKS)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    const tags = await selectTagsOf(
      engine.db,
      engine.sql,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => Object.assign(row, { tags: tags.get(row.id) ?? [] }));
  }
}

/** The codes of all links, by pages. */
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
