import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Tags, and which links have them, also links that are deleted and may come back. */
export function createTags(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await dialect
        .addSerialKey(db.schema.createTable('tag'), 'id')
        .addColumn('name', dialect.text, (column) => column.notNull())
        .addColumn('folded', dialect.text, (column) => column.notNull().unique())
        .execute();
      await dialect
        .keepInKeyOrder(db.schema.createTable('link_tag'))
        .addColumn('link_id', 'bigint', (column) => column.notNull())
        .addColumn('tag_id', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('link_tag_key', ['link_id', 'tag_id'])
        .execute();
      await db.schema
        .createIndex('link_tag_tag')
        .on('link_tag')
        .columns(['tag_id', 'link_id'])
        .execute();
    },
  };
}
