import { sql } from 'kysely';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import type { Reach } from '../../access/reach.ts';
import type { Engine, NoteChange, Write } from '../../engine/engine.ts';
import { foldTexts } from '../../engine/texts/folded-texts.ts';
import { markStale } from '../../search/search.store.ts';
import { addTags, selectTagsOf, untagLinks } from '../../tags/tags.store.ts';
import { insertChanges, type EditOrigin, type FieldChange } from '../history/history.store.ts';
import { selectLinks, type LinkEdit } from '../links.store.ts';
import { listFieldChanges } from '../routing/routing-changes.ts';
import type { PlannedEdit, TaggedLink } from './plan-edit.ts';

/** The texts that search reads; `foldedColumns` are their folded forms. */
const searched = ['long_url', 'title', 'note'] as const;
const foldedColumns = ['folded_url', 'folded_title', 'folded_note'] as const;

export async function selectTagged(
  engine: Engine,
  db: Engine['db'] | Write,
  reach: Reach,
  ids: readonly number[],
): Promise<TaggedLink[]> {
  const links = await selectLinks(db, reach)
    .where('id', 'in', sql<number>`(select id from ${engine.sql.idsOf(ids)} as wanted)`)
    .orderBy('id')
    .execute();
  const tags = await selectTagsOf(db, engine.sql, ids);
  return links.map((link) => ({ link, tags: tags.get(link.id) ?? [] }));
}

/** Stores at least one edit of a link within reach, and its history; codes stay. */
export async function storeEdits(
  engine: Engine,
  tx: Write,
  changed: NoteChange,
  edits: readonly PlannedEdit[],
  origin: EditOrigin,
): Promise<void> {
  await updateLinks(engine, tx, edits, origin.now);
  await storeTags(engine, tx, edits);
  const changes = new Map(edits.map((edit) => [edit.link.id, changesOf(edit)]));
  await insertChanges(tx, engine.sql, changes, origin);
  for (const { link } of edits) changed('link', link.short_url);
}

export function changesOf({ link, fields, tags, newTags }: PlannedEdit): FieldChange[] {
  const changes = listFieldChanges(link, fields);
  if (newTags !== null) changes.push({ field: 'tags', from: [...tags], to: [...newTags] });
  return changes;
}

async function updateLinks(
  engine: Engine,
  tx: Write,
  edits: readonly PlannedEdit[],
  now: number,
): Promise<void> {
  const names = new Set(edits.flatMap(({ fields }) => Object.keys(fields) as (keyof LinkEdit)[]));
  const hasTexts = searched.some((name) => names.has(name));
  const columns = [...names, ...(hasTexts ? foldedColumns : [])];
  const rows = edits.map(({ link, fields }) => {
    const edited = { ...link, ...fields };
    const row = hasTexts ? { ...edited, ...foldTexts(edited) } : edited;
    return [link.id, ...columns.map((column) => row[column])];
  });
  const values = columns.map((column) => sql`${sql.ref(column)} = edited.${sql.ref(column)},`);
  await sql`
    update link set ${sql.join(values, sql` `)} updated_at = cast(${now} as bigint)
    from ${engine.sql.rowsOf(['id', ...columns], rows)} as edited
    where link.id = edited.id`.execute(tx);
  if (hasTexts) {
    await markStale(
      tx,
      edits.map(({ link }) => link.id),
    );
  }
}

async function storeTags(engine: Engine, tx: Write, edits: readonly PlannedEdit[]): Promise<void> {
  const added = new Map<number, string[]>();
  const removed = new Map<number, string[]>();
  for (const { link, tags, newTags } of edits) {
    if (newTags === null) continue;
    added.set(link.id, excludeTags(newTags, tags));
    removed.set(link.id, excludeTags(tags, newTags));
  }
  await untagLinks(tx, engine.sql, removed);
  await addTags(tx, engine.sql, added);
}

export function excludeTags(tags: readonly string[], others: readonly string[]): string[] {
  const folded = new Set(others.map(foldTag));
  return tags.filter((name) => !folded.has(foldTag(name)));
}
