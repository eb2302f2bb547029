import { CompiledQuery, type Selectable } from 'kysely';
import { TOKENS_MAX } from '../../contracts/access.constants.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Schema, Write } from '../engine/engine.ts';
import { HOLDER_COLUMNS, type Holder, type Reads } from './account.store.ts';

export type ApiTokenRow = Selectable<Schema['api_token']>;
export type NewApiToken = Omit<ApiTokenRow, 'id' | 'used_at' | 'used_network'>;

// Building this query would cost more than running it.
const SELECT_TOKEN = `
  select
    ${HOLDER_COLUMNS},
    api_token.id as token_id, api_token.is_default, api_token.scopes,
    api_token.expires_at, api_token.per_minute
  from api_token join account on account.id = api_token.account_id
  where token_hash = $1 and account.is_active = 1`;

type FoundToken = Holder &
  Pick<ApiTokenRow, 'is_default' | 'scopes' | 'expires_at' | 'per_minute'> & {
    readonly token_id: number;
  };

/** Null = no API token of an active account has this hash. */
export async function selectToken(engine: Engine, tokenHash: string): Promise<FoundToken | null> {
  const query = CompiledQuery.raw(SELECT_TOKEN, [tokenHash]);
  const { rows } = await engine.db.executeQuery<FoundToken>(query);
  return rows[0] ?? null;
}

export function insertDefaultToken(
  engine: Engine,
  actor: Actor,
  token: NewApiToken,
): Promise<boolean> {
  return engine.write(async (tx) => {
    if ((await readDefaultToken(tx, token.account_id)) !== null) return false;
    const row = await tx
      .insertInto('api_token')
      .values(token)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    await record(tx, actor, { action: 'token.made', target: toTarget(row.id, token) });
    return true;
  });
}

export function replaceDefaultToken(
  engine: Engine,
  actor: Actor,
  token: NewApiToken,
): Promise<boolean> {
  return engine.write(async (tx) => {
    const former = await readDefaultToken(tx, token.account_id);
    if (former === null) return false;
    const changed = tx.updateTable('api_token').set({ ...token, used_at: 0, used_network: '' });
    await changed.where('id', '=', former.id).execute();
    const target = toTarget(former.id, token);
    await record(tx, actor, { action: 'token.ended', target });
    await record(tx, actor, { action: 'token.made', target });
    return true;
  });
}

export async function readDefaultToken(db: Reads, account: number): Promise<ApiTokenRow | null> {
  const tokens = db.selectFrom('api_token').selectAll().where('account_id', '=', account);
  return (await tokens.where('is_default', '=', 1).executeTakeFirst()) ?? null;
}

/** Null when the account has as many as it may. */
export function insertNamedToken(
  engine: Engine,
  actor: Actor,
  token: NewApiToken,
): Promise<number | null> {
  return engine.write(async (tx) => {
    const { count } = await tx
      .selectFrom('api_token')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('account_id', '=', token.account_id)
      .where('is_default', '=', 0)
      .executeTakeFirstOrThrow();
    if (count >= TOKENS_MAX) return null;
    const row = tx.insertInto('api_token').values(token).returning('id');
    const { id } = await row.executeTakeFirstOrThrow();
    const present = { scopes: token.scopes, expires_at: token.expires_at };
    await record(tx, actor, { action: 'token.made', target: toTarget(id, token), present });
    return id;
  });
}

export function selectTokens(engine: Engine, account: number): Promise<ApiTokenRow[]> {
  return engine.db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function selectNamedToken(engine: Engine, id: number): Promise<ApiTokenRow | null> {
  const query = engine.db.selectFrom('api_token').selectAll().where('id', '=', id);
  return (await query.where('is_default', '=', 0).executeTakeFirst()) ?? null;
}

type TokenChange = Partial<Pick<ApiTokenRow, 'name' | 'scopes' | 'per_minute'>>;

export async function updateToken(
  engine: Engine,
  actor: Actor,
  token: ApiTokenRow,
  change: TokenChange,
): Promise<void> {
  const names = (Object.keys(change) as (keyof TokenChange)[]).filter(
    (name) => change[name] !== token[name],
  );
  if (names.length === 0) return;
  const pick = (of: TokenChange) => Object.fromEntries(names.map((name) => [name, of[name]]));
  await engine.write(async (tx) => {
    await tx.updateTable('api_token').set(change).where('id', '=', token.id).execute();
    const target = toTarget(token.id, { ...token, ...change });
    const values = { former: pick(token), present: pick(change) };
    await record(tx, actor, { action: 'token.changed', target, ...values });
  });
}

export async function deleteToken(engine: Engine, actor: Actor, token: ApiTokenRow): Promise<void> {
  await engine.write(async (tx) => {
    await tx.deleteFrom('api_token').where('id', '=', token.id).execute();
    await record(tx, actor, { action: 'token.ended', target: toTarget(token.id, token) });
  });
}

/** Ends the tokens of an account in the transaction of its change. */
export async function endTokens(
  tx: Write,
  actor: Actor,
  account: number,
  { named }: { readonly named: boolean },
): Promise<void> {
  let ending = tx.deleteFrom('api_token').where('account_id', '=', account);
  if (!named) ending = ending.where('is_default', '=', 1);
  for (const row of await ending.returningAll().execute()) {
    await record(tx, actor, { action: 'token.ended', target: toTarget(row.id, row) });
  }
}

/** Of active accounts, those used last first. */
export async function selectShownTokens(engine: Engine, limit: number): Promise<string[]> {
  const rows = await engine.db
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.account_id')
    .select('token_sealed')
    .where('token_sealed', '<>', '')
    .where('account.is_active', '=', 1)
    .orderBy('used_at', 'desc')
    .orderBy('api_token.id')
    .limit(limit)
    .execute();
  return rows.map(({ token_sealed: sealed }) => sealed);
}

export async function selectSealedTokens(engine: Engine): Promise<string[]> {
  const rows = await engine.db
    .selectFrom('api_token')
    .select('token_sealed')
    .where('token_sealed', '<>', '')
    .execute();
  return rows.map(({ token_sealed: sealed }) => sealed);
}

export async function updateUsed(
  engine: Engine,
  id: number,
  { at, network }: { readonly at: number; readonly network: string },
): Promise<void> {
  const used = { used_at: at, used_network: network };
  await engine.db.updateTable('api_token').set(used).where('id', '=', id).execute();
}

function toTarget(id: number, { name }: Pick<ApiTokenRow, 'name'>) {
  return { kind: 'token', id, name };
}
