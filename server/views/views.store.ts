import type { SavedView } from '../../contracts/links/views.ts';
import { VIEWS_MAX, type ViewKind } from '../../contracts/links/views.constants.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { Problem } from '../http/problem.ts';

export async function selectViews({ db }: Engine, { account }: Actor): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_view')
    .select(['kind', 'name', 'value'])
    .where('account_id', '=', account)
    .orderBy('kind')
    .orderBy('name')
    .execute();
  return rows.map(({ kind, name, value }) => ({ kind, name, value: JSON.parse(value) }));
}

export function upsertView(engine: Engine, actor: Actor, view: SavedView): Promise<void> {
  const { kind, name } = view;
  const value = JSON.stringify(view.value);
  return engine.write(async (tx) => {
    const stored = await tx
      .selectFrom('saved_view')
      .select(['name', 'value'])
      .where('account_id', '=', actor.account)
      .where('kind', '=', kind)
      .execute();
    const former = stored.find((other) => other.name === name);
    if (former?.value === value) return;
    if (former === undefined && stored.length >= VIEWS_MAX) throw new Problem('views.too-many');
    await tx
      .insertInto('saved_view')
      .values({ account_id: actor.account, kind, name, value, updated_at: nowSeconds() })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'kind', 'name'])
          .doUpdateSet({ value, updated_at: nowSeconds() }),
      )
      .execute();
    await record(tx, actor, { action: 'view.saved', target: { kind: 'view', name } });
  });
}

/** False when there is no such view. */
export function deleteView(
  engine: Engine,
  actor: Actor,
  { kind, name }: { readonly kind: ViewKind; readonly name: string },
): Promise<boolean> {
  return engine.write(async (tx) => {
    const { numDeletedRows: count } = await tx
      .deleteFrom('saved_view')
      .where('account_id', '=', actor.account)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    if (count === 0n) return false;
    await record(tx, actor, { action: 'view.deleted', target: { kind: 'view', name } });
    return true;
  });
}
