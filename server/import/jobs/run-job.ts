import type { Actor } from '../../audit/actor.ts';
import { recordSoFar } from '../../audit/record.ts';
import { addDomain } from '../../domains/domains.ts';
import type { NoteChange, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import { assertImporter, storeLinks, type ImportedLink } from '../import.store.ts';
import { readRows, type RowSource } from '../source/row-source.ts';
import type { JobContext } from './check-job.ts';
import { listLinks, openJobSource, RowCheck, type CheckedRow } from './job-source.ts';
import {
  clearRows,
  keepRows,
  noCounts,
  noFindings,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import { renameTaken } from './rename-taken.ts';
import { replaceLinks, type FormerLink } from './replace-links.ts';
import { isTaken, RowTotals, type Outcome } from './row-totals.ts';
import { addFileLinks, hasVisits, type MadeLink } from './visits.store.ts';
import { writeVisits } from './write-visits.ts';

/** Rows per transaction: about 0.1 s, after which other writers get their turn. */
const BATCH_ROWS = 3000;

/** What the undo of one transaction needs. */
export interface JobPart {
  /** The ids of new links, and of new tags. */
  readonly links: readonly number[];
  readonly tags: readonly number[];
  readonly replaced: readonly FormerLink[];
}

/** Imports the rows behind those that are stored. Each transaction also keeps how far it came. */
export async function runJob(context: JobContext, order: StoredJob): Promise<StoredJob> {
  const { engine, checkpoint } = context;
  let bytes = 0;
  let job = order.position === 0 ? await beginRun(context, order) : order;
  const source = await openJobSource(context, job, (read) => {
    checkpoint();
    bytes = read;
  });
  const check = await RowCheck.open(engine, job, source, job.findings);
  for await (const rows of readRows(source, BATCH_ROWS, job.position)) {
    checkpoint();
    const checked = rows.map((row) => check.check(row));
    job = await storeBatch(context, job, { rows, checked, source, bytes });
  }
  const { visits } = source;
  if (visits !== null && hasVisits(job, source)) job = await writeVisits(context, job, visits);
  const ended = job;
  const now = nowSeconds();
  return engine.write((tx) =>
    updateJob(tx, ended, { state: 'done', done: ended.total, finished_at: now, seen_at: now }),
  );
}

/** Adds the domains of the file, and forgets the rows of the check. */
async function beginRun({ engine }: JobContext, job: StoredJob): Promise<StoredJob> {
  return engine.write(async (tx, changed) => {
    await assertImporter(tx, job.actor);
    await clearRows(tx, job.id);
    const addedDomains = job.options.domains === 'add' ? await addDomains(tx, changed, job) : [];
    const findings = { ...job.findings, addedDomains, clicks: noFindings.clicks };
    return updateJob(tx, job, {
      findings,
      counts: noCounts,
      parts: 0,
      visit_position: 0,
      seen_at: nowSeconds(),
    });
  });
}

async function addDomains(
  tx: Write,
  changed: NoteChange,
  { findings, actor }: StoredJob,
): Promise<string[]> {
  const added: string[] = [...findings.addedDomains];
  for (const host of findings.domains) {
    try {
      await addDomain(tx, changed, { ...actor, recorded: [] }, host);
      added.push(host);
    } catch (error) {
      // Rows of a domain that cannot be added fail, and say so.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return added;
}

interface Batch {
  readonly rows: readonly unknown[];
  readonly checked: readonly CheckedRow[];
  readonly source: RowSource;
  /** Of the file, read so far. */
  readonly bytes: number;
}

function storeBatch(
  { engine }: JobContext,
  job: StoredJob,
  { rows, checked, source, bytes }: Batch,
): Promise<StoredJob> {
  // The visits are the other half of the work.
  const read = hasVisits(job, source) ? Math.floor(bytes / 2) : bytes;
  return engine.write(async (tx, changed) => {
    await assertImporter(tx, job.actor);
    const writer = new BatchWriter({ engine, tx, changed, job });
    await writer.store(listLinks(checked));
    const totals = new RowTotals(job.counts);
    totals.addRows({ rows, checked }, source.reader, (link) => writer.outcomes.get(link)!);
    const { part } = writer;
    const isEmpty = part.links.length + part.replaced.length === 0;
    if (!isEmpty) {
      const body = JSON.stringify(part);
      await tx
        .insertInto('import_part')
        .values({ job_id: job.id, part: job.parts, body })
        .execute();
    }
    await keepRows(engine, tx, job.id, job.counts, totals.rows);
    const clicks = await addFileLinks(engine, tx, job, source, listMade(writer, checked));
    const actor: Actor = { ...job.actor, recorded: [{ action: 'site.imported', actor: '' }] };
    const auditRow = await recordSoFar(
      tx,
      actor,
      'site.imported',
      totals.counts.new,
      job.findings.auditRow,
    );
    const change = {
      findings: { ...job.findings, auditRow, clicks },
      counts: totals.counts,
      position: job.position + rows.length,
      parts: job.parts + (isEmpty ? 0 : 1),
      done: Math.min(read, job.total),
      seen_at: nowSeconds(),
    };
    return updateJob(tx, job, change, { position: job.position });
  });
}

/** The rows that made or replaced a link, with its id. */
function listMade(writer: BatchWriter, checked: readonly CheckedRow[]): MadeLink[] {
  return checked.flatMap(({ result, key }) => {
    if ('reason' in result) return [];
    const linkId = writer.findId(result);
    return linkId === undefined ? [] : [{ key, linkId, clicks: result.clicks }];
  });
}

interface WriterOptions {
  readonly engine: JobContext['engine'];
  readonly tx: Write;
  readonly changed: NoteChange;
  readonly job: StoredJob;
}

/** Stores the links of one transaction. */
class BatchWriter {
  readonly #options: WriterOptions;
  readonly #links: number[] = [];
  readonly #tags: number[] = [];
  readonly #replaced: FormerLink[] = [];
  /** By code, of new links. */
  readonly #ids = new Map<string, number>();
  readonly #replacedIds = new Map<ImportedLink, number>();
  readonly outcomes = new Map<ImportedLink, Outcome>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  get part(): JobPart {
    return { links: this.#links, tags: this.#tags, replaced: this.#replaced };
  }

  async store(links: readonly ImportedLink[]): Promise<void> {
    if (links.length === 0) return;
    const firsts = new Map<string, ImportedLink>();
    for (const link of links) firsts.getOrInsert(link.short_url, link);
    const { longUrls, restorableUntil, free } = await this.#take(firsts);
    const { taken: choice } = this.#options.job.options;
    // A row that replaces the link of its code is the one that the next row finds.
    const present = new Map(longUrls);
    for (const link of links) {
      const { short_url: code, long_url: longUrl } = link;
      const other = present.get(code);
      if (firsts.get(code) === link && free.has(code)) this.outcomes.set(link, { code });
      else if (other === longUrl) this.outcomes.set(link, 'here');
      else {
        this.outcomes.set(link, { longUrl: other, restorableUntil: restorableUntil.get(code) });
        if (choice === 'replace' && other !== undefined) present.set(code, longUrl);
      }
    }
    const taken = links.filter((link) => isTaken(this.outcomes.get(link)!));
    if (choice === 'rename') {
      for (const [link, renamed] of await renameTaken(taken, (wanted) => this.#take(wanted))) {
        if (renamed !== 'none') this.outcomes.set(link, renamed);
      }
    } else if (choice === 'replace') {
      await this.#replace(taken.filter(({ short_url: code }) => present.has(code)));
    }
  }

  /** The id of a link that was made or replaced. */
  findId(link: ImportedLink): number | undefined {
    const outcome = this.outcomes.get(link)!;
    const isNew = outcome !== 'here' && 'code' in outcome;
    return isNew ? this.#ids.get(outcome.code) : this.#replacedIds.get(link);
  }

  async #take(links: ReadonlyMap<string, ImportedLink>) {
    const { engine, tx, changed, job } = this.#options;
    const stored = await storeLinks(engine, tx, changed, links, {
      now: job.started_at!,
      actor: job.actor,
    });
    for (const [code, id] of stored.ids) {
      this.#links.push(id);
      this.#ids.set(code, id);
    }
    this.#tags.push(...stored.tags);
    const leadsTo = (code: string, url: string) => stored.longUrls.get(code) === url;
    return { ...stored, free: stored.ids, leadsTo };
  }

  /** Of several rows with a code, the last one wins, with the clicks of all. */
  async #replace(links: readonly ImportedLink[]): Promise<void> {
    const last = new Map<string, ImportedLink>();
    for (const link of links) {
      const clicks = link.clicks + (last.get(link.short_url)?.clicks ?? 0);
      last.set(link.short_url, { ...link, clicks });
    }
    if (last.size === 0) return;
    const { engine, tx, changed } = this.#options;
    const { former, madeTags } = await replaceLinks(engine, tx, changed, last, nowSeconds());
    const ids = new Map(former.map(({ id, fields }) => [fields.short_url, id]));
    for (const link of links) this.#replacedIds.set(link, ids.get(link.short_url)!);
    const made = new Set(this.#links);
    this.#replaced.push(...former.filter(({ id }) => !made.has(id)));
    this.#tags.push(...madeTags);
  }
}
