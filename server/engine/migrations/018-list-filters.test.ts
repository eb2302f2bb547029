import { expect, test } from 'bun:test';
import { sql, type Kysely } from 'kysely';
import { upgradeFrom } from '../../../tests/former-database.ts';
import { SearchIndex } from '../../search/search-index.ts';
import { findMatches } from '../../search/search.ts';
import { selectReadyBuilds } from '../../search/search.store.ts';
import { SEGMENT_SIZE } from '../../search/segment.ts';

const notes = ['Für Ada', 'two\nlines', 'plain', ''];

/** Links with notes, one of them deleted, more than a segment, and an index that has nothing in it. */
async function fill(db: Kysely<object>): Promise<void> {
  await sql`
    with recursive number (id) as
      (values (1) union all select id + 1 from number where id <= ${SEGMENT_SIZE})
    insert into link (id, short_url, long_url, long_url_hash, title, description, created_at,
      updated_at, expires_at, ip)
    select id, 'l' || id, 'https://example.com/', 1, 'x', '', 1, 1, 0, '' from number`.execute(db);
  for (const [index, note] of notes.entries()) {
    await sql`update link set note = ${note} where id = ${index + 1}`.execute(db);
  }
  await sql`
    insert into deleted_link (id, short_url, long_url, long_url_hash, title, description,
      created_at, updated_at, expires_at, ip, is_active, clicks, deleted_at, note)
    values (99999, 'gone', 'https://example.com/', 1, '', '', 1, 1, 0, '', 1, 0, 1, 'ÄRGER')`.execute(
    db,
  );
  await sql`insert into search_build (segment, state) values (0, 'ready')`.execute(db);
}

test('notes and codes of a former version are found, before the index is built anew and after', async () => {
  await using upgraded = await upgradeFrom('017-link-changes', fill);
  const { engine } = upgraded;
  const find = async (field: 'note' | 'short_url' | 'title', keyword: string) =>
    (await findMatches(engine, [field], keyword)).newest(0, 10);
  const expectAll = async (): Promise<void> => {
    expect(await find('note', 'fur ada')).toEqual([1]);
    expect(await find('note', 'TWO LINES')).toEqual([2]);
    expect(await find('note', 'plain')).toEqual([3]);
    expect(await find('short_url', `L${SEGMENT_SIZE}`)).toEqual([SEGMENT_SIZE]);
    expect(await find('title', 'x')).toHaveLength(10);
  };
  await expectAll();
  expect(await selectReadyBuilds(engine)).toEqual([]);
  await new SearchIndex(engine).update();
  expect(await selectReadyBuilds(engine)).toHaveLength(1);
  await expectAll();

  const deleted = engine.db.selectFrom('deleted_link').select('folded_note');
  expect(await deleted.executeTakeFirst()).toEqual({ folded_note: 'arger' });
});
