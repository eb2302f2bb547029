import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Clicks that came before an import are told apart: of them only the number is known. */
export const addImportedClicks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['click_count', 'deleted_link']) {
      await db.schema
        .alterTable(table)
        .addColumn('imported_clicks', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    // Their sum of the whole site is read with each report.
    await sql`create index click_count_imported on click_count (imported_clicks)
      where imported_clicks > 0`.execute(db);
  },
};
