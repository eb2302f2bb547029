import { CompiledQuery, type Selectable } from 'kysely';
import type { Engine, Schema } from '../engine/engine.ts';

type AccountRow = Selectable<Schema['account']>;
type SessionRow = Selectable<Schema['session']>;
export type ApiTokenRow = Selectable<Schema['api_token']>;

export const ACCOUNT_ID = 1; // the primary key allows one account

// Every call runs these, and building a query costs more than running it.
const SELECT_SESSION = 'select * from session where token_hash = $1';
const SELECT_TOKEN_OWNER = 'select account_id from api_token where token_hash = $1';

/** False when an account exists. */
export async function insertAccount(
  engine: Engine,
  account: Omit<AccountRow, 'id'>,
): Promise<boolean> {
  const row = await engine.write((tx) =>
    tx
      .insertInto('account')
      .values({ id: ACCOUNT_ID, ...account })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  return row !== undefined;
}

export async function selectAccount(engine: Engine): Promise<AccountRow | null> {
  return (await engine.db.selectFrom('account').selectAll().executeTakeFirst()) ?? null;
}

interface PasswordChange {
  readonly passwordHash: string;
  /** The session that stays; empty = none. */
  readonly keptTokenHash: string;
  readonly keepsApiToken: boolean;
}

/** Also ends sessions and the API token; false when there is no account. */
export function updatePassword(
  engine: Engine,
  { passwordHash, keptTokenHash, keepsApiToken }: PasswordChange,
): Promise<boolean> {
  return engine.write(async (tx) => {
    const row = await tx
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('id', '=', ACCOUNT_ID)
      .returning('id')
      .executeTakeFirst();
    await tx.deleteFrom('session').where('token_hash', '!=', keptTokenHash).execute();
    if (!keepsApiToken) await tx.deleteFrom('api_token').execute();
    return row !== undefined;
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

export async function insertSession(engine: Engine, session: SessionRow): Promise<void> {
  await engine.write((tx) => tx.insertInto('session').values(session).execute());
}

export async function selectSession(engine: Engine, tokenHash: string): Promise<SessionRow | null> {
  const query = CompiledQuery.raw(SELECT_SESSION, [tokenHash]);
  const { rows } = await engine.db.executeQuery<SessionRow>(query);
  return rows[0] ?? null;
}

export async function deleteSession(engine: Engine, tokenHash: string): Promise<void> {
  await engine.write((tx) =>
    tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute(),
  );
}

export async function deleteExpiredSessions(engine: Engine, limit: number): Promise<void> {
  await engine.db.deleteFrom('session').where('expires_at', '<', limit).execute();
}

/** False when a token exists; it stays. */
export async function insertApiToken(engine: Engine, token: ApiTokenRow): Promise<boolean> {
  const row = await engine.write((tx) =>
    tx
      .insertInto('api_token')
      .values(token)
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .returning('account_id')
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** False when there is no token to replace. */
export async function updateApiToken(engine: Engine, token: ApiTokenRow): Promise<boolean> {
  const row = await engine.write((tx) =>
    tx
      .updateTable('api_token')
      .set(token)
      .where('account_id', '=', token.account_id)
      .returning('account_id')
      .executeTakeFirst(),
  );
  return row !== undefined;
}

export async function selectApiToken(engine: Engine): Promise<ApiTokenRow | null> {
  return (await engine.db.selectFrom('api_token').selectAll().executeTakeFirst()) ?? null;
}

export async function hasApiToken(engine: Engine, tokenHash: string): Promise<boolean> {
  const { rows } = await engine.db.executeQuery(CompiledQuery.raw(SELECT_TOKEN_OWNER, [tokenHash]));
  return rows.length > 0;
}
