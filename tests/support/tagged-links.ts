import { sql, type Kysely } from 'kysely';
import type { Engine } from '../../server/engine/engine.ts';

/** Links with tags; every tenth one is in the bin. */
export const TAGGED_LINKS = 200;

/** Puts tagged links into a database of the first version. */
export async function insertTaggedLinks(db: Kysely<object>): Promise<void> {
  const ids = Array.from({ length: TAGGED_LINKS }, (_, index) => index + 1);
  await sql`
    insert into link (id, short_url, long_url, long_url_hash, title, description, created_at,
      updated_at, expires_at, ip)
    values ${sql.join(ids.map(rowOf))}`.execute(db);
  await sql`
    insert into deleted_link (id, short_url, long_url, long_url_hash, title, description, clicks,
      created_at, updated_at, expires_at, is_active, ip, deleted_at)
    select id, short_url, long_url, 1, '', '', 42, 1, 1, 0, 1, '', 1
    from link where id % 10 = 0`.execute(db);
  await sql`delete from link where id % 10 = 0`.execute(db);
  await sql`
    insert into click_count (link_id, clicks) select id, 42 from link order by id`.execute(db);
  for (const [id, name] of ['all', 'even', 'none'].entries()) {
    await sql`insert into tag (id, name, folded) values (${id + 1}, ${name}, ${name})`.execute(db);
  }
  await sql`
    insert into link_tag (link_id, tag_id)
    select id, 1 from link union all select id, 1 from deleted_link
    union all select id, 2 from link where id % 2 = 0
    union all select id, 2 from deleted_link`.execute(db);
}

function rowOf(id: number) {
  return sql`(${id}, ${`old${id}`}, 'https://example.com/', 1, '', '', 1, 1, 0, '')`;
}

export const taggedCounts = { all: 180, even: 80, none: 0 };

export async function readTaggedCounts(engine: Engine): Promise<Record<string, number>> {
  const rows = await engine.db.selectFrom('tag').select(['name', 'links']).orderBy('id').execute();
  return Object.fromEntries(rows.map(({ name, links }) => [name, links]));
}
