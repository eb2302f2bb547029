import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** The times of earlier clicks come from the log afterwards, from its last day back. */
export function addLastClicks({ isShared, rowId }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [
        sql`alter table click_count add column last_clicked_at bigint not null default 0`,
        sql`alter table click_count add column sorted_last_click bigint not null default 0`,
        sql`alter table deleted_link add column last_clicked_at bigint not null default 0`,
        sql`create index click_count_last on click_count
          (sorted_last_click ${isShared ? sql`, link_id` : sql``})`,
        sql`create table last_click_fill (id ${rowId} primary key, day bigint not null)`,
        sql`insert into last_click_fill (id, day)
          select 1, max(day) from click_batch having max(day) is not null`,
      ]) {
        await statement.execute(db);
      }
    },
  };
}
