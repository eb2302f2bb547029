import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** A private note on a link. */
export function addNotes(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['link', 'deleted_link']) {
        await db.schema
          .alterTable(table)
          .addColumn('note', dialect.text, (column) => column.notNull().defaultTo(''))
          .execute();
      }
    },
  };
}
