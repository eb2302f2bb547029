import {
  EXAMPLES_MAX,
  FAILED_MAX,
  type BulkFailure,
} from '../../../contracts/links/bulk.constants.ts';
import type { BulkChange, editLinks, listBulks } from '../../../contracts/links/bulk.ts';
import type { Authority, Reach } from '../../access/reach.ts';
import { recordLinks } from '../../audit/record.ts';
import { IDS_MAX } from '../../../contracts/links/links.constants.ts';
import type { CheckedRequestOf, ReplyOf } from '../../../contracts/route.ts';
import type { Engine, NoteChange, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { Problem } from '../../http/problem.ts';
import { selectSpellings } from '../../tags/tags.store.ts';
import { listOwnHostnames, type OwnSite } from '../look-up/own-host.ts';
import { selectMatchingIds } from '../lists/matching-ids.ts';
import { insertBulk, selectBulks, updateCounts } from './bulk.store.ts';
import { changesOf, selectTagged, storeEdits } from './edits.store.ts';
import { planEdit, type PlannedEdit } from './plan-edit.ts';

type BulkReply = ReplyOf<typeof editLinks>;

interface BulkEditsOptions extends OwnSite {
  readonly engine: Engine;
}

interface BulkCaller {
  readonly authority: Authority;
  readonly hostname: string;
}

interface PlannedBatch {
  readonly edits: PlannedEdit[];
  readonly failed: BulkReply['failed'];
}

interface Run {
  readonly change: BulkChange;
  readonly caller: BulkCaller;
  /** Unix seconds. */
  readonly now: number;
  readonly reply: BulkReply;
}

/** Edits many links, in transactions of a thousand. */
export class BulkEdits {
  readonly #options: BulkEditsOptions;
  readonly #engine: Engine;

  constructor(options: BulkEditsOptions) {
    this.#options = options;
    this.#engine = options.engine;
  }

  /**
   * Changes links, or only previews it. After a failure, changed links stay changed and can be
   * undone. Throws `links.bulk-unknown` when it is undone meanwhile.
   */
  async edit(request: CheckedRequestOf<typeof editLinks>, caller: BulkCaller): Promise<BulkReply> {
    const { ids, where, dry_run: isDry, ...change } = request;
    const { actor, reach } = caller.authority;
    const now = nowSeconds();
    const selection = { where: where ?? {}, domains: this.#options.domains(), now, size: IDS_MAX };
    const batches =
      ids === undefined ? selectMatchingIds(this.#engine, reach, selection) : [sortUnique(ids)];
    const counts = { bulk_id: null, matched: 0, changed: 0, failed_count: 0 };
    let reply: BulkReply = { ...counts, failed: [], examples: [] };
    for await (const batch of batches) {
      const run = { change, caller, now, reply };
      reply = isDry
        ? addBatch(reply, batch.length, await this.#plan(this.#engine.db, batch, run))
        : await this.#engine.write((tx, changed) => this.#store(tx, changed, batch, run));
      await yieldToRequests();
    }
    const { changed } = reply;
    if (!isDry) {
      await this.#engine.write((tx) => recordLinks(tx, actor, 'links.bulk', changed));
    }
    return reply;
  }

  /** Bulk edits that can be undone, newest first. */
  async list(reach: Reach): Promise<ReplyOf<typeof listBulks>> {
    const rows = await selectBulks(this.#engine, reach, nowSeconds());
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

  /** Changes some links; returns the reply with them added. */
  async #store(
    tx: Write,
    changed: NoteChange,
    ids: readonly number[],
    { change, caller, now, reply: before }: Run,
  ): Promise<BulkReply> {
    const { actor } = caller.authority;
    const planned = await this.#plan(tx, ids, { change, caller, now, reply: before });
    const reply = addBatch(before, ids.length, planned);
    const isFirst = reply.bulk_id === null && planned.edits.length > 0;
    const bulkId = isFirst ? await insertBulk(tx, change, actor, now) : reply.bulk_id;
    if (bulkId === null) return reply;
    const { matched, changed: changedCount, failed_count: failed } = reply;
    const counts = { matched, changed: changedCount, failed };
    if (!(await updateCounts(tx, bulkId, counts))) throw new Problem('links.bulk-unknown');
    if (planned.edits.length > 0) {
      await storeEdits(this.#engine, tx, changed, planned.edits, { actor, now, bulkId });
    }
    return { ...reply, bulk_id: bulkId };
  }

  async #plan(
    db: Engine['db'] | Write,
    ids: readonly number[],
    { change, caller, now }: Run,
  ): Promise<PlannedBatch> {
    const rules = {
      ownHostnames: listOwnHostnames(this.#options, caller.hostname),
      spellings: await selectSpellings(db, this.#engine.sql, change.add_tags ?? []),
      now,
    };
    const links = await selectTagged(this.#engine, db, caller.authority.reach, ids);
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

function sortUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
