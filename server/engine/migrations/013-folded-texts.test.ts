import { expect, test } from 'bun:test';
import { sql, type Kysely } from 'kysely';
import { upgradeFrom } from '../../../tests/former-database.ts';
import { findMatches } from '../../search/search.ts';

const texts = [
  { code: 'plain', url: 'https://example.com/', title: 'Plain' },
  { code: 'MyCode', url: 'https://example.com/%E3%83%91', title: 'Zebra' },
  { code: 'cafe\u0301', url: 'https://xn--bcher-kva.example/', title: 'ÄPFEL' },
  { code: '短', url: 'https://example.com/', title: 'ＡＢＣ' },
];
/** More than are read at a time. */
const OTHERS = 4500;

/** Links, one of them deleted, and an index of the search that has nothing in it. */
async function fill(db: Kysely<object>): Promise<void> {
  for (const [index, { code, url, title }] of texts.entries()) {
    for (const table of ['link', 'deleted_link'] as const) {
      const more = table === 'link' ? sql`` : sql`, is_active, clicks, deleted_at`;
      const values = table === 'link' ? sql`` : sql`, 1, 0, 1`;
      await sql`
        insert into ${sql.table(table)} (id, short_url, long_url, long_url_hash, title, description,
          created_at, updated_at, expires_at, ip ${more})
        values (${index + 1}, ${code}, ${url}, 1, ${title}, '', 1, 1, 0, '' ${values})`.execute(db);
    }
  }
  await sql`
    with recursive number (id) as (values (10) union all select id + 1 from number where id < ${OTHERS})
    insert into link (id, short_url, long_url, long_url_hash, title, description, created_at,
      updated_at, expires_at, ip)
    select id, 'L' || id, 'https://example.com/', 1, 'x', '', 1, 1, 0, '' from number`.execute(db);
  await sql`insert into search_build (segment, state) values (0, 'ready')`.execute(db);
}

test('links of a former version are found by every spelling and text, and sorted', async () => {
  await using upgraded = await upgradeFrom('012-known-addresses', fill);
  const { engine } = upgraded;
  const folded = async (code: string) =>
    (await engine.findTargetsByFoldedCode(code)).map(({ short_url }) => short_url);
  expect(await folded('mycode')).toEqual(['MyCode']);
  expect(await folded('caf\u00e9')).toEqual(['cafe\u0301']);
  expect(await folded(`l${OTHERS}`)).toEqual([`L${OTHERS}`]);
  expect(await folded('plain')).toEqual([]);

  // What the index does not know is looked at itself.
  const found = async (field: 'title' | 'long_url', keyword: string) =>
    (await findMatches(engine, [field], keyword)).newest(0, 10);
  expect(await found('title', 'äpfel')).toEqual([3]);
  expect(await found('title', 'abc')).toEqual([4]);
  expect(await found('long_url', 'bücher')).toEqual([3]);
  expect(await found('long_url', 'パ')).toEqual([2]);
  const stale = await engine.db
    .selectFrom('search_stale')
    .select('link_id')
    .orderBy('link_id')
    .execute();
  expect(stale.map((row) => row.link_id)).toEqual([2, 3, 4]);

  const deleted = await engine.db
    .selectFrom('deleted_link')
    .select(['folded_code', 'folded_url', 'folded_title'])
    .orderBy('id')
    .execute();
  expect(deleted[2]).toEqual({
    folded_code: 'caf\u00e9',
    folded_url: 'https://bucher.example/',
    folded_title: 'apfel',
  });
  expect(deleted[0]).toEqual({ folded_code: null, folded_url: null, folded_title: null });
});
