import type { Engine, LinkRow } from '../engine/engine.ts';

/** How many links are read at once: a few milliseconds' work. */
const PAGE_LINKS = 500;

export type ExportedLink = Omit<LinkRow, 'long_url_hash'>;

/** All links, oldest first, by pages: those that come or go meanwhile may be in it or not. */
export async function* selectAllLinks(engine: Engine): AsyncGenerator<ExportedLink[]> {
  let last = 0;
  for (;;) {
    const rows = await engine.db
      .selectFrom('link')
      .select([
        'id',
        'short_url',
        'long_url',
        'title',
        'description',
        'clicks',
        'created_at',
        'updated_at',
        'expires_at',
        'is_active',
        'ip',
      ])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_LINKS)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    yield rows;
  }
}
