import {
  EXAMPLES_MAX,
  FAILED_MAX,
  type BulkFailure,
} from '../../../contracts/links/bulk.constants.ts';
import type {
  BulkChange,
  editLinks,
  listBulks as listRoute,
} from '../../../contracts/links/bulk.ts';
import type { Resolved } from '../../../contracts/links/link-filter.ts';
import { whileSameStanding, type Authority, type Reach } from '../../access/reach.ts';
import type { Call } from '../../http/endpoint.ts';
import { recordSoFar } from '../../audit/record.ts';
import { IDS_MAX } from '../../../contracts/links/links.constants.ts';
import type { CheckedRequestOf, ReplyOf } from '../../../contracts/route.ts';
import type { Engine, NoteChange, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { Problem } from '../../http/problem.ts';
import { selectSpellings } from '../../tags/tags.store.ts';
import { listOwnHostnames, type OwnSite } from '../look-up/own-host.ts';
import { selectMatchingIds, sortUnique } from '../lists/matching-ids.ts';
import { insertBulk, selectBulks, updateCounts } from './bulk.store.ts';
import { nameValues } from '../history/name-values.ts';
import { changesOf, selectTagged, storeEdits } from './edits.store.ts';
import { planEdit, type PlannedEdit } from './plan-edit.ts';

type Fields = CheckedRequestOf<typeof editLinks>;
type BulkRequest = Omit<Fields, 'where'> & {
  readonly where?: Resolved<NonNullable<Fields['where']>> | undefined;
};

type BulkReply = ReplyOf<typeof editLinks>;

interface Progress {
  readonly reply: BulkReply;
  /** Null until a link is changed. */
  readonly auditRow: number | null;
}

interface BulkSite extends OwnSite {
  readonly engine: Engine;
}

type BulkCall = Pick<Call, 'caller' | 'assertCaller' | 'hostname'>;

interface BulkCaller {
  readonly authority: Authority;
  readonly call: BulkCall;
}

interface PlannedBatch {
  readonly edits: PlannedEdit[];
  readonly failed: BulkReply['failed'];
}

interface Run {
  readonly site: BulkSite;
  readonly change: BulkChange;
  readonly caller: BulkCaller;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Changes links in transactions of a thousand, or only previews it. After a failure, changed links
 * stay changed and can be undone. Throws `links.bulk-unknown` when it is undone meanwhile, and as
 * {@link whileSameStanding}.
 */
export async function editInBulk(
  site: BulkSite,
  request: BulkRequest,
  caller: BulkCaller,
): Promise<BulkReply> {
  const { engine } = site;
  const { ids, where, dry_run: isDry, ...change } = request;
  const { reach } = caller.authority;
  const run = { site, change, caller, now: nowSeconds() };
  const selection = { where: where ?? {}, domains: site.domains(), now: run.now, size: IDS_MAX };
  const batches =
    ids === undefined
      ? whileSameStanding(caller.call, selectMatchingIds(engine, reach, selection))
      : [sortUnique(ids)];
  const counts = { bulk_id: null, matched: 0, changed: 0, failed_count: 0 };
  let progress: Progress = { reply: { ...counts, failed: [], examples: [] }, auditRow: null };
  for await (const batch of batches) {
    const before = progress;
    if (isDry) {
      const planned = await planBatch(engine.db, batch, run);
      progress = { ...before, reply: addBatch(before.reply, batch.length, planned) };
    } else {
      progress = await engine.write((tx, changed) => storeBatch(tx, changed, batch, run, before));
    }
    await yieldToRequests();
  }
  return nameOwners(engine, progress.reply);
}

async function nameOwners(engine: Engine, reply: BulkReply): Promise<BulkReply> {
  const examples = await Promise.all(
    reply.examples.map(async (example) => ({
      ...example,
      changes: await nameValues(engine, example.changes),
    })),
  );
  return { ...reply, examples };
}

/** Changes some links; returns the progress with them added. */
async function storeBatch(
  tx: Write,
  changed: NoteChange,
  ids: readonly number[],
  run: Run,
  before: Progress,
): Promise<Progress> {
  const { engine } = run.site;
  const { actor } = run.caller.authority;
  const planned = await planBatch(tx, ids, run);
  const reply = addBatch(before.reply, ids.length, planned);
  const isFirst = reply.bulk_id === null && planned.edits.length > 0;
  const bulkId = isFirst ? await insertBulk(tx, run.change, actor, run.now) : reply.bulk_id;
  if (bulkId === null) return { ...before, reply };
  const { matched, changed: changedCount, failed_count: failed } = reply;
  const counts = { matched, changed: changedCount, failed };
  if (!(await updateCounts(tx, bulkId, counts))) throw new Problem('links.bulk-unknown');
  if (planned.edits.length > 0) {
    await storeEdits(engine, tx, changed, planned.edits, { actor, now: run.now, bulkId });
  }
  const auditRow = await recordSoFar(tx, actor, 'links.bulk', changedCount, before.auditRow);
  return { reply: { ...reply, bulk_id: bulkId }, auditRow };
}

async function planBatch(
  db: Engine['db'] | Write,
  ids: readonly number[],
  { site, change, caller, now }: Run,
): Promise<PlannedBatch> {
  const rules = {
    ownHostnames: listOwnHostnames(site, caller.call.hostname),
    spellings: await selectSpellings(db, site.engine.sql, change.add_tags ?? []),
    now,
  };
  const links = await selectTagged(site.engine, db, caller.authority.reach, ids);
  const byId = new Map(links.map((tagged) => [tagged.link.id, tagged]));
  const edits: PlannedEdit[] = [];
  const failed: { id: number; reason: BulkFailure }[] = [];
  for (const id of ids) {
    const tagged = byId.get(id);
    const planned = tagged === undefined ? 'not_found' : planEdit(tagged, change, rules);
    if (typeof planned === 'string') failed.push({ id, reason: planned });
    else if (planned !== null) edits.push(planned);
  }
  return { edits, failed };
}

function addBatch(reply: BulkReply, matched: number, { edits, failed }: PlannedBatch): BulkReply {
  const examples = edits.slice(0, EXAMPLES_MAX - reply.examples.length).map((edit) => ({
    id: edit.link.id,
    short_url: edit.link.short_url,
    changes: changesOf(edit),
  }));
  return {
    bulk_id: reply.bulk_id,
    matched: reply.matched + matched,
    changed: reply.changed + edits.length,
    failed_count: reply.failed_count + failed.length,
    failed: [...reply.failed, ...failed].slice(0, FAILED_MAX),
    examples: [...reply.examples, ...examples],
  };
}

/** Bulk edits that can be undone, newest first. */
export async function listBulks(engine: Engine, reach: Reach): Promise<ReplyOf<typeof listRoute>> {
  const rows = await selectBulks(engine, reach, nowSeconds());
  return rows.map(({ id, began_at: at, who, what, matched, changed, failed }) => ({
    bulk_id: id,
    at,
    who,
    matched,
    changed,
    failed_count: failed,
    what: JSON.parse(what) as BulkChange,
  }));
}
