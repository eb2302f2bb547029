import { sql, type RawBuilder } from 'kysely';
import { isWithin, type Authority } from '../../access/reach.ts';
import type { Actor } from '../../audit/actor.ts';
import { record, recordLinks } from '../../audit/record.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { linkColumns, linkTableColumns } from '../../engine/schema.ts';
import { clearIndex, markStale } from '../../search/search.store.ts';
import { notePurged } from '../../stats/ingest/count-only-links.ts';
import { Problem } from '../../http/problem.ts';
import { firstRestorable } from './bin.store.ts';
import { selectById } from '../links.store.ts';
import { assertRevision } from '../revision.ts';
import { findLoop } from '../routing/requested-routing.ts';
import { parseRouting } from '../routing/routing.ts';
import { GENERATED_MAX, GENERATED_MIN } from '../codes.ts';

type BinnedLink = Pick<LinkRow, 'id' | 'short_url'>;

const columns = sql.join(linkColumns.map((column) => sql.ref(column)));
const ownColumns = sql.join(linkTableColumns.map((column) => sql.ref(column)));

/** False when no link has the code. */
export function deleteByCode(
  engine: Engine,
  { actor, reach }: Authority,
  code: string,
  now: number,
): Promise<boolean> {
  return engine.write(async (tx, changed) => {
    const fits = sql`short_url = ${code} and ${isWithin(reach)}`;
    const [link] = await moveToBin(tx, changed, fits, now);
    if (link === undefined) return false;
    const target = { kind: 'link', id: link.id, name: code };
    await record(tx, actor, { action: 'link.deleted', target });
    return true;
  });
}

interface Deletion {
  readonly id: number;
  readonly revisions: readonly string[] | undefined;
}

/** Throws `links.unknown`, and `links.changed` for a link with none of the revisions. */
export function deleteById(
  engine: Engine,
  { actor, reach }: Authority,
  { id, revisions }: Deletion,
): Promise<void> {
  return engine.write(async (tx, changed) => {
    const link = await selectById(tx, reach, id);
    if (link === null) throw new Problem('links.unknown');
    await assertRevision(engine, tx, link, revisions);
    await moveToBin(tx, changed, sql`id = ${id}`, nowSeconds());
    const target = { kind: 'link', id, name: link.short_url };
    await record(tx, actor, { action: 'link.deleted', target });
  });
}

export function deleteByIds(
  engine: Engine,
  { actor, reach }: Authority,
  ids: readonly number[],
  now: number,
): Promise<number> {
  return engine.write(async (tx, changed) => {
    const fits = sql`id in (${sql.join(ids)}) and ${isWithin(reach)}`;
    const { length } = await moveToBin(tx, changed, fits, now);
    await recordLinks(tx, actor, 'link.deleted', length);
    return length;
  });
}

/** In the transaction that deletes the account: the few links that came after the others went. */
export async function binLastLinks(
  tx: Write,
  changed: NoteChange,
  { actor, owner }: { readonly actor: Actor; readonly owner: number },
): Promise<void> {
  const { length } = await moveToBin(tx, changed, isWithin({ owner }), nowSeconds());
  await recordLinks(tx, actor, 'link.deleted', length);
}

