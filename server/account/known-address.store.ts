import type { Engine } from '../engine/engine.ts';

const ADDRESSES_MAX = 100;
/** How long an address stays known after its last login. */
const REMEMBER_SECONDS = 180 * 24 * 3600;

/** From where an account has logged in. */
export interface LoginPlace {
  readonly account: number;
  readonly mark: string;
}

export async function selectIsKnown(
  engine: Engine,
  { account, mark }: LoginPlace,
  now: number,
): Promise<boolean> {
  const row = await engine.db
    .selectFrom('known_address')
    .select('mark')
    .where('account_id', '=', account)
    .where('mark', '=', mark)
    .where('last_login_at', '>', now - REMEMBER_SECONDS)
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertKnownAddress(
  engine: Engine,
  { account, mark }: LoginPlace,
  now: number,
): Promise<void> {
  await engine.write(async (tx) => {
    await tx
      .insertInto('known_address')
      .values({ account_id: account, mark, last_login_at: now })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'mark']).doUpdateSet({ last_login_at: now }),
      )
      .execute();
    const kept = tx
      .selectFrom('known_address')
      .select('mark')
      .where('account_id', '=', account)
      .orderBy('last_login_at', 'desc')
      .orderBy('mark')
      .limit(ADDRESSES_MAX);
    await tx
      .deleteFrom('known_address')
      .where('account_id', '=', account)
      .where('mark', 'not in', kept)
      .execute();
  });
}

export async function deleteOldAddresses(engine: Engine, now: number): Promise<void> {
  await engine.db
    .deleteFrom('known_address')
    .where('last_login_at', '<=', now - REMEMBER_SECONDS)
    .execute();
}
