import type { undoBulk as route } from '../../../contracts/links/bulk.ts';
import { selectUsernames } from '../../access/names.store.ts';
import { assertSameStanding, type Authority } from '../../access/reach.ts';
import { record } from '../../audit/record.ts';
import { IDS_MAX } from '../../../contracts/links/links.constants.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import type { Engine, NoteChange, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { selectSpellings } from '../../tags/tags.store.ts';
import type { FieldChange } from '../history/history.store.ts';
import { hashLongUrl } from '../long-url-hash.ts';
import { deleteBulk, selectBulk, selectBulkChanges, updateUndone } from './bulk.store.ts';
import { findDisorder } from '../link-times.ts';
import { findLoop } from '../routing/requested-routing.ts';
import { isSame } from '../routing/routing.ts';
import { readField, splitRouting } from '../routing/routing-changes.ts';
import { excludeTags, selectTagged, storeEdits } from './edits.store.ts';
import { changeTags, selectChangedFields, type PlannedEdit, type TaggedLink } from './plan-edit.ts';

type Undone = ReplyOf<typeof route>;

interface Undo {
  readonly bulkId: number;
  readonly authority: Authority;
  readonly call: Pick<Call, 'caller' | 'assertCaller'>;
  readonly ownHostnames: readonly string[];
}

/**
 * Undoes a bulk edit, in transactions of a thousand links, and continues after a kill. Throws
 * `links.bulk-unknown`, also when another call has undone it, and as {@link assertSameStanding}.
 */
export async function undoBulk(engine: Engine, undo: Undo): Promise<Undone> {
  for (;;) {
    const undone = await engine.write((tx, changed) => undoSome(engine, tx, changed, undo));
    if (undone !== null) return undone;
    await yieldToRequests();
    await assertSameStanding(undo.call);
  }
}

/** Undoes the next links; returns the totals when none is left. */
async function undoSome(
  engine: Engine,
  tx: Write,
  changed: NoteChange,
  { bulkId, authority: { actor, reach }, ownHostnames }: Undo,
): Promise<Undone | null> {
  const now = nowSeconds();
  const bulk = await selectBulk(tx, reach, bulkId, now);
  if (bulk === null) throw new Problem('links.bulk-unknown');
  const changes = await selectBulkChanges(tx, bulkId, bulk.undone_to, IDS_MAX);
  if (changes.size === 0) {
    await deleteBulk(tx, bulkId);
    const target = { kind: 'bulk', id: bulkId };
    await record(tx, actor, { action: 'links.undone', target });
    return { restored: bulk.restored, kept: bulk.changed - bulk.restored };
  }
  const ids = [...changes.keys()];
  const links = await selectTagged(engine, tx, reach, ids);
  const returning = [...changes.values()].flat().flatMap(tagsRemoved);
  const spellings = await selectSpellings(tx, engine.sql, returning);
  const owners = new Set([0, ...(await selectUsernames(tx, ownersBefore(changes))).keys()]);
  const may = { ownHostnames, owners };
  const plans = links.map((link) => planUndo(link, changes.get(link.link.id)!, spellings, may));
  const edits = plans.flatMap(({ edit }) => (edit === null ? [] : [edit]));
  if (edits.length > 0) await storeEdits(engine, tx, changed, edits, { actor, now, bulkId: null });
  const restored = bulk.restored + plans.filter(({ isWhole }) => isWhole).length;
  await updateUndone(tx, bulkId, Math.max(...ids), restored);
  return null;
}

interface PlannedUndo {
  /** Null: nothing is left to undo. */
  readonly edit: PlannedEdit | null;
  /** Whether every change is undone. */
  readonly isWhole: boolean;
}

/** What an undo may lead to. */
interface Allowed {
  readonly ownHostnames: readonly string[];
  /** 0 = nobody. */
  readonly owners: ReadonlySet<number>;
}

function ownersBefore(changes: ReadonlyMap<number, readonly FieldChange[]>): number[] {
  const all = [...changes.values()].flat();
  return all.filter(({ field }) => field === 'owner').map(({ from }) => from as number);
}

/** They stay together where another edit has set a start after the end that would return. */
const times = ['starts_at', 'expires_at', 'rules'];

/**
 * A field that changed again, or would lead back to the site or to an account that is gone, stays.
 * Tags are undone one by one, whatever other tags there are.
 */
function planUndo(
  { link, tags }: TaggedLink,
  changes: readonly FieldChange[],
  spellings: ReadonlyMap<string, string>,
  { ownHostnames, owners }: Allowed,
): PlannedUndo {
  const values: Record<string, unknown> = {};
  let newTags: string[] | null = null;
  let isWhole = true;
  for (const change of changes) {
    if (change.field === 'tags') {
      newTags = changeTags(tags, tagsRemoved(change), tagsAdded(change), spellings);
      if (newTags === null || newTags.length <= TAGS_MAX) continue;
      newTags = null;
      isWhole = false;
      continue;
    }
    const present = readField(link, change.field);
    const isGone = change.field === 'owner' && !owners.has(change.from as number);
    if (isGone || findLoop({ [change.field]: change.from }, ownHostnames) !== null) {
      isWhole = false;
    } else if (isSame(present, change.to)) values[change.field] = change.from;
    else if (!isSame(present, change.from)) isWhole = false;
  }
  const select = () => {
    const { columns, routing } = splitRouting(link.routing, values);
    return selectChangedFields(link, { ...columns, routing });
  };
  let fields = select();
  if (findDisorder(link, { ...link, ...fields }) !== null) {
    for (const field of times) delete values[field];
    fields = select();
    isWhole = false;
  }
  if (fields.long_url !== undefined) {
    Object.assign(fields, { long_url_hash: hashLongUrl(fields.long_url) });
  }
  const isNothing = Object.keys(fields).length === 0 && newTags === null;
  return { edit: isNothing ? null : { link, tags, fields, newTags }, isWhole };
}

function tagsRemoved({ field, from, to }: FieldChange): string[] {
  return field === 'tags' ? excludeTags(from as string[], to as string[]) : [];
}

function tagsAdded({ field, from, to }: FieldChange): string[] {
  return field === 'tags' ? excludeTags(to as string[], from as string[]) : [];
}
