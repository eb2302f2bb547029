import { splitCode } from '../../contracts/links/domain-code.ts';
import type { Authority } from '../access/reach.ts';
import { foldTag } from '../../contracts/links/tag-names.ts';
import { assertDomain } from '../domains/assert-domain.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { Problem } from '../http/problem.ts';
import { replaceTags, selectTagsOf } from '../tags/tags.store.ts';
import { describeBinned, selectRestorableUntil } from './bin/bin.store.ts';
import { insertChanges } from './history/history.store.ts';
import { listFieldChanges } from './routing/routing-changes.ts';
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
  const changes = listFieldChanges(link, fields);
  const former = tags === undefined ? [] : await selectTags(engine, tx, link.id);
  const isTagged = tags !== undefined && !areSameTags(former, tags);
  if (changes.length === 0 && !isTagged) return link;
  const { domain } = splitCode(fields.short_url);
  if (domain !== splitCode(link.short_url).domain) await assertDomain(tx, domain);
  const updated = await updateLink(tx, changed, link, edit);
  if (updated === null) {
    const code = fields.short_url;
    const until = await selectRestorableUntil(tx, engine.sql, authority.reach, [code], now);
    throw refuseTaken(until.get(code));
  }
  if (isTagged) {
    await replaceTags(tx, engine.sql, link.id, tags);
    changes.push({ field: 'tags', from: former, to: await selectTags(engine, tx, link.id) });
  }
  const origin = { actor: authority.actor, now, bulkId: null };
  await insertChanges(tx, engine.sql, new Map([[link.id, changes]]), origin);
  return updated;
}

/** The code of a link, or of one in the bin that the caller may restore until then. */
export function refuseTaken(restorableUntil?: number): Problem {
  return new Problem('links.code-taken', {
    field: 'short_url',
    ...(restorableUntil === undefined
      ? { reason: 'Another link has this code' }
      : { reason: describeBinned(restorableUntil), restorableUntil }),
  });
}

async function selectTags(engine: Engine, tx: Write, id: number): Promise<string[]> {
  return (await selectTagsOf(tx, engine.sql, [id])).get(id) ?? [];
}

function areSameTags(some: readonly string[], others: readonly string[]): boolean {
  const folded = new Set(some.map(foldTag));
  return some.length === others.length && others.every((name) => folded.has(foldTag(name)));
}
