import type { Engine } from '../engine/engine.ts';
import { portableColumns, type PortableLink } from '../engine/schema.ts';

/** How many links are read at once: a few milliseconds' work. */
const PAGE_LINKS = 500;

/** What another site can use of a link, in the order of the exported files. */
export const exportedColumns = portableColumns.filter(
  (column): column is Exclude<typeof column, 'long_url_hash'> => column !== 'long_url_hash',
);

export type ExportedLink = Omit<PortableLink, 'long_url_hash'> & { readonly id: number };

/** All links, oldest first, by pages: those that come or go meanwhile may be in it or not. */
export async function* selectAllLinks(engine: Engine): AsyncGenerator<ExportedLink[]> {
  let last = 0;
  for (;;) {
    const rows = await engine.db
      .selectFrom('link')
      .innerJoin('click_count', 'link_id', 'id')
      .select(['id', ...exportedColumns])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_LINKS)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    yield rows;
  }
}
