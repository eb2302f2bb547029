import type { Engine, Write } from '../engine/engine.ts';

export function nameDeleted(id: number): string {
  return `deleted account ${id}`;
}

export async function selectUsernames(
  db: Engine['db'] | Write,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== 0);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

export function selectActiveNames({ db }: Pick<Engine, 'db'>) {
  const accounts = db.selectFrom('account').select(['id', 'username']);
  return accounts.where('is_active', '=', 1).orderBy('username').execute();
}

export async function selectTokenNames(
  db: Engine['db'],
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== 0);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_token')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
