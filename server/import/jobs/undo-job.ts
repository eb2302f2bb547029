import { sql } from 'kysely';
import { record } from '../../audit/record.ts';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import { Domains } from '../../domains/domains.ts';
import type { Engine, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { Problem } from '../../http/problem.ts';
import { deleteNodeBatches } from '../../stats/ingest/click-batches.store.ts';
import { removeLinks } from '../../links/bin/deleted-links.store.ts';
import { deleteUnusedTags } from '../../tags/tags.store.ts';
import type { JobContext } from './check-job.ts';
import { keepRows, nameNode, updateJob, type StoredJob } from './job.store.ts';
import { restoreFormer } from './replace-links.ts';
import type { JobPart } from './run-job.ts';
import { RowTotals } from './row-totals.ts';
import { removeFileVisits } from './visits.store.ts';

/** Of batches, in a transaction. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

/** Undoes the transactions of a job from the last to the first, each in one of its own. */
export async function undoJob({ engine, checkpoint }: JobContext, order: StoredJob): Promise<void> {
  let job = order;
  const node = nameNode(job);
  while (await engine.write((tx) => deleteNodeBatches(tx, node, BYTES_AT_ONCE))) {
    checkpoint();
    await yieldToRequests();
  }
  while (job.parts > 0) {
    checkpoint();
    job = await undoPart(engine, job);
    await yieldToRequests();
  }
  await removeDomains(engine, job);
  await engine.write(async (tx) => {
    const { id, name } = job;
    const target = { kind: 'import', id, name };
    await record(tx, { ...job.actor, recorded: [] }, { action: 'site.import_undone', target });
    const now = nowSeconds();
    await updateJob(tx, job, {
      state: 'undone',
      done: job.total,
      finished_at: now,
      seen_at: now,
    });
  });
}

function undoPart(engine: Engine, job: StoredJob): Promise<StoredJob> {
  return engine.write(async (tx, changed) => {
    const part = job.parts - 1;
    const { body } = await tx
      .selectFrom('import_part')
      .select('body')
      .where('job_id', '=', job.id)
      .where('part', '=', part)
      .executeTakeFirstOrThrow();
    const { links, tags, replaced } = JSON.parse(body) as JobPart;
    const edited = await selectEdited(engine, tx, links);
    const removed = links.filter((id) => !edited.has(id));
    const counted = [...links, ...replaced.map(({ id }) => id)];
    await removeFileVisits(engine, tx, nameNode(job), counted);
    await removeLinks(engine, tx, changed, removed);
    const kept = await restoreFormer(engine, tx, changed, replaced);
    await deleteUnusedTags(tx, engine.sql, tags);
    await tx
      .deleteFrom('import_part')
      .where('job_id', '=', job.id)
      .where('part', '=', part)
      .execute();
    const totals = new RowTotals(job.counts);
    for (const link of [...edited.values(), ...kept]) {
      const { short_url: stored, long_url: longUrl } = link;
      totals.addKept(() => ({ row: 0, short_url: splitCode(stored).code, long_url: longUrl }));
    }
    await keepRows(engine, tx, job.id, job.counts, totals.rows);
    const done = job.done + links.length + replaced.length;
    const change = { parts: part, counts: totals.counts, done, seen_at: nowSeconds() };
    return updateJob(tx, job, change);
  });
}

interface EditedLink {
  readonly id: number;
  readonly short_url: string;
  readonly long_url: string;
}

/** A link that has a history was edited after its import. */
async function selectEdited(
  engine: Engine,
  tx: Write,
  ids: readonly number[],
): Promise<Map<number, EditedLink>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<EditedLink>`
    select link.id, short_url, long_url from ${engine.sql.idsOf(ids)} as made
    join link on link.id = made.id
    where exists (select 1 from link_change where link_id = made.id)`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function removeDomains(engine: Engine, { findings, actor }: StoredJob): Promise<void> {
  if (findings.addedDomains.length === 0) return;
  const domains = await Domains.open(engine, null);
  for (const host of findings.addedDomains) {
    await domains.delete({ ...actor, recorded: [] }, host).catch((error: unknown) => {
      // It has links, or was deleted.
      if (!(error instanceof Problem)) throw error;
    });
  }
}
