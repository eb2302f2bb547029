import { CompiledQuery, type Selectable } from 'kysely';
import { LOGINS_MAX } from '../../contracts/access.constants.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Schema, Write } from '../engine/engine.ts';
import { accountTarget, HOLDER_COLUMNS, type AccountRow, type Holder } from './account.store.ts';

export type SessionRow = Selectable<Schema['session']>;

export const ID_LENGTH = 24;
/** How long other tabs may go on with a token that was replaced, in seconds. */
const REPLACED_SECONDS = 60;

// Building this query would cost more than running it.
const SELECT_SESSION = `
  select
    ${HOLDER_COLUMNS},
    session.expires_at, session.seen_at, session.confirmed_at,
    exists (
      select 1 from factor where account_id = account.id and factor.kind in ('totp', 'passkey')
    ) as has_factor
  from session join account on account.id = session.account_id
  where token_hash = $1 and account.is_active = 1`;

type FoundSession = Holder &
  Pick<SessionRow, 'expires_at' | 'seen_at' | 'confirmed_at'> & {
    readonly has_factor: number | boolean;
  };

/** Null = no login of an active account has this hash. */
export async function selectSession(
  engine: Engine,
  tokenHash: string,
): Promise<FoundSession | null> {
  const query = CompiledQuery.raw(SELECT_SESSION, [tokenHash]);
  const { rows } = await engine.db.executeQuery<FoundSession>(query);
  return rows[0] ?? null;
}

/** Ends the account's oldest login beyond the limit. */
export async function insertSession(tx: Write, session: SessionRow): Promise<void> {
  const { account_id: account } = session;
  await tx.insertInto('session').values(session).execute();
  const kept = tx
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', account)
    .where('token_hash', '<>', session.token_hash)
    .orderBy('created_at', 'desc')
    .orderBy('expires_at', 'desc')
    .limit(LOGINS_MAX - 1);
  await tx
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('token_hash', 'not in', kept)
    .where('token_hash', '<>', session.token_hash)
    .execute();
}

export function selectSessions(
  engine: Engine,
  account: number,
  now: number,
): Promise<SessionRow[]> {
  return engine.db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', account)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

/** The login with the token that replaces one of the same account; the old one ends soon. */
export function replaceSession(
  engine: Engine,
  actor: Actor,
  former: string,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<boolean> {
  return engine.write(async (tx) => {
    const row = await tx
      .selectFrom('session')
      .selectAll()
      .where('token_hash', '=', former)
      .executeTakeFirst();
    if (row === undefined) return false;
    const ending = tx
      .updateTable('session')
      .set({ expires_at: Math.min(row.expires_at, now + REPLACED_SECONDS) });
    await ending.where('token_hash', '=', former).execute();
    // The same login, so none is beyond the limit.
    const session = { ...row, token_hash: tokenHash, confirmed_at: now, seen_at: now };
    await tx.insertInto('session').values(session).execute();
    await record(tx, actor, { action: 'login.confirmed' });
    return true;
  });
}

/** Ends the logins of an account, but the one with the hash `kept`. */
export async function endSessions(tx: Write, account: number, kept = ''): Promise<void> {
  const others = tx.deleteFrom('session').where('account_id', '=', account);
  await others.where('token_hash', '<>', kept).execute();
}

/** Ends a login, with the tokens that it replaced and those that replaced it. */
export async function deleteSession(
  engine: Engine,
  actor: Actor,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<void> {
  await engine.write(async (tx) => {
    const row = await tx
      .deleteFrom('session')
      .where('token_hash', '=', tokenHash)
      .returning(['account_id', 'created_at', 'network', 'user_agent', 'expires_at'])
      .executeTakeFirst();
    if (row !== undefined) {
      const { expires_at: end, ...login } = row;
      const endingBefore = now + REPLACED_SECONDS;
      const ofLogin = tx.deleteFrom('session').where((eb) => eb.and(login));
      await ofLogin.where('expires_at', '<=', endingBefore).execute();
      // It was replaced. Another login of the same second was not confirmed later.
      if (end <= endingBefore) {
        await ofLogin.where('confirmed_at', '>=', end - REPLACED_SECONDS).execute();
      }
    }
    await record(tx, actor, { action: 'login.out' });
  });
}

interface EndedSessions {
  readonly account: Pick<AccountRow, 'id' | 'username'>;
  /** The ids of logins; null = all. */
  readonly ids: readonly string[] | null;
  /** The hash of a login that stays; '' = none. */
  readonly kept: string;
}

/** Returns how many ended. */
export function deleteSessions(
  engine: Engine,
  actor: Actor,
  { account, ids, kept }: EndedSessions,
): Promise<number> {
  return engine.write(async (tx) => {
    const rows = await tx
      .selectFrom('session')
      .select('token_hash')
      .where('account_id', '=', account.id)
      .where('token_hash', '<>', kept)
      .execute();
    const hashes = rows
      .map(({ token_hash: hash }) => hash)
      .filter((hash) => ids === null || ids.includes(hash.slice(0, ID_LENGTH)));
    if (hashes.length === 0) return 0;
    await tx.deleteFrom('session').where('token_hash', 'in', hashes).execute();
    const target = accountTarget(account);
    await record(tx, actor, { action: 'login.ended', target, present: { logins: hashes.length } });
    return hashes.length;
  });
}

export async function deleteExpiredSessions(engine: Engine, limit: number): Promise<void> {
  await engine.db.deleteFrom('session').where('expires_at', '<', limit).execute();
}

export async function updateSeen(
  engine: Engine,
  hashes: readonly string[],
  now: number,
): Promise<void> {
  await engine.db
    .updateTable('session')
    .set({ seen_at: now })
    .where('token_hash', 'in', hashes)
    .execute();
}
