import { splitCode } from '../../contracts/links/domain-code.ts';
import type { Authority, Reach } from '../access/reach.ts';
import { foldTag } from '../../contracts/links/tag-names.ts';
import { assertDomain } from '../domains/assert-domain.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { Problem } from '../http/problem.ts';
import { replaceTags, selectTagsOf } from '../tags/tags.store.ts';
import { RESTORE_SECONDS } from '../../contracts/links/bin.constants.ts';
import { describeBinned, selectDeletedAt } from './bin/bin.store.ts';
import { insertChanges, type FieldChange } from './history/history.store.ts';
import { listRoutingChanges } from './routing/routing-changes.ts';
import { assertEditedTimes } from './link-times.ts';
import { updateLink, type LinkEdit } from './links.store.ts';

/** `tags` replace all tags; without them, tags stay. */
export interface Edit {
  readonly fields: LinkEdit;
  readonly tags?: readonly string[] | undefined;
  readonly authority: Authority;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Stores an edit of a link within reach, and its history, if it changes anything. Throws `links.code-taken`,
 * `domains.unknown` and `links.time-order`.
 */
export async function applyEdit(
  engine: Engine,
  tx: Write,
  changed: NoteChange,
  link: LinkRow,
  edit: Edit,
): Promise<LinkRow> {
  const { fields, tags, authority, now } = edit;
  assertEditedTimes(link, fields);
  const changes: FieldChange[] = [];
  for (const name of Object.keys(fields) as (keyof LinkEdit)[]) {
    if (name === 'long_url_hash' || fields[name] === link[name]) continue;
    if (name === 'routing') changes.push(...listRoutingChanges(link.routing, fields.routing));
    else changes.push({ field: name, from: link[name], to: fields[name] });
  }
  const former = tags === undefined ? [] : await selectTags(engine, tx, link.id);
  const isTagged = tags !== undefined && !areSameTags(former, tags);
  if (changes.length === 0 && !isTagged) return link;
  const { domain } = splitCode(fields.short_url);
  if (domain !== splitCode(link.short_url).domain) await assertDomain(tx, domain);
  const updated = await updateLink(tx, changed, link, edit);
  if (updated === null) throw await explainTaken(tx, authority.reach, fields.short_url, now);
  if (isTagged) {
    await replaceTags(tx, engine.sql, link.id, tags);
    changes.push({ field: 'tags', from: former, to: await selectTags(engine, tx, link.id) });
  }
  const origin = { actor: authority.actor, now, bulkId: null };
  await insertChanges(tx, engine.sql, new Map([[link.id, changes]]), origin);
  return updated;
}

/** Why a code is taken: by a link, or by one in the bin that the caller may restore. */
export async function explainTaken(
  tx: Write,
  reach: Reach,
  code: string,
  now: number,
): Promise<Problem> {
  const deletedAt = await selectDeletedAt(tx, reach, code, now);
  if (deletedAt !== null) {
    const restorableUntil = deletedAt + RESTORE_SECONDS;
    return new Problem('links.code-taken', {
      field: 'short_url',
      reason: describeBinned(restorableUntil),
      restorableUntil,
    });
  }
  return refuseTaken();
}

export function refuseTaken(): Problem {
  const reason = 'Another link has this code';
  return new Problem('links.code-taken', { field: 'short_url', reason });
}

async function selectTags(engine: Engine, tx: Write, id: number): Promise<string[]> {
  return (await selectTagsOf(tx, engine.sql, [id])).get(id) ?? [];
}

function areSameTags(some: readonly string[], others: readonly string[]): boolean {
  const folded = new Set(some.map(foldTag));
  return some.length === others.length && others.every((name) => folded.has(foldTag(name)));
}
