import { linkTableColumns } from '../../engine/schema.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../../engine/engine.ts';
import { addImportedClicks } from '../../clicks/counts.store.ts';
import { selectLastChanges } from '../../links/history/history.store.ts';
import {
  editOf,
  selectByCodes,
  selectById,
  updateLink,
  type LinkEdit,
} from '../../links/links.store.ts';
import { replaceTags, selectTagsOf } from '../../tags/tags.store.ts';
import type { ImportedLink } from '../import.store.ts';

/** A link as it was before an import replaced it. */
export interface FormerLink {
  readonly id: number;
  readonly fields: LinkEdit;
  readonly tags: readonly string[];
  readonly updated_at: number;
  /** The clicks that the import has added. */
  readonly clicks: number;
  /** The `updated_at` that the import has set: another one is that of a later edit. */
  readonly replaced_at: number;
  /** The id of its newest edit, 0 = none: seconds do not show a later one. */
  readonly last_change: number;
}

interface Replaced {
  readonly former: readonly FormerLink[];
  /** The ids of new tags. */
  readonly madeTags: readonly number[];
}

/** Gives existing links all of a row but its dates; `links` are by code. Clicks add up. */
export async function replaceLinks(
  engine: Engine,
  tx: Write,
  changed: NoteChange,
  links: ReadonlyMap<string, ImportedLink>,
  now: number,
): Promise<Replaced> {
  const present = await selectByCodes(tx, engine.sql, 'all', [...links.keys()]);
  const ids = [...present.values()].map(({ id }) => id);
  const tags = await selectTagsOf(tx, engine.sql, ids);
  const lastChanges = await selectLastChanges(tx, engine.sql, ids);
  const former: FormerLink[] = [];
  const madeTags: number[] = [];
  for (const [code, row] of present) {
    const link = links.get(code)!;
    former.push({
      id: row.id,
      fields: editOf(row),
      tags: tags.get(row.id) ?? [],
      updated_at: row.updated_at,
      clicks: link.clicks,
      replaced_at: now,
      last_change: lastChanges.get(row.id) ?? 0,
    });
    const fields = { ...editOf(row), ...pickFields(link) };
    await updateLink(tx, changed, row, { fields, now });
    madeTags.push(...(await replaceTags(tx, engine.sql, row.id, link.tags)));
    await addImportedClicks(engine, tx, row.id, link.clicks);
  }
  return { former, madeTags };
}

const edited: ReadonlySet<string> = new Set(
  linkTableColumns.filter((column) => !['id', 'created_at', 'updated_at', 'ip'].includes(column)),
);

function pickFields(link: ImportedLink): Partial<LinkEdit> {
  return Object.fromEntries(Object.entries(link).filter(([name]) => edited.has(name)));
}

/** Returns the links that it leaves, because they were edited or deleted meanwhile. */
export async function restoreFormer(
  engine: Engine,
  tx: Write,
  changed: NoteChange,
  former: readonly FormerLink[],
): Promise<Pick<LinkRow, 'short_url' | 'long_url'>[]> {
  const kept: Pick<LinkRow, 'short_url' | 'long_url'>[] = [];
  const ids = former.map(({ id }) => id);
  const lastChanges = await selectLastChanges(tx, engine.sql, ids);
  for (const link of former) {
    const { id, fields, tags, updated_at: updatedAt, clicks } = link;
    const row = await selectById(tx, 'all', id);
    const isRestored =
      row !== null &&
      row.updated_at === link.replaced_at &&
      (lastChanges.get(id) ?? 0) === link.last_change &&
      // An import changes no owner; the account of before may be deleted.
      (await updateLink(tx, changed, row, {
        fields: { ...fields, owner_id: row.owner_id },
        now: updatedAt,
      })) !== null;
    if (!isRestored) {
      kept.push(row ?? fields);
      continue;
    }
    await replaceTags(tx, engine.sql, id, tags);
    await addImportedClicks(engine, tx, id, -clicks);
  }
  return kept;
}
