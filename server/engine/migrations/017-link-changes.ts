import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** The changes of links, field by field. */
export function createLinkChanges(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await dialect
        .addSerialKey(db.schema.createTable('link_change'), 'id')
        .addColumn('link_id', 'bigint', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addColumn('who', dialect.text, (column) => column.notNull())
        .addColumn('field', dialect.text, (column) => column.notNull())
        .addColumn('former', dialect.text, (column) => column.notNull())
        .addColumn('present', dialect.text, (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('link_change_link')
        .on('link_change')
        .columns(['link_id', 'id'])
        .execute();
    },
  };
}
