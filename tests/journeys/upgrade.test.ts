import { expect, test } from 'bun:test';
import { sql, type Kysely } from 'kysely';
import { sortLinks } from '../../server/clicks/click-order.store.ts';
import { nowSeconds } from '../../server/engine/now.ts';
import { restoreByIds } from '../../server/links/deleted-links.store.ts';
import { LinkLists } from '../../server/links/link-lists.ts';
import { selectLinks } from '../../server/links/links.store.ts';
import { upgradeFrom } from '../former-database.ts';
import { seedLinks } from '../seed.ts';
import { isPostgres } from '../test-engine.ts';

/** The last migration before links' counts had a table of their own. */
const FORMER = isPostgres ? '004-statistics' : '005-targets';
const LINKS = 3000;
const DELETED = 4999;

/** Puts links in, as they were: each with its own number of clicks. */
async function fill(db: Kysely<object>): Promise<void> {
  const columns = sql`
    id, short_url, long_url, long_url_hash, title, description, clicks, bots,
    created_at, updated_at, expires_at, is_active, ip`;
  const ids = Array.from({ length: LINKS }, (_, index) => index * 2 + 1);
  for (let first = 0; first < LINKS; first += 1000) {
    const rows = sql.join(ids.slice(first, first + 1000).map(rowOf));
    await sql`insert into link (${columns}) values ${rows}`.execute(db);
  }
  await sql`insert into deleted_link (${columns}, deleted_at)
    select id, short_url, long_url, long_url_hash, title, description, clicks, bots,
      created_at, updated_at, expires_at, is_active, ip, cast(${nowSeconds()} as bigint)
    from link where id = ${DELETED}`.execute(db);
  await sql`delete from link where id = ${DELETED}`.execute(db);
}

function rowOf(id: number) {
  return sql`
    (${id}, ${`l${id}`}, 'https://example.com/', 1, '', '', ${clicksOf(id)}, ${id % 5}, 1, 1, 0, 1, '')`;
}

/** The larger the id the fewer clicks, in steps. */
function clicksOf(id: number): number {
  return 1000 - Math.floor(id / 10);
}

test('an upgrade keeps the counts of links, of deleted ones too', async () => {
  await using upgraded = await upgradeFrom(FORMER, fill);
  const { engine } = upgraded;
  const rows = await selectLinks(engine.db).orderBy('id').execute();
  expect(rows).toHaveLength(LINKS - 1);
  for (const { id, short_url, clicks, bots, imported_clicks } of rows) {
    expect({ id, short_url, clicks, bots, imported_clicks }).toEqual({
      id,
      short_url: `l${id}`,
      clicks: clicksOf(id),
      bots: id % 5,
      imported_clicks: 0,
    });
  }
  expect(await restoreByIds(engine, [DELETED], nowSeconds())).toBe(1);
  expect(await selectLinks(engine.db).where('id', '=', DELETED).execute()).toMatchObject([
    { clicks: clicksOf(DELETED), bots: DELETED % 5, imported_clicks: 0 },
  ]);
  await seedLinks(engine, [{ id: 1_000_000, short_url: 'new', clicks: 2000 }]);
  const lists = new LinkLists({
    engine,
    sortByClicks: () => sortLinks(engine),
    onError: (error) => {
      throw error;
    },
  });
  const page = { page: 1, limit: 3, sort: 'clicks', order: 'desc' } as const;
  const { rows: most } = await lists.all({}, page);
  expect(most.map(({ id }) => id)).toEqual([1_000_000, 9, 7]);
});
