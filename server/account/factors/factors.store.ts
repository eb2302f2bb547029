import type { Selectable } from 'kysely';
import type { Engine, Schema, Write } from '../../engine/engine.ts';
import type { Reads } from '../account.store.ts';

export type FactorRow = Selectable<Schema['factor']>;

/** `begun`: a code app that has shown no code yet. */
export type FactorKind = FactorRow['kind'];

export function selectFactors(db: Reads, account: number): Promise<FactorRow[]> {
  return db
    .selectFrom('factor')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('id')
    .execute();
}

/** The kinds of each account's factors, without recovery codes. */
export async function selectKinds(engine: Engine): Promise<ReadonlyMap<number, string[]>> {
  const rows = await engine.db
    .selectFrom('factor')
    .select(['account_id', 'kind'])
    .distinct()
    .where('kind', 'in', ['totp', 'passkey'])
    .orderBy('kind')
    .execute();
  const kinds = new Map<number, string[]>();
  for (const { account_id: account, kind } of rows) {
    kinds.getOrInsertComputed(account, () => []).push(kind);
  }
  return kinds;
}

export async function selectHasPasskeys({ db }: Engine, rpId: string): Promise<boolean> {
  const query = db.selectFrom('factor').select('id').where('kind', '=', 'passkey');
  return (await query.where('rp_id', '=', rpId).limit(1).execute()).length > 0;
}

export async function selectPasskey(db: Reads, credentialId: string): Promise<FactorRow | null> {
  const query = db.selectFrom('factor').selectAll().where('credential_id', '=', credentialId);
  return (await query.where('kind', '=', 'passkey').executeTakeFirst()) ?? null;
}

export async function insertFactor(
  tx: Write,
  factor: Pick<FactorRow, 'account_id' | 'kind' | 'name' | 'secret' | 'created_at'> &
    Partial<FactorRow>,
): Promise<void> {
  await tx
    .insertInto('factor')
    .values({ credential_id: '', ...factor })
    .execute();
}

export async function deleteFactors(
  tx: Write,
  account: number,
  which: { readonly kinds?: readonly FactorKind[]; readonly id?: number } = {},
): Promise<number> {
  let query = tx.deleteFrom('factor').where('account_id', '=', account);
  if (which.kinds !== undefined) query = query.where('kind', 'in', which.kinds);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

/** False when another call has used the same step of the code, or a later one. */
export async function useTotp(
  tx: Write,
  id: number,
  { step, now }: { readonly step: number; readonly now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('factor')
    .set({ last_step: step, used_at: now })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the passkey has counted further: then it was copied. */
export async function usePasskey(
  tx: Write,
  id: number,
  { counter, now }: { readonly counter: number; readonly now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('factor')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where((of) => of.or([of('counter', '=', 0), of('counter', '<', counter)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A recovery code works once. False: there is none with this digest. */
export async function useRecoveryCode(
  tx: Write,
  account: number,
  { secret, now }: { readonly secret: string; readonly now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('factor')
    .set({ used_at: now })
    .where('account_id', '=', account)
    .where('kind', '=', 'recovery')
    .where('secret', '=', secret)
    .where('used_at', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function renameFactor(
  tx: Write,
  account: number,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('factor')
    .set({ name })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('kind', 'in', ['totp', 'passkey'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** How a login may go on after its password; none: the password suffices. */
export function listWays(factors: readonly FactorRow[]): string[] {
  const kinds = new Set(factors.map(({ kind }) => kind));
  const ways = (['passkey', 'totp'] as const).filter((kind) => kinds.has(kind));
  return ways.length === 0 ? [] : [...ways, 'recovery'];
}
