import { nameDeleted, selectTokenNames, selectUsernames } from '../../access/names.store.ts';
import { reachOf, type Authority } from '../../access/reach.ts';
import type { Change } from '../../../contracts/links/history.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { RoutingFields } from '../../../contracts/links/routing.ts';
import type { Caller, SignedIn } from '../../http/caller.ts';
import { Problem } from '../../http/problem.ts';
import { applyEdit } from '../apply-edit.ts';
import { selectChanges, type StoredChange } from './history.store.ts';
import { nameValues } from './name-values.ts';
import { editOf, selectById, type LinkEdit } from '../links.store.ts';
import { hashLongUrl } from '../long-url-hash.ts';
import { assertCanGive } from '../owners.ts';
import { assertForeignTargets } from '../routing/requested-routing.ts';
import { hidePassword, splitRouting } from '../routing/routing-changes.ts';

/** Newest first. Throws `links.unknown`. */
export async function listChanges(engine: Engine, caller: Caller, id: number): Promise<Change[]> {
  if ((await selectById(engine.db, reachOf(caller), id)) === null)
    throw new Problem('links.unknown');
  const changes = await selectChanges(engine.db, id);
  const isNamed = caller.via !== 'nothing' && (caller.hasOthers || hadOthers(changes, caller));
  const names = await selectUsernames(
    engine.db,
    changes.map(({ account }) => account),
  );
  const tokens = await selectTokenNames(
    engine.db,
    changes.map(({ tokenId }) => tokenId),
  );
  const shown = changes.map(({ at, who, account, tokenId, field, from, to }): Change => {
    const name = account === 0 ? null : (names.get(account) ?? nameDeleted(account));
    const by = { by: name, token: tokens.get(tokenId) ?? null };
    const values = { from: hidePassword(field, from), to: hidePassword(field, to) };
    return Object.assign({ at, who, field, ...values }, isNamed && by);
  });
  return nameValues(engine, shown);
}

/** On a site that has one account again, a history may hold edits of those that are gone. */
function hadOthers(changes: readonly StoredChange[], { account }: SignedIn): boolean {
  return changes.some((change) => change.account !== 0 && change.account !== account);
}

type FormerValues = { tags?: string[]; owner?: number; long_url?: string } & RoutingFields;

interface Revert {
  readonly id: number;
  /** Of the edit, in Unix seconds. */
  readonly at: number;
  readonly authority: Authority;
  readonly ownHostnames: readonly string[];
}

/**
 * A revert is an edit, too. Throws `links.unknown`, `links.change-unknown`, `links.code-taken` and
 * `links.own-host`.
 */
export function revertLink(engine: Engine, revert: Revert): Promise<LinkRow> {
  const { id, at, authority, ownHostnames } = revert;
  return engine.write(async (tx, changed) => {
    const link = await selectById(tx, authority.reach, id);
    if (link === null) throw new Problem('links.unknown');
    const changes = await selectChanges(tx, id, at);
    if (changes.length === 0) throw new Problem('links.change-unknown');
    const former = Object.fromEntries(changes.map(({ field, from }) => [field, from]));
    const { tags, owner, ...values } = former as FormerValues;
    if (owner !== undefined) await assertCanGive(tx, authority.reach, owner);
    assertForeignTargets(values, ownHostnames);
    const { columns, routing } = splitRouting(link.routing, { ...values, owner });
    const fields = { ...editOf(link), ...(columns as Partial<LinkEdit>), routing };
    fields.long_url_hash = hashLongUrl(fields.long_url);
    return applyEdit(engine, tx, changed, link, { fields, tags, authority, now: nowSeconds() });
  });
}
