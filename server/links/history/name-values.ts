import type { Change } from '../../../contracts/links/history.ts';
import { nameDeleted, selectUsernames } from '../../access/names.store.ts';
import type { Engine } from '../../engine/engine.ts';

type Values = Pick<Change, 'field' | 'from' | 'to'>;

/** Shows owners by name: `deleted account 17` for one that is gone, '' for no owner. */
export async function nameValues<Shown extends Values>(
  { db }: Pick<Engine, 'db'>,
  changes: readonly Shown[],
): Promise<Shown[]> {
  const ofOwner = changes.filter(({ field }) => field === 'owner');
  const ids = ofOwner.flatMap(({ from, to }) => [Number(from), Number(to)]);
  const names = await selectUsernames(db, ids);
  const show = (id: number) => (id === 0 ? '' : (names.get(id) ?? nameDeleted(id)));
  return changes.map((change) =>
    change.field === 'owner'
      ? { ...change, from: show(Number(change.from)), to: show(Number(change.to)) }
      : change,
  );
}
