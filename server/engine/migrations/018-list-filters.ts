import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { foldTexts } from '../folded-texts.ts';
import type { Dialect } from '../sql.ts';

/** How many notes are read at a time. */
const NOTES_AT_ONCE = 2000;

/**
 * Notes in the form in which they are compared, and an index of the links that are switched off. The
 * index of the search is built anew, because it now holds notes and codes too.
 */
export function addListFilters(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['link', 'deleted_link']) {
        await db.schema.alterTable(table).addColumn('folded_note', dialect.text).execute();
        await fill(db, dialect, table);
      }
      await sql`create index link_off on link (id) where is_active = 0`.execute(db);
      await sql`update search_build set state = 'dead'`.execute(db);
    },
  };
}

async function fill(db: Kysely<unknown>, dialect: Dialect, table: string): Promise<void> {
  const name = sql.table(table);
  for (let last = -1; ;) {
    const { rows } = await sql<{ id: number; note: string }>`
      select id, note from ${name}
      where id > ${last} and note <> '' order by id limit ${sql.lit(NOTES_AT_ONCE)}`.execute(db);
    const folded = rows.flatMap(({ id, note }) => {
      const { folded_note: text } = foldTexts({ short_url: '', long_url: '', title: '', note });
      return text === null ? [] : [[id, text]];
    });
    if (folded.length > 0) {
      await sql`
        update ${name} set folded_note = folded.note
        from ${dialect.rowsOf(['id', 'note'], folded)} as folded
        where ${name}.id = folded.id`.execute(db);
    }
    if (rows.length < NOTES_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}