async function moveToBin(
  tx: Write,
  changed: NoteChange,
  condition: RawBuilder<unknown>,
  now: number,
): Promise<readonly BinnedLink[]> {
  const { rows } = await sql<BinnedLink>`
    insert into deleted_link (${columns}, deleted_at)
    select ${columns}, cast(${now} as bigint) from link join click_count on link_id = id
    where ${condition}
    returning id, short_url`.execute(tx);
  if (rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  await tx.deleteFrom('click_count').where('link_id', 'in', ids).execute();
  await tx.deleteFrom('link').where('id', 'in', ids).execute();
  await markStale(tx, ids);
  for (const row of rows) changed('link', row.short_url);
  return rows;
}

interface Restoration {
  readonly authority: Authority;
  readonly ids: readonly number[];
  readonly now: number;
  readonly ownHostnames: readonly string[];
  /** The field of the request that asks for it. */
  readonly field: 'ids' | 'restore';
}

export function restoreByIds(
  engine: Engine,
  restoration: Omit<Restoration, 'field'>,
): Promise<number> {
  return engine.write((tx, changed) => restoreLinks(tx, changed, { ...restoration, field: 'ids' }));
}

/**
 * Restores links with ids, counts, tags and histories. Returns how many; skips taken codes and links
 * that lead back to the site. Throws `links.own-host` if there are only such links.
 */
export async function restoreLinks(
  tx: Write,
  changed: NoteChange,
  { authority: { actor, reach }, ids: wanted, now, ownHostnames, field }: Restoration,
): Promise<number> {
  const binned = await tx
    .selectFrom('deleted_link')
    .select(['id', 'long_url', 'routing'])
    .where('id', 'in', wanted)
    .where(isWithin(reach))
    .execute();
  const ids = binned
    .filter(
      (link) =>
        findLoop({ ...parseRouting(link.routing), long_url: link.long_url }, ownHostnames) === null,
    )
    .map(({ id }) => id);
  if (ids.length === 0) {
    if (binned.length > 0)
      throw new Problem('links.own-host', {
        field,
        reason: 'Links that lead back to this site are not restored',
      });
    return 0;
  }
  const { rows } = await sql<BinnedLink>`
      insert into link (${ownColumns})
      select ${ownColumns} from deleted_link
      where id in (${sql.join(ids)}) and deleted_at >= ${firstRestorable(now)}
      order by id
      on conflict (short_url) do nothing
      returning id, short_url`.execute(tx);
  if (rows.length === 0) return 0;
  const restored = rows.map(({ id }) => id);
  await sql`
    insert into click_count (link_id, clicks, bots, imported_clicks, last_clicked_at,
      sorted_clicks, sorted_last_click)
    select id, clicks, bots, imported_clicks, last_clicked_at, clicks, last_clicked_at
    from deleted_link where id in (${sql.join(restored)})`.execute(tx);
  await tx.deleteFrom('deleted_link').where('id', 'in', restored).execute();
  await markStale(tx, restored);
  for (const row of rows) changed('link', row.short_url);
  await recordLinks(tx, actor, 'link.restored', rows.length);
  return rows.length;
}

/** Removes links, also those in the bin, with their tags, history and counts. Their codes become free. */
export async function removeLinks(
  engine: Engine,
  tx: Write,
  changed: NoteChange,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const removed = sql<number>`(select id from ${engine.sql.idsOf(ids)} as removed)`;
  for (const table of ['link_tag', 'link_change', 'click_count'] as const) {
    await sql`delete from ${sql.table(table)} where link_id in ${removed}`.execute(tx);
  }
  const { rows } = await sql<Pick<LinkRow, 'short_url' | 'is_count_only'>>`
    delete from link where id in ${removed} returning short_url, is_count_only`.execute(tx);
  const { rows: binned } = await sql<Pick<LinkRow, 'is_count_only'>>`
    delete from deleted_link where id in ${removed} returning is_count_only`.execute(tx);
  await markStale(tx, ids);
  for (const row of rows) changed('link', row.short_url);
  if ([...rows, ...binned].some((row) => row.is_count_only === 1)) await notePurged(tx);
}

/** Purges links that are too old to restore. */
export async function pruneDeleted(engine: Engine, now: number): Promise<void> {
  await engine.write((tx) => purge(tx, sql`deleted_at < ${firstRestorable(now)}`));
}

export function purgeByIds(
  engine: Engine,
  authority: Authority,
  ids: readonly number[],
): Promise<number> {
  return purgeRecorded(engine, authority, sql`id in (${sql.join(ids)})`);
}

export function purgeAll(engine: Engine, authority: Authority): Promise<number> {
  return purgeRecorded(engine, authority, sql`id > 0`);
}

function purgeRecorded(
  engine: Engine,
  { actor, reach }: Authority,
  condition: RawBuilder<unknown>,
): Promise<number> {
  return engine.write(async (tx) => {
    const count = await purge(tx, sql`${condition} and ${isWithin(reach)}`);
    await recordLinks(tx, actor, 'link.purged', count);
    return count;
  });
}

/** Deletes links and everything of them; their codes are retired. */
async function purge(tx: Write, condition: RawBuilder<unknown>): Promise<number> {
  const fits = sql<boolean>`${condition}`;
  const toPurge = tx.selectFrom('deleted_link').select('id').where(fits);
  const countOnly = await toPurge.where('is_count_only', '=', 1).limit(1).executeTakeFirst();
  await retireCodes(tx, 'deleted_link', condition);
  await tx.deleteFrom('link_tag').where('link_id', 'in', toPurge).execute();
  await tx.deleteFrom('link_change').where('link_id', 'in', toPurge).execute();
  const purged = await tx.deleteFrom('deleted_link').where(fits).executeTakeFirstOrThrow();
  if (countOnly !== undefined) await notePurged(tx);
  return Number(purged.numDeletedRows);
}

/** Keeps codes from being generated again: an old link must not lead to a new target. */
async function retireCodes(
  tx: Write,
  table: 'link' | 'deleted_link',
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into retired_code (code)
    select short_url from ${sql.table(table)} where ${condition}
    and (length(short_url) between ${sql.lit(GENERATED_MIN)} and ${sql.lit(GENERATED_MAX)}
      or replace(short_url, '/', '') <> short_url)
    on conflict do nothing`.execute(tx);
}

const ofLinks = [
  'link',
  'click_count',
  'unsorted_block',
  'deleted_link',
  'link_tag',
  'link_change',
  'bulk_edit',
  'tag',
] as const;

/** Purges all links, deleted ones included; returns the number of live ones. */
export function deleteAll(
  engine: Engine,
  { actor }: Authority & { readonly reach: 'all' },
): Promise<number> {
  return engine.write(async (tx, changed) => {
    const { total } = await tx
      .selectFrom('link')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    await retireCodes(tx, 'link', sql`id > 0`);
    await retireCodes(tx, 'deleted_link', sql`id > 0`);
    for (const table of ofLinks) await tx.deleteFrom(table).execute();
    await notePurged(tx);
    await clearIndex(tx);
    changed('all-links', '');
    const target = { kind: 'links', name: String(total) };
    await record(tx, actor, { action: 'site.cleared', target });
    return total;
  });
}
