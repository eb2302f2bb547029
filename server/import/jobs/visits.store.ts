import { sql } from 'kysely';
import type { JobFindings } from '../../../contracts/import-jobs.ts';
import { normalizeHost } from '../../../contracts/domain-name.ts';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import { changeDetails, type DetailChange } from '../../clicks/counts.store.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { textsOf } from '../../engine/sql.ts';
import type { RowSource } from '../source/row-source.ts';
import { readText } from '../values/texts.ts';
import { nameNode, type StoredJob } from './job.store.ts';

export function hasVisits({ options }: Pick<StoredJob, 'options'>, { visits }: RowSource): boolean {
  return options.visits === 1 && visits !== null;
}

interface NamedLink {
  readonly code: unknown;
  readonly domain?: unknown;
  /** Of several sites in one file. */
  readonly site?: number | undefined;
}

/** The link of a row or a visit, as the source names it; null for none that can be imported. */
export function readLinkKey({ code, domain, site = 0 }: NamedLink): string | null {
  const text = readText(code);
  if (text === '' || text.includes('\0') || !text.isWellFormed()) return null;
  const host = normalizeHost(readText(domain)) ?? '';
  if (site > 0) return `${site} ${host} ${text}`;
  return host === '' ? text : `${host} ${text}`;
}

/** A link that a row of a file made or replaced. */
export interface MadeLink {
  readonly key: string | null;
  readonly linkId: number;
  /** That the job has added without details. */
  readonly clicks: number;
}

/** Remembers which links get the visits of a file. Returns the clicks of the job so far. */
export async function addFileLinks(
  engine: Engine,
  tx: Write,
  job: StoredJob,
  source: RowSource,
  made: readonly MadeLink[],
): Promise<JobFindings['clicks']> {
  const { clicks: before } = job.findings;
  const clicks = made.reduce((sum, link) => sum + link.clicks, 0);
  if (hasVisits(job, source)) await insertFileLinks(engine, tx, nameNode(job), made);
  return { ...before, without: before.without + clicks };
}

async function insertFileLinks(
  engine: Engine,
  tx: Write,
  node: string,
  made: readonly MadeLink[],
): Promise<void> {
  const links = new Map<string, [code: string, linkId: number, clicks: number]>();
  for (const { key, linkId, clicks } of made) {
    if (key === null) continue;
    // Visits name no link but by its code: of several links with one, the first gets them.
    const link = links.getOrInsertComputed(key, () => [key, linkId, 0]);
    if (link[1] === linkId) link[2] += clicks;
  }
  if (links.size === 0) return;
  const values = engine.sql.rowsOf(['code', 'id', 'clicks'], [...links.values()]);
  await sql`
    insert into import_link (node, code, link_id, clicks, former_last_click)
    select cast(${node} as text), made.code, made.id, made.clicks, last_clicked_at
    from ${values} as made join click_count on click_count.link_id = made.id where true
    on conflict (node, code) do update set clicks = import_link.clicks + excluded.clicks
      where import_link.link_id = excluded.link_id`.execute(tx);
}

export interface FoundLink {
  /** Of the row that counts its visits. */
  readonly rowId: number;
  readonly linkId: number;
  /** Its host; '' = the main domain. */
  readonly domain: string;
}

/** The links of codes, also those in the bin. Others get no visits. */
export async function selectFileLinks(
  { db, sql: dialect }: Engine,
  node: string,
  codes: readonly string[],
): Promise<Map<string, FoundLink>> {
  if (codes.length === 0) return new Map();
  const wanted = textsOf(dialect, codes);
  const { rows } = await sql<{ id: number; code: string; link_id: number; short_url: string }>`
    select of_file.id, of_file.code, of_file.link_id,
      coalesce(link.short_url, deleted_link.short_url) as short_url
    from import_link as of_file
    left join link on link.id = of_file.link_id
    left join deleted_link on deleted_link.id = of_file.link_id
    where node = ${node} and of_file.code in (select text from ${wanted} as wanted)
      and coalesce(link.id, deleted_link.id) is not null`.execute(db);
  return new Map(
    rows.map(({ id, code, link_id: linkId, short_url: stored }) => [
      code,
      { rowId: id, linkId, domain: splitCode(stored).domain },
    ]),
  );
}

export interface LinkVisits {
  readonly linkId: number;
  clicks: number;
  nonHuman: number;
  /** Of people, in Unix seconds; 0 = none. */
  lastClick: number;
}

/** Clicks that were without details, and clicks that the source did not count. */
export interface AddedDetails {
  readonly replaced: number;
  readonly beyond: number;
}

/** Counts visits; `visits` are by the row of their link. */
export async function addFileVisits(
  engine: Engine,
  tx: Write,
  visits: ReadonlyMap<number, LinkVisits>,
): Promise<AddedDetails> {
  const added = { replaced: 0, beyond: 0 };
  if (visits.size === 0) return added;
  const rows = [...visits].map(([id, { clicks, nonHuman, lastClick }]) => [
    id,
    clicks,
    nonHuman,
    lastClick,
  ]);
  const values = engine.sql.rowsOf(['id', 'clicks', 'non_human', 'last'], rows);
  const { rows: changed } = await sql<{ id: number; clicks: number; details: number }>`
    update import_link set details = import_link.details + added.clicks,
      non_human = import_link.non_human + added.non_human,
      last_click = case when added.last > import_link.last_click
        then added.last else import_link.last_click end
    from ${values} as added where import_link.id = added.id
    returning import_link.id, import_link.clicks, import_link.details`.execute(tx);
  const changes = changed.map(({ id, clicks: counted, details }): DetailChange => {
    const { linkId, clicks, nonHuman, lastClick } = visits.get(id)!;
    const replaced = Math.min(details, counted) - Math.min(details - clicks, counted);
    added.replaced += replaced;
    added.beyond += clicks - replaced;
    return {
      linkId,
      clicks: clicks - replaced,
      nonHuman,
      imported: -replaced,
      until: lastClick,
      lastClick,
    };
  });
  await changeDetails(engine, tx, sumByLink(changes));
  return added;
}

/** Takes the visits back from links: of their clicks only the number stays, as before. */
export async function removeFileVisits(
  engine: Engine,
  tx: Write,
  node: string,
  linkIds: readonly number[],
): Promise<void> {
  if (linkIds.length === 0) return;
  const chosen = sql`node = ${node} and link_id in (
    select id from ${engine.sql.idsOf(linkIds)} as chosen)`;
  const { rows } = await sql<DetailChange>`
    select link_id as "linkId",
      case when details > clicks then clicks - details else 0 end as clicks,
      -non_human as "nonHuman",
      case when details > clicks then clicks else details end as imported,
      last_click as until, former_last_click as "lastClick"
    from import_link where ${chosen} and details > 0`.execute(tx);
  await changeDetails(engine, tx, sumByLink(rows));
  await sql`delete from import_link where ${chosen}`.execute(tx);
}

/** Two codes of a file may lead to one link. */
function sumByLink(changes: readonly DetailChange[]): DetailChange[] {
  const sums = new Map<number, DetailChange>();
  for (const change of changes) {
    const sum = sums.get(change.linkId);
    sums.set(
      change.linkId,
      sum === undefined
        ? change
        : {
            linkId: change.linkId,
            clicks: sum.clicks + change.clicks,
            nonHuman: sum.nonHuman + change.nonHuman,
            imported: sum.imported + change.imported,
            until: Math.max(sum.until, change.until),
            lastClick: Math.max(sum.lastClick, change.lastClick),
          },
    );
  }
  return [...sums.values()];
}
