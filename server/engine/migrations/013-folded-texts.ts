import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { foldTexts } from '../folded-texts.ts';
import type { Dialect } from '../sql.ts';

/** How many links are read at a time. */
const LINKS_AT_ONCE = 2000;
/** How many ids a segment of the search spans. */
const SEGMENT_SIZE = 16_384;

const columns = ['folded_code', 'folded_url', 'folded_title'] as const;

interface TextRow {
  readonly id: number;
  readonly short_url: string;
  readonly long_url: string;
  readonly title: string;
}

/**
 * The texts of a link in the form in which they are compared: a visitor's spelling of a code, a
 * keyword, and the order of titles meet it. Links whose folded text differs are marked stale, so the
 * background rebuilds their segments of the search index.
 */
export function createFoldedTexts(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['link', 'deleted_link']) {
        for (const column of columns) {
          await db.schema.alterTable(table).addColumn(column, dialect.text).execute();
        }
        await fill(db, dialect, table);
      }
      await db.schema.dropIndex('link_title').execute();
      await sql`
        create index link_title on link (coalesce(folded_title, lower(title)),
          (case when folded_title is null then 0 else 1 end), id)`.execute(db);
      await sql`
        create index link_folded_code on link (folded_code)
        where folded_code is not null`.execute(db);
      await sql`
        insert into search_stale (link_id)
        select id from link
        where (folded_url is not null or folded_title is not null)
          and id < (select coalesce(max(segment) + 1, 0) * ${sql.lit(SEGMENT_SIZE)} from search_build)
        on conflict do nothing`.execute(db);
    },
  };
}

async function fill(db: Kysely<unknown>, dialect: Dialect, table: string): Promise<void> {
  const name = sql.table(table);
  for (let last = -1; ;) {
    const { rows } = await sql<TextRow>`
      select id, short_url, long_url, title from ${name}
      where id > ${last} order by id limit ${sql.lit(LINKS_AT_ONCE)}`.execute(db);
    const folded = rows
      .map((row) => ({ id: row.id, ...foldTexts({ ...row, note: '' }) }))
      .filter((row) => columns.some((column) => row[column] !== null));
    if (folded.length > 0) {
      const names = ['id', ...columns] as const;
      const values = dialect.rowsOf(
        names,
        folded.map((row) => names.map((column) => row[column])),
      );
      await sql`
        update ${name} set folded_code = folded.folded_code, folded_url = folded.folded_url,
          folded_title = folded.folded_title
        from ${values} as folded where ${name}.id = folded.id`.execute(db);
    }
    if (rows.length < LINKS_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}
