import type { Selectable } from 'kysely';
import type { Schema, Write } from '../../engine/engine.ts';
import type { AccountRow, Reads } from '../account.store.ts';

export type IdentityRow = Selectable<Schema['identity']>;
export type ProviderRow = Selectable<Schema['sso_provider']>;

/** One provider at first; the table takes more. */
export const PROVIDER = 1;

export async function readProvider(db: Reads): Promise<ProviderRow | null> {
  const query = db.selectFrom('sso_provider').selectAll().where('id', '=', PROVIDER);
  return (await query.executeTakeFirst()) ?? null;
}

export async function upsertProvider(
  tx: Write,
  values: Pick<ProviderRow, 'settings' | 'secret_sealed'>,
): Promise<void> {
  await tx
    .insertInto('sso_provider')
    .values({ id: PROVIDER, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function deleteProvider(tx: Write): Promise<void> {
  await tx.deleteFrom('sso_provider').where('id', '=', PROVIDER).execute();
}

export async function freeRoles(tx: Write): Promise<void> {
  await tx.updateTable('account').set({ is_ruled_by_sso: 0 }).execute();
}

export async function setRuled(tx: Write, account: number, isRuled: boolean): Promise<void> {
  const change = tx.updateTable('account').set({ is_ruled_by_sso: Number(isRuled) });
  await change.where('id', '=', account).execute();
}

export async function readIdentity(
  db: Reads,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | null> {
  const query = db.selectFrom('identity').selectAll().where('issuer', '=', issuer);
  return (await query.where('subject', '=', subject).executeTakeFirst()) ?? null;
}

export async function readIdentityOf(db: Reads, account: number): Promise<IdentityRow | null> {
  const query = db.selectFrom('identity').selectAll().where('account_id', '=', account);
  return (await query.executeTakeFirst()) ?? null;
}

/** False when the account or the identity is connected already. */
export async function insertIdentity(tx: Write, identity: IdentityRow): Promise<boolean> {
  const row = await tx
    .insertInto('identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function seeIdentity(
  tx: Write,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
  seen: Pick<IdentityRow, 'email' | 'seen_at'>,
): Promise<void> {
  const update = tx.updateTable('identity').set(seen).where('issuer', '=', issuer);
  await update.where('subject', '=', subject).execute();
}

export async function deleteIdentity(tx: Write, account: number): Promise<void> {
  await tx.deleteFrom('identity').where('account_id', '=', account).execute();
}

/** People with this address, whatever its case. */
export function readByEmail(db: Reads, email: string): Promise<AccountRow[]> {
  return db
    .selectFrom('account')
    .selectAll()
    .where((of) => of(of.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('kind', '=', 'person')
    .execute();
}
