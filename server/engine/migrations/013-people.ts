import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Gives known addresses to account 1, the only one so far. */
export function addPeople(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const statements = [
        ...extendAccount(dialect),
        ...extendSession(dialect),
        ...rebuildKnownAddress(dialect),
        ...rebuildApiToken(dialect),
        ...addLinks(dialect),
      ];
      for (const statement of statements) await statement.execute(db);
    },
  };
}

function extendAccount({ text }: Dialect) {
  return [
    sql`alter table account add column kind ${text} not null default 'person'`,
    sql`alter table account add column sees_all bigint not null default 0`,
    sql`alter table account add column is_active bigint not null default 1`,
    sql`alter table account add column epoch bigint not null default 0`,
    sql`alter table account add column is_ruled_by_sso bigint not null default 0`,
    sql`alter table account add column created_by bigint not null default 0`,
    sql`alter table account add column last_login_at bigint not null default 0`,
  ];
}

/** Logins from before have no time and no place of their own. */
function extendSession({ text }: Dialect) {
  return [
    sql`alter table session add column way ${text} not null default 'password'`,
    sql`alter table session add column created_at bigint not null default 0`,
    sql`alter table session add column seen_at bigint not null default 0`,
    sql`alter table session add column confirmed_at bigint not null default 0`,
    sql`alter table session add column network ${text} not null default ''`,
    sql`alter table session add column user_agent ${text} not null default ''`,
  ];
}

function rebuildKnownAddress({ text }: Dialect) {
  return [
    sql`create table known_address_of_account (
      account_id bigint not null,
      mark ${text} not null,
      last_login_at bigint not null,
      primary key (account_id, mark)
    )`,
    sql`insert into known_address_of_account (account_id, mark, last_login_at)
      select 1, mark, last_login_at from known_address`,
    sql`drop table known_address`,
    sql`alter table known_address_of_account rename to known_address`,
  ];
}

function rebuildApiToken({ serialKey, text }: Dialect) {
  return [
    sql`create table named_api_token (
      id ${serialKey},
      account_id bigint not null,
      name ${text} not null,
      is_default bigint not null,
      token_hash ${text} not null unique,
      token_sealed ${text} not null,
      scopes ${text} not null,
      expires_at bigint not null,
      per_minute bigint not null,
      ip ${text} not null,
      user_agent ${text} not null,
      created_at bigint not null,
      used_at bigint not null default 0,
      used_network ${text} not null default ''
    )`,
    sql`insert into named_api_token (
        account_id, name, is_default, token_hash, token_sealed, scopes, expires_at, per_minute,
        ip, user_agent, created_at
      )
      select
        account_id, 'default', 1, token_hash, token_sealed,
        'links:create links:read links:write stats:read status:read', 0, 0,
        ip, user_agent, created_at
      from api_token`,
    sql`drop table api_token`,
    sql`alter table named_api_token rename to api_token`,
    sql`create unique index api_token_default on api_token (account_id) where is_default = 1`,
    sql`create index api_token_account on api_token (account_id)`,
  ];
}

function addLinks({ text }: Dialect) {
  return [
    sql`create table one_time_link (
      token_hash ${text} primary key,
      kind ${text} not null,
      account_id bigint not null,
      email ${text} not null,
      grants ${text} not null,
      created_by bigint not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint not null default 0
    )`,
    sql`alter table audit add column token_id bigint not null default 0`,
    sql`alter table audit add column way ${text} not null default ''`,
    sql`alter table audit add column times bigint not null default 1`,
    sql`create index audit_action on audit (action, id)`,
    sql`create index audit_network on audit (network, action, at)`,
    sql`alter table link_change add column token_id bigint not null default 0`,
    sql`alter table bulk_edit add column token_id bigint not null default 0`,
  ];
}
