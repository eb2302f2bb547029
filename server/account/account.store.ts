import type { Selectable } from 'kysely';
import { FIRST_ACCOUNT } from '../access/reach.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Schema, Write } from '../engine/engine.ts';

export type AccountRow = Selectable<Schema['account']>;

type FirstAccount = Pick<AccountRow, 'username' | 'email' | 'password_hash' | 'created_at'>;

/** False when an account exists. */
export function insertFirstAccount(
  engine: Engine,
  actor: Actor,
  account: FirstAccount,
): Promise<boolean> {
  return engine.write(async (tx) => {
    const others = await tx.selectFrom('account').select('id').limit(1).execute();
    if (others.length > 0) return false;
    const row = await tx
      .insertInto('account')
      .values({ id: FIRST_ACCOUNT, role: 'owner', ...account })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    const target = { kind: 'account', id: FIRST_ACCOUNT, name: account.username };
    await record(tx, actor, { action: 'account.joined', target });
    return true;
  });
}

export async function selectIsSetUp(engine: Engine): Promise<boolean> {
  const rows = await engine.db.selectFrom('account').select('id').limit(1).execute();
  return rows.length > 0;
}

/** Whether the site has several accounts. */
export async function selectHasOthers(engine: Engine): Promise<boolean> {
  const rows = await engine.db.selectFrom('account').select('id').limit(2).execute();
  return rows.length > 1;
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

export async function selectAccount(engine: Engine, id: number): Promise<AccountRow | null> {
  const query = engine.db.selectFrom('account').selectAll().where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export async function selectAccountByName(
  { db }: Pick<Engine, 'db'>,
  username: string,
): Promise<AccountRow | null> {
  const query = db.selectFrom('account').selectAll().where('username', '=', username);
  return (await query.executeTakeFirst()) ?? null;
}

export function selectAccounts(engine: Engine): Promise<AccountRow[]> {
  return engine.db.selectFrom('account').selectAll().orderBy('id').execute();
}

/** The account as it is in a transaction that changes it. */
export async function readAccount(
  tx: Pick<Write, 'selectFrom'>,
  id: number,
): Promise<AccountRow | null> {
  const query = tx.selectFrom('account').selectAll().where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
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
    const { username, email, language } = await tx
      .selectFrom('account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const former: Profile = { username, email, language };
    const profile = { ...former, ...fields };
    const names = (['username', 'email', 'language'] as const).filter(
      (name) => profile[name] !== former[name],
    );
    if (names.length === 0) return profile;
    if (names.includes('username') && (await hasName(tx, profile.username))) return null;
    await tx.updateTable('account').set(profile).where('id', '=', id).execute();
    const pick = (of: Profile) => Object.fromEntries(names.map((name) => [name, of[name]]));
    const target = { kind: 'account', id, name: profile.username };
    const change = { former: pick(former), present: pick(profile) };
    await record(tx, actor, { action: 'account.changed', target, ...change });
    return profile;
  });
}

export async function hasName(tx: Write, username: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('username', '=', username)
    .execute();
  return rows.length > 0;
}
