import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { codeNumberInSql } from '../code-number.ts';

/** Of a link that was written, by the name of its row. */
function insertTarget(row: string): string {
  return `insert into target (code_number, link_id, long_url, expires_at, is_active)
    select ${codeNumberInSql(`${row}.short_url`)} as number, ${row}.id, ${row}.long_url,
      ${row}.expires_at, ${row}.is_active`;
}

const DELETE_OLD = `delete from target where code_number = ${codeNumberInSql('old.short_url')};`;
const INSERT_NEW = `${insertTarget('new')} where number is not null;`;

/**
 * SQLite: all that a redirect needs of a link with a short code, by the number that stands for the
 * code. Of an index the inner pages hold whole rows of it; of these rows only the numbers, so that
 * with millions of links they still fit into a small cache, and a look-up reads one page. The index
 * stays for links whose codes have no number.
 */
export const createTargets: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `create table target (
        code_number integer primary key,
        link_id integer not null,
        long_url text not null,
        expires_at integer not null,
        is_active integer not null
      )`,
      `${insertTarget('link')} from link where number is not null order by number`,
      `create trigger target_insert after insert on link begin ${INSERT_NEW} end`,
      `create trigger target_update
        after update of short_url, long_url, expires_at, is_active on link
        begin ${DELETE_OLD} ${INSERT_NEW} end`,
      `create trigger target_delete after delete on link begin ${DELETE_OLD} end`,
      'drop index link_target',
      `create index link_target on link (short_url, long_url, expires_at, is_active)
        where ${codeNumberInSql('short_url')} is null`,
    ]) {
      await sql.raw(statement).execute(db);
    }
  },
};
