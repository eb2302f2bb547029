import type { Selectable } from 'kysely';
import type { AuditAction } from '../../contracts/people/audit.constants.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Schema, Write } from '../engine/engine.ts';
import { accountTarget, hasName, type AccountRow, type Reads } from './account.store.ts';
import { endSessions, ID_LENGTH } from './sessions.store.ts';

export type OneTimeLinkRow = Selectable<Schema['one_time_link']>;
export type NewAccountRow = Pick<
  AccountRow,
  | 'kind'
  | 'username'
  | 'email'
  | 'password_hash'
  | 'role'
  | 'sees_all'
  | 'created_at'
  | 'created_by'
>;

/** Null when another account has the name. */
export async function insertAccount(
  tx: Write,
  /** Of the account itself when it joins. */
  actorOf: (id: number) => Actor,
  account: NewAccountRow,
): Promise<AccountRow | null> {
  if (await hasName(tx, account.username)) return null;
  const row = await tx
    .insertInto('account')
    .values(account)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id, username, role, kind } = row;
  const target = accountTarget({ id, username });
  await record(tx, actorOf(id), { action: 'account.joined', target, present: { role, kind } });
  return row;
}

export async function hasOtherOwner(tx: Write, id: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'owner')
    .where('is_active', '=', 1)
    .where('id', '<>', id)
    .limit(1)
    .execute();
  return rows.length > 0;
}

type Standing = Pick<AccountRow, 'role' | 'sees_all' | 'is_active'>;

/** Ends what was begun with the former standing: open steps, and logins of a disabled account. */
export async function updateStanding(
  tx: Write,
  actor: Actor,
  account: AccountRow,
  change: { readonly action: AuditAction; readonly set: Partial<Standing> },
): Promise<void> {
  const { id, username } = account;
  await tx
    .updateTable('account')
    .set((of) => ({ ...change.set, epoch: of('epoch', '+', 1) }))
    .where('id', '=', id)
    .execute();
  if (change.set.is_active === 0) await endSessions(tx, id);
  const names = Object.keys(change.set) as (keyof Standing)[];
  const former = Object.fromEntries(names.map((name) => [name, account[name]]));
  const target = accountTarget({ id, username });
  await record(tx, actor, { action: change.action, target, former, present: change.set });
}

export async function insertOneTimeLink(
  tx: Write,
  link: Omit<OneTimeLinkRow, 'used_at'>,
): Promise<void> {
  await tx.insertInto('one_time_link').values(link).execute();
}

/** Null: the link was used, or its time is over. */
export async function readOneTimeLink(
  db: Reads,
  tokenHash: string,
  now: number,
): Promise<OneTimeLinkRow | null> {
  const row = await db
    .selectFrom('one_time_link')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function markUsed(tx: Write, tokenHash: string, now: number): Promise<void> {
  await tx
    .updateTable('one_time_link')
    .set({ used_at: now, email: '' })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export function selectInvitations(engine: Engine, now: number): Promise<OneTimeLinkRow[]> {
  return engine.db
    .selectFrom('one_time_link')
    .selectAll()
    .where('kind', '=', 'invitation')
    .where('used_at', '=', 0)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

export async function deleteInvitation(tx: Write, actor: Actor, link: OneTimeLinkRow) {
  await tx.deleteFrom('one_time_link').where('token_hash', '=', link.token_hash).execute();
  await record(tx, actor, { action: 'account.uninvited', target: { kind: 'invitation' } });
}

export function idOfLink({ token_hash: hash }: Pick<OneTimeLinkRow, 'token_hash'>): string {
  return hash.slice(0, ID_LENGTH);
}

export async function deleteOldLinks(engine: Engine, before: number): Promise<void> {
  await engine.db.deleteFrom('one_time_link').where('expires_at', '<', before).execute();
}

/** Other links of the same kind for the account end: only the newest works. */
export async function endLinksFor(
  tx: Write,
  account: number,
  kind: OneTimeLinkRow['kind'],
): Promise<void> {
  await tx
    .deleteFrom('one_time_link')
    .where('account_id', '=', account)
    .where('kind', '=', kind)
    .execute();
}
