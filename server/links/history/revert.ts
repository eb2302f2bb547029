import type { Authority, Reach } from '../../access/reach.ts';
import type { Change } from '../../../contracts/links/history.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { RoutingFields } from '../../../contracts/links/routing.ts';
import { Problem } from '../../http/problem.ts';
import { applyEdit } from '../apply-edit.ts';
import { selectChanges } from './history.store.ts';
import { editOf, selectById, type LinkEdit } from '../links.store.ts';
import { hashLongUrl } from '../long-url-hash.ts';
import { assertForeignTargets } from '../routing/requested-routing.ts';
import { hidePassword, splitRouting } from '../routing/routing-changes.ts';

/** Newest first. Throws `links.unknown`. */
export async function listChanges(engine: Engine, reach: Reach, id: number): Promise<Change[]> {
  if ((await selectById(engine.db, reach, id)) === null) throw new Problem('links.unknown');
  const changes = await selectChanges(engine.db, id);
  return changes.map(({ at, who, field, from, to }) => ({
    at,
    who,
    field,
    from: hidePassword(field, from),
    to: hidePassword(field, to),
  }));
}

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
    const { tags, ...values } = former as { tags?: string[]; long_url?: string } & RoutingFields;
    assertForeignTargets(values, ownHostnames);
    const { columns, routing } = splitRouting(link.routing, values);
    const fields = { ...editOf(link), ...(columns as Partial<LinkEdit>), routing };
    fields.long_url_hash = hashLongUrl(fields.long_url);
    return applyEdit(engine, tx, changed, link, { fields, tags, authority, now: nowSeconds() });
  });
}
