import { sql } from 'kysely';
import { codeNumberInSql } from '../texts/code-number.ts';

const DELETE_OLD = `delete from target where code_number = ${codeNumberInSql('old.short_url')};`;
const INSERT_NEW = `insert into target (code_number, link_id, long_url, expires_at, is_active)
  select ${codeNumberInSql('new.short_url')} as number, new.id, new.long_url,
    new.expires_at, new.is_active where number is not null;`;

/** Keyed by the code's number: inner pages fit into a small cache, and a look-up reads one page. */
export const sqliteTargets = [
  `create table target (
    code_number integer primary key,
    link_id integer not null,
    long_url text not null,
    expires_at integer not null,
    is_active integer not null
  )`,
  `create trigger target_insert after insert on link begin ${INSERT_NEW} end`,
  `create trigger target_update
    after update of short_url, long_url, expires_at, is_active on link
    begin ${DELETE_OLD} ${INSERT_NEW} end`,
  `create trigger target_delete after delete on link begin ${DELETE_OLD} end`,
  `create index link_target on link (short_url, long_url, expires_at, is_active)
    where ${codeNumberInSql('short_url')} is null`,
].map((statement) => sql.raw(statement));
