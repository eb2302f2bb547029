import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';
import { sqliteTargets } from './001-baseline-sqlite.ts';
import { postgresLinkCount, postgresNodes } from './001-baseline-postgres.ts';

export function createBaseline(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const statements = [
        ...linkTables(dialect),
        ...deletedLinkTables(dialect),
        ...clickTables(dialect),
        ...historyTables(dialect),
        ...accountTables(dialect),
        ...siteTables(dialect),
        ...searchTables(dialect),
        ...alertTables(dialect),
        ...(dialect.isShared ? [...postgresNodes(dialect), ...postgresLinkCount] : sqliteTargets),
      ];
      for (const statement of statements) await statement.execute(db);
    },
  };
}

function linkTables({ serialKey, text }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`create table link (
      id ${serialKey},
      short_url ${text} not null unique,
      long_url ${text} not null,
      long_url_hash bigint not null,
      title ${text} not null,
      description ${text} not null,
      note ${text} not null default '',
      created_at bigint not null,
      updated_at bigint not null,
      expires_at bigint not null,
      is_active integer not null default 1,
      ip ${text} not null,
      is_count_only bigint not null default 0,
      shows_numbers bigint not null default 0,
      folded_code ${text},
      folded_url ${text},
      folded_title ${text},
      folded_note ${text}
    )`,
    sql`create index link_long_url_hash on link (long_url_hash)`,
    sql`create index link_created_at on link (created_at, id)`,
    sql`create index link_updated_at on link (updated_at, id)`,
    sql`create index link_expires_at on link (expires_at, id)`,
    sql`create index link_title on link (coalesce(folded_title, lower(title)),
      (case when folded_title is null then 0 else 1 end), id)`,
    sql`create index link_folded_code on link (folded_code) where folded_code is not null`,
    sql`create index link_is_count_only on link (id) where is_count_only = 1`,
    sql`create index link_off on link (id) where is_active = 0`,
  ];
}

function deletedLinkTables({ text, inKeyOrder }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`create table deleted_link (
      id bigint primary key,
      short_url ${text} not null,
      long_url ${text} not null,
      long_url_hash bigint not null,
      title ${text} not null,
      description ${text} not null,
      note ${text} not null default '',
      clicks bigint not null,
      bots bigint not null default 0,
      imported_clicks bigint not null default 0,
      created_at bigint not null,
      updated_at bigint not null,
      expires_at bigint not null,
      deleted_at bigint not null,
      is_active integer not null,
      ip ${text} not null,
      is_count_only bigint not null default 0,
      shows_numbers bigint not null default 0,
      folded_code ${text},
      folded_url ${text},
      folded_title ${text},
      folded_note ${text}
    )`,
    sql`create index deleted_link_code on deleted_link (short_url)`,
    sql`create index deleted_link_date on deleted_link (deleted_at, id)`,
    sql`create index deleted_link_is_count_only on deleted_link (id) where is_count_only = 1`,
    sql`create table retired_code (code ${text} not null primary key) ${inKeyOrder}`,
  ];
}

function clickTables({ isShared, rowId, text, bytes }: Dialect): RawBuilder<unknown>[] {
  return [
    // Narrow rows: a page holds many, and counting changes many at once.
    sql`create table click_count (
      link_id ${rowId} primary key,
      clicks bigint not null default 0,
      bots bigint not null default 0,
      imported_clicks bigint not null default 0,
      sorted_clicks bigint not null default 0
    )`,
    // SQLite appends the rowid to every index.
    sql`create index click_count_order on click_count
      (sorted_clicks ${isShared ? sql`, link_id` : sql``})`,
    sql`create index click_count_imported on click_count (imported_clicks)
      where imported_clicks > 0`,
    sql`create table unsorted_block (block ${rowId} primary key)`,
    sql`create table journal_segment (
      name ${text} primary key,
      drained_bytes bigint not null
    )`,
    sql`create table click_batch (
      id ${text} not null primary key,
      day integer not null,
      state ${text} not null,
      rules integer not null,
      bytes integer not null,
      body ${bytes} not null
    )`,
    // A covering index: listing batches does not read `body`.
    sql`create index click_batch_day on click_batch (day, id, state, rules, bytes)`,
    sql`create table visitor_salt (
      day integer not null primary key,
      salt ${bytes} not null
    )`,
    sql`create table missed_code (
      code ${text} not null,
      day integer not null,
      times bigint not null,
      last_at bigint not null,
      constraint missed_code_key primary key (day, code)
    )`,
  ];
}

function historyTables({ serialKey, text, inKeyOrder }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`create table tag (
      id ${serialKey},
      name ${text} not null,
      folded ${text} not null unique
    )`,
    sql`create table link_tag (
      link_id bigint not null,
      tag_id bigint not null,
      constraint link_tag_key primary key (link_id, tag_id)
    ) ${inKeyOrder}`,
    sql`create index link_tag_tag on link_tag (tag_id, link_id)`,
    sql`create table link_change (
      id ${serialKey},
      link_id bigint not null,
      changed_at bigint not null,
      who ${text} not null,
      field ${text} not null,
      former ${text} not null,
      present ${text} not null,
      bulk_id bigint
    )`,
    sql`create index link_change_link on link_change (link_id, id)`,
    sql`create index link_change_bulk on link_change (bulk_id, link_id)
      where bulk_id is not null`,
    sql`create table bulk_edit (
      id ${serialKey},
      began_at bigint not null,
      who ${text} not null,
      what ${text} not null,
      matched bigint not null,
      changed bigint not null,
      failed bigint not null,
      undone_to bigint not null default 0,
      restored bigint not null default 0
    )`,
  ];
}

function accountTables({ text }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`create table account (
      id integer primary key check (id = 1),
      username ${text} not null,
      email ${text} not null,
      password_hash ${text} not null,
      created_at bigint not null
    )`,
    sql`create table session (
      token_hash ${text} primary key,
      expires_at bigint not null
    )`,
    sql`create table known_address (
      mark ${text} primary key,
      last_login_at bigint not null
    )`,
    sql`create table api_token (
      account_id integer primary key,
      token_hash ${text} not null unique,
      token_sealed ${text} not null,
      ip ${text} not null,
      user_agent ${text} not null,
      created_at bigint not null
    )`,
  ];
}

function siteTables({ serialKey, text }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`create table option (
      key ${text} primary key,
      value ${text} not null,
      updated_at bigint not null
    )`,
    sql`create table change_feed (
      seq ${serialKey},
      kind ${text} not null,
      key ${text} not null,
      changed_at bigint not null
    )`,
  ];
}

function searchTables({ serialKey, text, bytes, inKeyOrder }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`create table search_build (
      id ${serialKey},
      segment bigint not null,
      state ${text} not null
    )`,
    sql`create table search_posting (
      build bigint not null,
      field integer not null,
      gram bigint not null,
      ids ${bytes} not null,
      constraint search_posting_key primary key (build, field, gram)
    ) ${inKeyOrder}`,
    sql`create table search_word (
      id ${serialKey},
      field integer not null,
      word ${text} not null,
      constraint search_word_once unique (field, word)
    )`,
    sql`create table search_stale (link_id bigint primary key)`,
  ];
}

function alertTables({ serialKey, text }: Dialect): RawBuilder<unknown>[] {
  return [
    sql`create table alert (
      id ${serialKey},
      link_id bigint not null,
      kind ${text} not null,
      people bigint not null,
      usual double precision not null,
      created_at bigint not null,
      dismissed_at bigint
    )`,
    sql`create table alert_delivery (
      alert_id bigint primary key,
      attempts integer not null,
      next_at bigint not null
    )`,
  ];
}
