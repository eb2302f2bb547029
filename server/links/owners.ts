import { hasRight } from '../../contracts/access.constants.ts';
import type { LinkFilter, Resolved } from '../../contracts/links/link-filter.ts';
import type { LinkAction } from '../../contracts/links/links.constants.ts';
import { editedReachOf, isReached, type Reach } from '../access/reach.ts';
import { selectUsernames } from '../access/names.store.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { signedIn, type Caller } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';

/** Reads `me` as the account of the caller. */
export function resolveOwner<Filter extends Pick<LinkFilter, 'owner'>>(
  { owner, ...filter }: Filter,
  caller: Caller,
): Resolved<Filter> {
  const id = owner === 'me' ? signedIn(caller).account : owner;
  return { ...filter, ...(id !== undefined && { owner: id }) };
}

/**
 * Who edits all links may give them away. Throws `call.not-allowed`, and `account.unknown` for an
 * owner (0 = nobody) that is not there.
 */
export async function assertCanGive(
  db: Engine['db'] | Write,
  reach: Reach,
  owner: number,
): Promise<void> {
  if (reach !== 'all') throw new Problem('call.not-allowed');
  if (owner !== 0 && !(await selectUsernames(db, [owner])).has(owner)) {
    throw new Problem('account.unknown', { field: 'owner' });
  }
}

/** What a caller may do with a link that it sees. */
export function listActions(
  caller: Caller,
  link: { readonly owner_id: number },
  isDeleted: boolean,
): LinkAction[] {
  if (caller.via === 'nothing' || !hasRight(caller, 'links.edit')) return [];
  const mayWrite = caller.via === 'login' || caller.scopes.includes('links:write');
  if (!mayWrite || !isReached(editedReachOf(caller), link)) return [];
  if (isDeleted) {
    const mayPurge = caller.via === 'login' && hasRight(caller, 'links.purge');
    return mayPurge ? ['restore', 'purge'] : ['restore'];
  }
  return hasRight(caller, 'links.edit-all') ? ['edit', 'delete', 'give'] : ['edit', 'delete'];
}
