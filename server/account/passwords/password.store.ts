import type { Actor } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import type { AccountRow } from '../account.store.ts';
import { endTokens } from '../api-tokens.store.ts';

export interface PasswordChange {
  readonly actor: Actor;
  readonly account: Pick<AccountRow, 'id' | 'username'>;
  readonly passwordHash: string;
  /** The hash of a login that stays; '' = none. */
  readonly keptTokenHash: string;
  readonly keepsApiToken: boolean;
  /** Whether its named tokens end too. */
  readonly endsNamedTokens: boolean;
}

/** Also ends the account's sessions and API token; false when there is no such account. */
export function updatePassword(engine: Engine, change: PasswordChange): Promise<boolean> {
  return engine.write((tx) => changePasswordIn(tx, change));
}

export async function changePasswordIn(
  tx: Write,
  { actor, account, passwordHash, keptTokenHash, keepsApiToken, endsNamedTokens }: PasswordChange,
): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set((of) => ({ password_hash: passwordHash, epoch: of('epoch', '+', 1) }))
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
  if (!keepsApiToken) await endTokens(tx, actor, account.id, { named: endsNamedTokens });
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
