import { CompiledQuery, type Selectable } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Schema } from '../engine/engine.ts';

type AccountRow = Selectable<Schema['account']>;
type SessionRow = Selectable<Schema['session']>;
export type ApiTokenRow = Selectable<Schema['api_token']>;

const defaultToken = { kind: 'token', name: 'default' };
/** Of the set-up: of two at once, one wins. */
export const FIRST_ACCOUNT = 1;

// Every call runs these, and building a query costs more than running it.
const SELECT_SESSION = `
  select account.id, account.role, account.username, session.expires_at
  from session join account on account.id = session.account_id where token_hash = $1`;
const SELECT_TOKEN = `
  select account.id, account.role, account.username, 0 as expires_at
  from api_token join account on account.id = api_token.account_id where token_hash = $1`;

interface TokenOwner extends Pick<AccountRow, 'id' | 'role' | 'username'> {
  /** Unix seconds, 0 = never. */
  readonly expires_at: number;
}

/** False when an account exists. */
export function insertFirstAccount(
  engine: Engine,
  actor: Actor,
  account: Omit<AccountRow, 'id' | 'role' | 'language'>,
): Promise<boolean> {
  return engine.write(async (tx) => {
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

export async function selectFirstAccount(engine: Engine): Promise<AccountRow | null> {
  return selectAccount(engine, FIRST_ACCOUNT);
}

export async function selectAccount(engine: Engine, id: number): Promise<AccountRow | null> {
  const query = engine.db.selectFrom('account').selectAll().where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export type Profile = Pick<AccountRow, 'username' | 'email' | 'language'>;

/** Records the fields that change. Returns all fields. */
export function updateProfile(
  engine: Engine,
  actor: Actor,
  id: number,
  fields: Partial<Profile>,
): Promise<Profile> {
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
    await tx.updateTable('account').set(profile).where('id', '=', id).execute();
    const pick = (of: Profile) => Object.fromEntries(names.map((name) => [name, of[name]]));
    const target = { kind: 'account', id, name: profile.username };
    const change = { former: pick(former), present: pick(profile) };
    await record(tx, actor, { action: 'account.changed', target, ...change });
    return profile;
  });
}

interface PasswordChange {
  readonly actor: Actor;
  readonly account: Pick<AccountRow, 'id' | 'username'>;
  readonly passwordHash: string;
  readonly keptTokenHash: string;
  readonly keepsApiToken: boolean;
}

/** Also ends the account's sessions and API token; false when there is no such account. */
export function updatePassword(
  engine: Engine,
  { actor, account, passwordHash, keptTokenHash, keepsApiToken }: PasswordChange,
): Promise<boolean> {
  return engine.write(async (tx) => {
    const row = await tx
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('id', '=', account.id)
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    const sessions = tx.deleteFrom('session').where('account_id', '=', account.id);
    await sessions.where('token_hash', '!=', keptTokenHash).execute();
    const target = { kind: 'account', id: account.id, name: account.username };
    await record(tx, actor, { action: 'account.password', target });
    const ended = { kind: 'login', name: keptTokenHash === '' ? 'all' : 'all others' };
    await record(tx, actor, { action: 'login.ended', target: ended });
    if (keepsApiToken) return true;
    const tokens = tx.deleteFrom('api_token').where('account_id', '=', account.id);
    const { numDeletedRows: removed } = await tokens.executeTakeFirstOrThrow();
    if (removed > 0) await record(tx, actor, { action: 'token.ended', target: defaultToken });
    return true;
  });
}

/** Does nothing when the password has changed meanwhile. */
export async function replacePasswordHash(
  engine: Engine,
  formerHash: string,
  passwordHash: string,
): Promise<void> {
  await engine.write((tx) =>
    tx
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('password_hash', '=', formerHash)
      .execute(),
  );
}

export async function insertSession(
  engine: Engine,
  actor: Actor,
  session: SessionRow,
): Promise<void> {
  await engine.write(async (tx) => {
    await tx.insertInto('session').values(session).execute();
    const target = { kind: 'account', id: session.account_id, name: actor.name };
    await record(tx, actor, { action: 'login.in', target });
  });
}

/** Null = no login or API token has this hash. */
export async function selectTokenOwner(
  engine: Engine,
  kind: 'session' | 'api_token',
  tokenHash: string,
): Promise<TokenOwner | null> {
  const text = kind === 'session' ? SELECT_SESSION : SELECT_TOKEN;
  const { rows } = await engine.db.executeQuery<TokenOwner>(CompiledQuery.raw(text, [tokenHash]));
  return rows[0] ?? null;
}

export async function deleteSession(
  engine: Engine,
  actor: Actor,
  tokenHash: string,
): Promise<void> {
  await engine.write(async (tx) => {
    await tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
    await record(tx, actor, { action: 'login.out' });
  });
}

export async function deleteExpiredSessions(engine: Engine, limit: number): Promise<void> {
  await engine.db.deleteFrom('session').where('expires_at', '<', limit).execute();
}

/** False when a token exists; it stays. */
export function insertApiToken(engine: Engine, actor: Actor, token: ApiTokenRow): Promise<boolean> {
  return engine.write(async (tx) => {
    const row = await tx
      .insertInto('api_token')
      .values(token)
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .returning('account_id')
      .executeTakeFirst();
    if (row === undefined) return false;
    await record(tx, actor, { action: 'token.made', target: defaultToken });
    return true;
  });
}

/** False when there is no token to replace. */
export function updateApiToken(engine: Engine, actor: Actor, token: ApiTokenRow): Promise<boolean> {
  return engine.write(async (tx) => {
    const row = await tx
      .updateTable('api_token')
      .set(token)
      .where('account_id', '=', token.account_id)
      .returning('account_id')
      .executeTakeFirst();
    if (row === undefined) return false;
    await record(tx, actor, { action: 'token.ended', target: defaultToken });
    await record(tx, actor, { action: 'token.made', target: defaultToken });
    return true;
  });
}

export async function selectApiToken(engine: Engine, account: number): Promise<ApiTokenRow | null> {
  const query = engine.db.selectFrom('api_token').selectAll().where('account_id', '=', account);
  return (await query.executeTakeFirst()) ?? null;
}

export async function selectSealedTokens(engine: Engine): Promise<string[]> {
  const rows = await engine.db.selectFrom('api_token').select('token_sealed').execute();
  return rows.map(({ token_sealed: sealed }) => sealed);
}
