import { sql, type RawBuilder } from 'kysely';
import { actorOf, type Actor } from '../audit/actor.ts';
import type { Caller } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';

export const FIRST_ACCOUNT = 1;

export type Reach = 'all' | { readonly owner: number };

export interface Authority {
  readonly actor: Actor;
  readonly reach: Reach;
}

/** The links that a caller sees. Guests, too, must find that a code is taken. */
export function reachOf(caller: Caller): Reach {
  if (caller.via === 'nothing' || caller.role !== 'author' || caller.seesAll) return 'all';
  return { owner: caller.account };
}

function isSameStanding(former: Caller, present: Caller): boolean {
  if (former.via === 'nothing' || present.via === 'nothing') return former.via === present.via;
  return former.role === present.role && former.seesAll === present.seesAll;
}

/** Throws `call.not-allowed` when the caller sees or may do something else than at first. */
export async function assertSameStanding(
  call: Pick<Call, 'caller' | 'assertCaller'>,
): Promise<void> {
  const present = await call.assertCaller();
  if (!isSameStanding(call.caller, present)) throw new Problem('call.not-allowed');
}

/** Batches, as long as the standing of the caller stays. Throws as {@link assertSameStanding}. */
export async function* whileSameStanding<Batch>(
  call: Pick<Call, 'caller' | 'assertCaller'>,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    await assertSameStanding(call);
    yield batch;
  }
}

export function editedReachOf(caller: Caller): Reach {
  if (caller.via === 'nothing' || caller.role !== 'author') return 'all';
  return { owner: caller.account };
}

/** The same rule as {@link isWithin}, for a link that was read. */
export function isReached(
  reach: Reach,
  { owner_id: owner }: { readonly owner_id: number },
): boolean {
  return reach === 'all' || owner === reach.owner;
}

/** Links whose creator's address a caller may see. */
export function addressReachOf(caller: Caller): Reach {
  if (caller.via === 'nothing') return { owner: 0 };
  return caller.role === 'owner' || caller.role === 'admin' ? 'all' : { owner: caller.account };
}

/** Throws `call.not-allowed` for a link that the caller sees but may not edit. */
export function assertEditable(caller: Caller, link: { readonly owner_id: number } | null): void {
  if (link === null || isReached(editedReachOf(caller), link)) return;
  if (isReached(reachOf(caller), link)) throw new Problem('call.not-allowed');
}

export function authorityOf(call: Pick<Call, 'caller' | 'address'>): Authority {
  return { actor: actorOf(call), reach: editedReachOf(call.caller) };
}

export function isWithin(
  reach: Reach,
  column: 'owner_id' | 'account_id' = 'owner_id',
): RawBuilder<boolean> {
  if (reach === 'all') return sql`true`;
  const isOwn = sql<boolean>`${sql.ref(column)} = ${reach.owner}`;
  // The index `link_owned` has no links of account 1, and serves queries that say so.
  return reach.owner === 1 ? isOwn : sql`(${isOwn} and ${sql.ref(column)} <> 1)`;
}
