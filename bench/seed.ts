import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Rule } from '../contracts/links/routing.ts';
import type { Engine } from '../server/engine/engine.ts';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { codeNumberInSql } from '../server/engine/texts/code-number.ts';
import { formatRouting, plainRouting, type Routing } from '../server/links/routing/routing.ts';
import { indexLinks } from '../server/search/search-index.ts';
import { SEGMENT_SIZE } from '../server/search/segment.ts';
import { addTags } from '../server/tags/tags.store.ts';
import { seedLinks } from '../tests/support/statistics/seed.ts';

/** Makes a site with the links s0, s1 and so on, and a complete search index. */
export async function seedNumbered(dataDir: string, links: number): Promise<void> {
  const engine = await openSqlite(dataDir);
  const rows = Array.from({ length: links }, (_, number) => ({
    short_url: `s${number}`,
    long_url: 'https://example.com/landing',
  }));
  await seedLinks(engine, rows);
  await indexLinks(engine);
  await engine.close();
}

export function linkUrls(site: string, links: number, first = 0): string[] {
  return Array.from({ length: links }, (_, number) => `${site}/s${first + number}`);
}

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

/** Every tenth link has rules; the kinds of rules take turns. */
export const RULES_EVERY = 10;

const target = 'https://example.com/rule';
const others: readonly Rule[] = [
  { when: { device: ['mobile'], system: ['iOS'] }, target },
  { when: { language: ['zh'] }, target },
];
const shares = [
  { target, weight: 2 },
  { target: `${target}/other`, weight: 1 },
];
const hours = { from: '00:00', until: '00:00', time_zone: 'Europe/Berlin' };

/** The last rule fits the visits of the load. */
export const ruleKinds: Readonly<Record<string, Partial<Routing>>> = {
  rules: { rules: [...others, { when: { device: ['desktop'] }, target }] },
  split: { rules: [...others, { when: { device: ['desktop'] }, split: shares }] },
  hours: { rules: [...others, { when: { hours }, target }] },
  query: { forward_query: 1 },
  limit: { max_clicks: 1_000_000_000 },
};
const names = Object.keys(ruleKinds);

export async function addRules(dataDir: string): Promise<void> {
  const engine = await openSqlite(dataDir);
  const rows = await engine.db.selectFrom('link').select(['id', 'short_url']).execute();
  await engine.db.transaction().execute(async (tx) => {
    for (const { id, short_url: code } of rows) {
      const number = Number(code.slice(1));
      if (number % RULES_EVERY !== 0) continue;
      const kind = ruleKinds[names[(number / RULES_EVERY) % names.length]!]!;
      const routing = formatRouting({ ...plainRouting, ...kind });
      await tx.updateTable('link').set({ routing }).where('id', '=', id).execute();
    }
  });
  await engine.close();
}

const SEEDED_AT_ONCE = 10_000;
const TAGS = 200;
export const TAG = 'team 0';

const words =
  'summer sale shop product newsletter winter garden coffee machine travel guide review offer 优惠 活动 新年 产品指南 双十一'.split(
    ' ',
  );

/** Stores links in a new database, with titles, notes, tags and states. */
export async function seedSearchable(engine: Engine, links: number): Promise<void> {
  // A linear congruential generator makes the same links each time.
  let state = 7;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const word = (): string => words[Math.floor(random() ** 2 * words.length)]!;
  const now = Math.floor(Date.now() / 1000);
  for (let from = 0; from < links; from += SEEDED_AT_ONCE) {
    const rows = Array.from({ length: SEEDED_AT_ONCE }, (_, offset) => {
      const number = from + offset;
      const host = random() < 0.5 ? 'www.example.com' : `shop${Math.floor(random() * 300)}.example`;
      const path = `${word()}/${Math.floor(random() * 1e9).toString(36)}`;
      return {
        short_url: `s${number}`,
        long_url: new URL(`https://${host}/${path}?utm_source=${word()}&id=${number}`).href,
        title: `${word()} ${word()} ${word()} no. ${number}`,
        note: number % 3 === 0 ? `${word()}, asked by Ada\nticket ${number * 7}` : '',
        clicks: number % 5,
        created_at: now - links + number,
        expires_at: number % 6 === 0 ? now + (number % 12 === 0 ? -links : links) : 0,
        is_active: number % 40 === 0 ? 0 : 1,
      };
    });
    await seedLinks(engine, rows);
    // A new database numbers its links from 1.
    const tags = rows.map((_, offset) => [from + offset + 1, tagsOf(from + offset)] as const);
    await engine.write((tx) => addTags(tx, engine.sql, new Map(tags)));
  }
}

function tagsOf(id: number): string[] {
  return [
    ...(id % 10 === 0 ? [TAG] : []),
    `team ${id % TAGS}`,
    `${words[id % words.length]} ${id % 7}`,
  ];
}
