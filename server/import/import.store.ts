import { sql } from 'kysely';
import { hasRight } from '../../contracts/access.constants.ts';
import { FIRST_ACCOUNT } from '../access/reach.ts';
import type { Actor } from '../audit/actor.ts';
import type { Engine, NoteChange, Write } from '../engine/engine.ts';
import { textsOf } from '../engine/sql.ts';
import { foldCode } from '../engine/texts/code-spellings.ts';
import { foldedColumns, foldTexts } from '../engine/texts/folded-texts.ts';
import { portableColumns, type PortableLink } from '../engine/schema.ts';
import { Problem } from '../http/problem.ts';
import { firstRestorable, selectRestorableUntil } from '../links/bin/bin.store.ts';
import { insertRows } from '../links/links.store.ts';
import { listStoredSpellings } from '../links/look-up/stored-spellings.ts';
import { addTags } from '../tags/tags.store.ts';

export interface ImportedLink extends PortableLink {
  /** Unix seconds; 0 = unknown or never. */
  readonly last_clicked_at: number;
  readonly tags: readonly string[];
  /** The user name of its owner; '' and unknown names mean the importer. */
  readonly owner?: string;
}

/** Of a transaction. */
const NAMES_MAX = 500;

const columns = [
  'owner_id',
  ...portableColumns.filter((column) => column !== 'clicks'),
  ...foldedColumns,
] as const;

export interface StoredBatch {
  /** By code, the ids of new links. */
  readonly ids: ReadonlyMap<string, number>;
  /** The ids of new tags. */
  readonly tags: readonly number[];
  /** By code, of the new links and of those that have the other codes. */
  readonly longUrls: ReadonlyMap<string, string>;
  /** By code of a deleted link that can be restored: until when, in Unix seconds. */
  readonly restorableUntil: ReadonlyMap<string, number>;
}

export interface Importer {
  readonly now: number; // Unix seconds
  readonly actor: Pick<Actor, 'account'>;
}

/** An account may lose its right during an import. Throws `import.not-allowed`. */
export async function assertImporter(
  tx: Write,
  { account }: Pick<Actor, 'account'>,
): Promise<void> {
  if (account === 0) return;
  const present = await tx
    .selectFrom('account')
    .select(['role', 'sees_all'])
    .where('id', '=', account)
    .where('is_active', '=', 1)
    .executeTakeFirst();
  const standing = present && { role: present.role, seesAll: present.sees_all === 1 };
  if (standing === undefined || !hasRight(standing, 'links.import')) {
    throw new Problem('import.not-allowed');
  }
}

/** Stores the links whose codes are free; `links` are by code. */
export async function storeLinks(
  engine: Engine,
  tx: Write,
  changed: NoteChange,
  links: ReadonlyMap<string, ImportedLink>,
  { now, actor }: Importer,
): Promise<StoredBatch> {
  const ownerOf = await findOwners(tx, links.values(), actor);
  const insertions = [...links.values()].map((link) => ({
    row: { ...link, ...foldTexts(link), owner_id: ownerOf(link) },
    clicks: link.clicks,
    lastClickedAt: link.last_clicked_at,
    takenSince: firstRestorable(now),
  }));
  const ids = await insertRows(tx, engine.sql, columns, insertions);
  const tagged = [...ids].map(([code, id]) => [id, links.get(code)!.tags] as const);
  const tags = await addTags(tx, engine.sql, new Map(tagged));
  for (const code of await selectShadowing(engine, tx, ids.keys())) changed('link', code);
  const taken = [...links.keys()].filter((code) => !ids.has(code));
  const { longUrls, restorableUntil } = await selectTaken(engine, tx, taken, now);
  for (const code of ids.keys()) longUrls.set(code, links.get(code)!.long_url);
  return { ids, tags, longUrls, restorableUntil };
}

/** What no account imports belongs to the first owner, also before the site has one. */
async function findOwners(
  tx: Write,
  links: Iterable<ImportedLink>,
  { account }: Pick<Actor, 'account'>,
): Promise<(link: ImportedLink) => number> {
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'username', 'role', 'is_active'])
    .orderBy('id')
    .where((eb) =>
      eb.or([
        eb('id', '=', account),
        eb('role', '=', 'owner'),
        eb('username', 'in', [...listNames(links), '']),
      ]),
    )
    .execute();
  const names = new Map(rows.map(({ id, username }) => [username, id]));
  const first =
    rows.find((row) => row.role === 'owner' && row.is_active === 1)?.id ?? FIRST_ACCOUNT;
  const importer = rows.find(({ id }) => id === account)?.id ?? first;
  return ({ owner = '' }) => names.get(owner) ?? importer;
}

function listNames(links: Iterable<ImportedLink>): Set<string> {
  const names = new Set<string>();
  for (const { owner = '' } of links) if (names.size < NAMES_MAX) names.add(owner);
  return names;
}

export interface TakenCodes {
  readonly longUrls: Map<string, string>;
  readonly restorableUntil: ReadonlyMap<string, number>;
}

/** Which codes belong to links, and which others to links in the bin. */
export async function selectTaken(
  engine: Engine,
  db: Engine['db'] | Write,
  codes: readonly string[],
  now: number,
): Promise<TakenCodes> {
  const longUrls = await selectLongUrls(engine, db, codes);
  const others = codes.filter((code) => !longUrls.has(code));
  const restorableUntil = await selectRestorableUntil(db, engine.sql, 'all', others, now);
  return { longUrls, restorableUntil };
}

/**
 * Selects new codes that take visits from older links: `ABC` led to `abc`, and `a.` led to `a`.
 * Caches may hold the old targets. They do not keep misses, so no other new code can be cached.
 */
async function selectShadowing(
  engine: Engine,
  tx: Write,
  inserted: Iterable<string>,
): Promise<string[]> {
  const pairs = [...inserted].flatMap((code) =>
    listStoredSpellings(code).map((possible) => [code, foldCode(possible)]),
  );
  if (pairs.length === 0) return [];
  const forms = engine.sql.rowsOf(['code', 'form'], pairs);
  const { rows } = await sql<{ code: string }>`
    select code from ${forms} as forms cross join link
    where short_url = form and short_url <> code
    union
    select code from ${forms} as forms cross join link
    where folded_code = form and short_url <> code`.execute(tx);
  return rows.map(({ code }) => code);
}

async function selectLongUrls(
  engine: Engine,
  db: Engine['db'] | Write,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const wanted = textsOf(engine.sql, codes);
  const { rows } = await sql<{ short_url: string; long_url: string }>`
    select short_url, long_url from link
    where short_url in (select text from ${wanted} as wanted)`.execute(db);
  return new Map(rows.map((row) => [row.short_url, row.long_url]));
}
