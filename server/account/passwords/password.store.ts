import type { Actor } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { accountTarget, type AccountRow } from '../account.store.ts';
import { endTokens } from '../api-tokens.store.ts';
import { endSessions } from '../sessions.store.ts';

export interface PasswordChange {
  readonly actor: Actor;
  readonly account: Pick<AccountRow, 'id' | 'username'>;
  readonly passwordHash: string;
  /** The hash of a login that stays; by default none does. */
  readonly keptTokenHash?: string;
  readonly keepsApiToken?: boolean | undefined;
  readonly endsNamedTokens?: boolean | undefined;
}

/** Also ends the account's sessions and API token; false when there is no such account. */
export function updatePassword(engine: Engine, change: PasswordChange): Promise<boolean> {
  return engine.write((tx) => changePasswordIn(tx, change));
}

export async function changePasswordIn(
  tx: Write,
  { actor, account, passwordHash, keptTokenHash = '', ...tokens }: PasswordChange,
): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set((of) => ({ password_hash: passwordHash, epoch: of('epoch', '+', 1) }))
    .where('id', '=', account.id)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await endSessions(tx, account.id, keptTokenHash);
  await record(tx, actor, { action: 'account.password', target: accountTarget(account) });
  const ended = { kind: 'login', name: keptTokenHash === '' ? 'all' : 'all others' };
  await record(tx, actor, { action: 'login.ended', target: ended });
  const { keepsApiToken = false, endsNamedTokens: named = false } = tokens;
  if (!keepsApiToken) await endTokens(tx, actor, account.id, { named });
  return true;
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
