import { byName } from '../../../contracts/links/link-fields.constants.ts';
import type { Engine, LinkRow } from '../../../server/engine/engine.ts';
import { countColumns } from '../../../server/engine/schema.ts';
import { foldTexts } from '../../../server/engine/texts/folded-texts.ts';

/** Rows per insert, well below the limit of parameters. */
const BATCH = 500;

type Seed = Pick<LinkRow, 'short_url'> & Partial<LinkRow>;

export async function seedLinks(engine: Engine, links: readonly Seed[]): Promise<void> {
  const rows = links.map(toRow);
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
            const counts = byName(countColumns, (column) => seeds.get(code)![column] ?? 0);
            return Object.assign(counts, {
              link_id: id,
              sorted_clicks: counts.clicks,
              sorted_last_click: counts.last_clicked_at,
            });
          }),
        )
        .execute();
    }
  });
}

function toRow(seed: Seed, index: number) {
  const counted: readonly string[] = countColumns;
  const given = Object.entries(seed).filter(([column]) => !counted.includes(column));
  const link = {
    long_url: 'https://example.com/',
    title: '',
    note: '',
    ...(Object.fromEntries(given) as Pick<Seed, 'short_url'> &
      Partial<Omit<LinkRow, (typeof countColumns)[number]>>),
  };
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
