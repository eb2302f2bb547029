import type { Selectable } from 'kysely';
import { FIRST_ACCOUNT } from '../access/reach.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Schema, Write } from '../engine/engine.ts';

export type AccountRow = Selectable<Schema['account']>;

/** A transaction, or the database outside of one. */
export type Reads = Pick<Write, 'selectFrom'>;

/** Of the account whose login or token a call has, for queries that every call runs. */
export const HOLDER_COLUMNS = `
  account.id, account.role, account.username, account.kind, account.sees_all,
  exists (select 1 from account other where other.id <> account.id) as has_others`;

export type Holder = Pick<AccountRow, 'id' | 'role' | 'username' | 'kind' | 'sees_all'> & {
  readonly has_others: number | boolean;
};

export function describeHolder({ id, role, username, kind, sees_all, has_others }: Holder) {
  const account = { account: id, role, username, kind };
  return { ...account, seesAll: sees_all === 1, hasOthers: Boolean(has_others) };
}

type FirstAccount = Pick<AccountRow, 'username' | 'email' | 'password_hash' | 'created_at'>;

/** False when an account exists. */
export function insertFirstAccount(
  engine: Engine,
  actor: Actor,
  account: FirstAccount,
): Promise<boolean> {
  return engine.write(async (tx) => {
    if (await hasAccounts(tx)) return false;
    const row = await tx
      .insertInto('account')
      .values({ id: FIRST_ACCOUNT, role: 'owner', ...account })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    const target = accountTarget({ id: FIRST_ACCOUNT, ...account });
    await record(tx, actor, { action: 'account.joined', target });
    return true;
  });
}

export async function hasAccounts(db: Reads, least = 1): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(least).execute()).length === least;
}

export async function selectHasFactors(engine: Engine): Promise<boolean> {
  const rows = await engine.db
    .selectFrom('factor')
    .select('id')
    .where('kind', '<>', 'begun')
    .limit(1)
    .execute();
  return rows.length > 0;
}

export async function readAccount(db: Reads, id: number): Promise<AccountRow | null> {
  const query = db.selectFrom('account').selectAll().where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export async function readAccountByName(db: Reads, username: string): Promise<AccountRow | null> {
  const query = db.selectFrom('account').selectAll().where('username', '=', username);
  return (await query.executeTakeFirst()) ?? null;
}

export function selectAccounts(engine: Engine): Promise<AccountRow[]> {
  return engine.db.selectFrom('account').selectAll().orderBy('id').execute();
}

export type Profile = Pick<AccountRow, 'username' | 'email' | 'language'>;

/** Records the fields that change. Returns all fields; null when another account has the name. */
export function updateProfile(
  engine: Engine,
  actor: Actor,
  id: number,
  fields: Partial<Profile>,
): Promise<Profile | null> {
  return engine.write(async (tx) => {
    const { username, email, language } = (await readAccount(tx, id))!;
    const former: Profile = { username, email, language };
    const profile = { ...former, ...fields };
    const names = (['username', 'email', 'language'] as const).filter(
      (name) => profile[name] !== former[name],
    );
    if (names.length === 0) return profile;
    if (names.includes('username') && (await hasName(tx, profile.username))) return null;
    await tx.updateTable('account').set(profile).where('id', '=', id).execute();
    const pick = (of: Profile) => Object.fromEntries(names.map((name) => [name, of[name]]));
    const target = accountTarget({ id, ...profile });
    const change = { former: pick(former), present: pick(profile) };
    await record(tx, actor, { action: 'account.changed', target, ...change });
    return profile;
  });
}

export async function hasName(tx: Write, username: string): Promise<boolean> {
  return (await readAccountByName(tx, username)) !== null;
}

export function accountTarget({ id, username }: Pick<AccountRow, 'id' | 'username'>) {
  return { kind: 'account', id, name: username };
}
