import type { Engine, LinkRow } from '../../../server/engine/engine.ts';
import { foldTexts } from '../../../server/engine/texts/folded-texts.ts';

/** Rows per insert, well below the limit of parameters. */
const BATCH = 500;

export async function seedLinks(
  engine: Engine,
  links: readonly (Pick<LinkRow, 'short_url'> & Partial<LinkRow>)[],
): Promise<void> {
  const rows = links.map(
    ({ clicks: _clicks, bots: _bots, imported_clicks: _imported, ...given }, index) => {
      const link = { long_url: 'https://example.com/', title: '', note: '', ...given };
      return {
        long_url_hash: index,
        description: '',
        created_at: 1_700_000_000,
        updated_at: 1_700_000_000,
        expires_at: 0,
        is_active: 1,
        ip: '203.0.113.7',
        is_count_only: 0,
        shows_numbers: 0,
        routing: '',
        ...link,
        ...foldTexts(link),
      };
    },
  );
  const seeds = new Map(links.map((link) => [link.short_url, link]));
  await engine.db.transaction().execute(async (tx) => {
    for (let first = 0; first < rows.length; first += BATCH) {
      const stored = await tx
        .insertInto('link')
        .values(rows.slice(first, first + BATCH))
        .returning(['id', 'short_url'])
        .execute();
      await tx
        .insertInto('click_count')
        .values(
          stored.map(({ id, short_url: code }) => {
            const { clicks = 0, bots = 0, imported_clicks = 0 } = seeds.get(code)!;
            return { link_id: id, clicks, bots, imported_clicks, sorted_clicks: clicks };
          }),
        )
        .execute();
    }
  });
}

/** Removes links with their counts; without ids, all links. */
export async function removeLinks(engine: Engine, ids?: readonly number[]): Promise<void> {
  await engine.db.transaction().execute(async (tx) => {
    const links = tx.deleteFrom('link');
    const counts = tx.deleteFrom('click_count');
    await (ids === undefined ? links : links.where('id', 'in', ids)).execute();
    await (ids === undefined ? counts : counts.where('link_id', 'in', ids)).execute();
  });
}
