import { sql } from 'kysely';
import type { Engine, Write } from '../engine/engine.ts';
import { listPossibleCodes, foldCode } from '../engine/texts/code-spellings.ts';
import { foldedColumns, foldTexts } from '../engine/texts/folded-texts.ts';
import { portableColumns, type PortableLink } from '../engine/schema.ts';
import { firstRestorable, selectRestorableUntil } from '../links/bin/bin.store.ts';
import { insertRows } from '../links/links.store.ts';
import { addTags } from '../tags/tags.store.ts';

export interface ImportedLink extends PortableLink {
  /** Unix seconds; 0 = unknown or never. */
  readonly last_clicked_at: number;
  readonly tags: readonly string[];
}

const columns = [
  ...portableColumns.filter((column) => column !== 'clicks'),
  ...foldedColumns,
] as const;

interface StoredBatch {
  readonly inserted: ReadonlySet<string>;
  readonly longUrls: ReadonlyMap<string, string>;
  /** By code of a deleted link that can be restored: until when, in Unix seconds. */
  readonly restorableUntil: ReadonlyMap<string, number>;
}

export interface InsertOptions {
  readonly now: number; // Unix seconds
  /** Runs in the transaction, with the number of links that are new in it. */
  readonly onInserted: (tx: Write, inserted: number) => Promise<void>;
}

/** Stores links in one transaction. Of links with the same code it stores the first. */
export function insertLinks(
  engine: Engine,
  links: readonly ImportedLink[],
  { now, onInserted }: InsertOptions,
): Promise<StoredBatch> {
  if (links.length === 0) {
    const nothing = new Map<string, never>();
    return Promise.resolve({ inserted: new Set(), longUrls: nothing, restorableUntil: nothing });
  }
  return engine.write(async (tx, changed) => {
    const firsts = new Map<string, ImportedLink>();
    for (const link of links) firsts.getOrInsert(link.short_url, link);
    const inserted = await insertMissing(engine, tx, firsts, now);
    await onInserted(tx, inserted.size);
    const taken = [...firsts.keys()].filter((code) => !inserted.has(code));
    const longUrls = await selectLongUrls(engine, tx, taken);
    const others = taken.filter((code) => !longUrls.has(code));
    const restorableUntil = await selectRestorableUntil(tx, engine.sql, 'all', others, now);
    for (const code of inserted) longUrls.set(code, firsts.get(code)!.long_url);
    for (const code of await selectShadowing(engine, tx, inserted)) changed('link', code);
    return { inserted, longUrls, restorableUntil };
  });
}

async function insertMissing(
  engine: Engine,
  tx: Write,
  links: ReadonlyMap<string, ImportedLink>,
  now: number,
): Promise<Set<string>> {
  const insertions = [...links.values()].map((link) => ({
    row: { ...link, ...foldTexts(link) },
    clicks: link.clicks,
    lastClickedAt: link.last_clicked_at,
    takenSince: firstRestorable(now),
  }));
  const inserted = await insertRows(tx, engine.sql, columns, insertions);
  const tags = [...inserted].map(([code, id]) => [id, links.get(code)!.tags] as const);
  await addTags(tx, engine.sql, new Map(tags));
  return new Set(inserted.keys());
}

/**
 * Selects new codes that take visits from older links: `ABC` led to `abc`, and `a.` led to `a`.
 * Caches may hold the old targets. They do not keep misses, so no other new code can be cached.
 */
async function selectShadowing(
  engine: Engine,
  tx: Write,
  inserted: ReadonlySet<string>,
): Promise<string[]> {
  const pairs = [...inserted].flatMap((code) =>
    listPossibleCodes(code).map((possible) => [code, foldCode(possible)]),
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
  tx: Write,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const wanted = engine.sql.rowsOf(
    ['code'],
    codes.map((code) => [code]),
  );
  const { rows } = await sql<{ short_url: string; long_url: string }>`
    select short_url, long_url from link
    where short_url in (select code from ${wanted} as wanted)`.execute(tx);
  return new Map(rows.map((row) => [row.short_url, row.long_url]));
}
