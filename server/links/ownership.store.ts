import { sql } from 'kysely';
import { isWithin } from '../access/reach.ts';
import type { Actor } from '../audit/actor.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { Problem } from '../http/problem.ts';
import { deleteByIds } from './bin/deleted-links.store.ts';
import { countLinks } from './lists/link-list.store.ts';

/** Links of a transaction, so that no other write waits long. */
const GIVEN_AT_ONCE = 2000;

/** How many links each account has; 0 = links without an owner. */
export async function countByOwner(engine: Engine): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ owner: number; links: number }>`
    select owner_id as owner, count(*) as links from link
    where owner_id <> 1 group by owner_id`.execute(engine.db);
  const counts = new Map(rows.map(({ owner, links }) => [owner, links]));
  const ofOthers = counts.values().reduce((sum, links) => sum + links, 0);
  return counts.set(1, (await countLinks(engine, 'all')) - ofOthers);
}

/** Gives all links of an account to another, also those in the bin; 0 = they have no owner then. */
export async function giveAllLinks(engine: Engine, from: number, to: number): Promise<number> {
  const given = await giveFrom(engine, 'link', { from, to });
  await giveFrom(engine, 'deleted_link', { from, to });
  return given;
}

/** In the transaction that deletes the account: the few links that came after the others went. */
export async function giveLastLinks(tx: Write, from: number, to: number): Promise<void> {
  await assertAccount(tx, to);
  for (const table of ['link', 'deleted_link'] as const) {
    const owned = tx.updateTable(table).set({ owner_id: to });
    await owned.where(isWithin({ owner: from })).execute();
  }
}

async function giveFrom(
  engine: Engine,
  table: 'link' | 'deleted_link',
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  let given = 0;
  for await (const ids of readOwned(engine, table, from)) {
    await engine.write(async (tx) => {
      await assertAccount(tx, to);
      const owned = tx.updateTable(table).set({ owner_id: to }).where('id', 'in', ids);
      await owned.where('owner_id', '=', from).execute();
    });
    given += ids.length;
  }
  return given;
}

/** Moves all links of an account to the bin. */
export async function binAllLinks(engine: Engine, actor: Actor, owner: number): Promise<number> {
  let binned = 0;
  for await (const ids of readOwned(engine, 'link', owner)) {
    binned += await deleteByIds(engine, { actor, reach: { owner } }, ids, nowSeconds());
  }
  return binned;
}

async function* readOwned(
  engine: Engine,
  table: 'link' | 'deleted_link',
  owner: number,
): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const rows = await engine.db
      .selectFrom(table)
      .select('id')
      .where('id', '>', after)
      .where(isWithin({ owner }))
      .orderBy('id')
      .limit(GIVEN_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    yield rows.map(({ id }) => id);
  }
}

/** 0 = no owner. Throws `account.unknown` when the account was deleted meanwhile. */
async function assertAccount(tx: Write, id: number): Promise<void> {
  if (id === 0) return;
  const rows = await tx.selectFrom('account').select('id').where('id', '=', id).execute();
  if (rows.length === 0) throw new Problem('account.unknown', { field: 'links_to' });
}
