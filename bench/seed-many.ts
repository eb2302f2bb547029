import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { codeNumberInSql } from '../server/engine/texts/code-number.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { SEGMENT_SIZE } from '../server/search/segment.ts';

/** The number of codes, and an odd factor that maps each number to another code. */
const CODES = 2 ** 28;
const FACTOR = 0x9e3_779b;
const BIG_CACHE = 'pragma cache_size = -1000000';

export const FIRST_CODE = '0000000';

/** Lua for the code of a link's number; `number` is a Lua expression. */
export function codeInLua(number: string): string {
  return `string.format("%07x", ${number} * ${FACTOR} % ${CODES})`;
}

/** Adds links up to a number, in random order, and marks the search index as complete. */
export async function seedMany(dataDir: string, links: number): Promise<void> {
  await (await openSqlite(dataDir)).close();
  using database = new Database(join(dataDir, DATABASE_FILE));
  // A crash only loses a benchmark, so durability is off.
  database.run('pragma journal_mode = off');
  database.run('pragma synchronous = off');
  database.run(BIG_CACHE);
  const { seeded } = database
    .query<{ seeded: number }, []>('select count(*) seeded from link')
    .get()!;
  // Indexes built after the insert are sorted, which is much faster.
  const later = database
    .query<{ type: string; name: string; sql: string }, []>(
      `select type, name, sql from sqlite_schema
      where tbl_name in ('link', 'click_count') and type in ('index', 'trigger') and sql <> ''`,
    )
    .all();
  for (const { type, name } of later) database.run(`drop ${type} ${name}`);
  database.run(`
    with recursive numbers (n) as (select ${seeded} union all select n + 1 from numbers where n + 1 < ${links})
    insert into link (short_url, long_url, long_url_hash, title, description,
      created_at, updated_at, expires_at, ip)
    select printf('%07x', n * ${FACTOR} % ${CODES}), 'https://example.com/articles/' || n,
      n * 900719925473 % 4503599627370449, 'Article ' || n, '',
      1700000000 + n / 10, 1700000000 + n / 10, 0, '203.0.113.7'
    from numbers`);
  database.run(`
    insert into click_count (link_id)
    select id from link where id > (select coalesce(max(link_id), 0) from click_count) order by id`);
  database.run(`
    insert into target (code_number, link_id, long_url, expires_at, is_active)
    select ${codeNumberInSql('short_url')} as number, id, long_url, expires_at, is_active
    from link where id > (select coalesce(max(link_id), 0) from target) order by number`);
  for (const { sql } of later) database.run(sql);
  database.run('delete from search_build');
  database.run(`
    with recursive segments (n) as (select 0 union all select n + 1 from segments)
    insert into search_build (segment, state) select n, 'ready' from segments
    limit ${Math.floor(links / SEGMENT_SIZE)}`);
}
