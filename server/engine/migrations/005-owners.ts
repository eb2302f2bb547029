import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

/** Gives all links, sessions and changes to account 1, the only one so far. */
export function addOwners(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [...rebuildAccount(dialect), ...addColumns, ...addAudit(dialect)]) {
        await statement.execute(db);
      }
    },
  };
}

function rebuildAccount({ serialKey, text, isShared }: Dialect) {
  return [
    sql`create table account_with_role (
      id ${serialKey},
      username ${text} not null unique,
      email ${text} not null,
      password_hash ${text} not null,
      role ${text} not null,
      created_at bigint not null
    )`,
    sql`insert into account_with_role (id, username, email, password_hash, role, created_at)
      select id, username, email, password_hash, 'owner', created_at from account`,
    sql`drop table account`,
    sql`alter table account_with_role rename to account`,
    ...(isShared ? [sql`alter table account alter column id restart with 2`] : []),
  ];
}

/** The planner uses the partial indexes only where a query repeats their condition. */
const addColumns = [
  sql`alter table session add column account_id bigint not null default 1`,
  sql`create index session_account on session (account_id)`,
  sql`alter table link add column owner_id bigint not null default 1`,
  sql`create index link_owned on link (owner_id, id) where owner_id <> 1`,
  sql`alter table deleted_link add column owner_id bigint not null default 1`,
  sql`alter table link_change add column account_id bigint not null default 1`,
  sql`alter table bulk_edit add column account_id bigint not null default 1`,
];

function addAudit({ serialKey, text }: Dialect) {
  return [
    sql`create table audit (
      id ${serialKey},
      at bigint not null,
      actor_kind ${text} not null,
      actor_id bigint not null,
      actor_name ${text} not null,
      network ${text} not null,
      action ${text} not null,
      target_kind ${text} not null,
      target_id bigint not null,
      target_name ${text} not null,
      former ${text} not null,
      present ${text} not null
    )`,
    sql`create index audit_at on audit (at)`,
    sql`create index audit_actor on audit (actor_id, id)`,
    sql`create index audit_target on audit (target_kind, target_id, id)`,
  ];
}
