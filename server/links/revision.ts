import { createHash } from 'node:crypto';
import type { Link } from '../../contracts/links/links.ts';
import type { Engine, LinkRow, Write } from '../engine/engine.ts';
import { linkTableColumns } from '../engine/schema.ts';
import { Problem } from '../http/problem.ts';
import { selectTagsOf } from '../tags/tags.store.ts';

interface Source {
  readonly row: LinkRow;
  readonly tags: readonly string[];
}

const sources = new WeakMap<Link, Source>();

export function noteSource(link: Link, source: Source): Link {
  sources.set(link, source);
  return link;
}

/** Names what an edit changes of a shown link; clicks and the clock do not change it. 22 characters. */
export function revisionOf(link: Link): string {
  return formatRevision(sources.get(link)!);
}

function formatRevision({ row, tags }: Source): string {
  const values = linkTableColumns.map((column) => row[column]);
  return createHash('sha256')
    .update(JSON.stringify([values, tags]))
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

/** In the transaction of the change. Throws `links.changed` for a link with another revision. */
export async function assertRevision(
  engine: Engine,
  tx: Write,
  row: LinkRow,
  revisions: readonly string[] | undefined,
): Promise<void> {
  if (revisions === undefined) return;
  const tags = (await selectTagsOf(tx, engine.sql, [row.id])).get(row.id) ?? [];
  if (!revisions.includes(formatRevision({ row, tags }))) throw new Problem('links.changed');
}
