import type { Actor } from '../../audit/actor.ts';
import { recordSoFar } from '../../audit/record.ts';
import { addDomain } from '../../domains/domains.ts';
import type { NoteChange, Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { Problem } from '../../http/problem.ts';
import { excerptRow } from '../excerpt.ts';
import { assertImporter, storeLinks, type ImportedLink } from '../import.store.ts';
import type { RowSource } from '../source/row-source.ts';
import { addRename, type JobContext } from './check-job.ts';
import { openJobSource, RowCheck, type CheckedRow } from './job-source.ts';
import {
  clearRows,
  keepRows,
  noCounts,
  noFindings,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import { hasRoom, renameTaken, type Renamed } from './rename-taken.ts';
import { replaceLinks, type FormerLink } from './replace-links.ts';
import { RowTotals, type RowStart } from './row-totals.ts';
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
  let position = 0;
  let waiting: unknown[] = [];
  const store = async (): Promise<void> => {
    checkpoint();
    const rows = waiting;
    waiting = [];
    const checked = rows.map((row) => check.check(row));
    job = await storeBatch(context, job, { rows, checked, source, bytes });
  };
  for await (const batch of source.rows()) {
    const stored = Math.min(batch.length, Math.max(0, job.position - position));
    position += stored;
    if (stored === batch.length) continue;
    waiting.push(...batch.slice(stored));
    position += batch.length - stored;
    if (waiting.length >= BATCH_ROWS) await store();
  }
  if (waiting.length > 0) await store();
  const { visits } = source;
  if (visits !== null && hasVisits(job, source)) job = await writeVisits(context, job, visits);
  const finished = {
    state: 'done',
    done: job.total,
    finished_at: nowSeconds(),
    seen_at: nowSeconds(),
  } as const;
  await engine.write((tx) => updateJob(tx, job, finished));
  return { ...job, ...finished };
}

/** Adds the domains of the file, and forgets the rows of the check. */
async function beginRun({ engine }: JobContext, job: StoredJob): Promise<StoredJob> {
  return engine.write(async (tx, changed) => {
    await assertImporter(tx, job.actor);
    await clearRows(tx, job.id);
    const addedDomains = job.options.domains === 'add' ? await addDomains(tx, changed, job) : [];
    const findings = { ...job.findings, addedDomains, clicks: noFindings.clicks };
    const change = {
      findings,
      counts: noCounts,
      parts: 0,
      visit_position: 0,
      seen_at: nowSeconds(),
    };
    await updateJob(tx, job, change);
    return { ...job, ...change };
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
  const { reader } = source;
  // The visits are the other half of the work.
  const read = hasVisits(job, source) ? Math.floor(bytes / 2) : bytes;
  return engine.write(async (tx, changed) => {
    await assertImporter(tx, job.actor);
    const links = checked.flatMap(({ result }) => ('short_url' in result ? [result] : []));
    const writer = new BatchWriter({ engine, tx, changed, job });
    await writer.store(links);
    const totals = new RowTotals(job.counts);
    for (const [index, { result, cuts }] of checked.entries()) {
      const start: RowStart = () => ({
        row: job.position + index + 1,
        ...excerptRow(rows[index], reader.readRow),
      });
      if ('reason' in result) totals.addRefused(start, result);
      else writer.count(totals, start, result, cuts);
    }
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
    await updateJob(tx, job, change, { position: job.position });
    return { ...job, ...change };
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
  /** The links that were new by their own code. */
  readonly #new = new Set<ImportedLink>();
  /** The links whose code belongs to another one, with its long URL; undefined in the bin. */
  readonly #taken = new Map<ImportedLink, string | undefined>();
  #restorableUntil: ReadonlyMap<string, number> = new Map();
  #renamed: ReadonlyMap<ImportedLink, Renamed> = new Map();

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
    for (const [code, link] of firsts) if (free.has(code)) this.#new.add(link);
    this.#restorableUntil = restorableUntil;
    const { taken: choice } = this.#options.job.options;
    this.#findTaken(links, new Map(longUrls), choice === 'replace');
    const taken = [...this.#taken.keys()];
    if (choice === 'rename') {
      this.#renamed = await renameTaken(taken.filter(hasRoom), (wanted) => this.#take(wanted));
    } else if (choice === 'replace') {
      await this.#replace(taken.filter((link) => this.#taken.get(link) !== undefined));
    }
  }

  count(totals: RowTotals, start: RowStart, link: ImportedLink, cuts: CheckedRow['cuts']): void {
    const renamed = this.#renamed.get(link);
    if (this.#new.has(link) || typeof renamed === 'object') {
      totals.addNew(start, addRename(link, cuts, renamed));
    } else if (renamed === 'here' || !this.#taken.has(link)) totals.addHere(start);
    else {
      totals.addTaken(start, this.#taken.get(link), this.#restorableUntil.get(link.short_url));
    }
  }

  /** The id of a link that was made or replaced. */
  findId(link: ImportedLink): number | undefined {
    const renamed = this.#renamed.get(link);
    if (typeof renamed === 'object') return this.#ids.get(renamed.code);
    return this.#new.has(link) ? this.#ids.get(link.short_url) : this.#replacedIds.get(link);
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

  /** A row that replaces the link of its code is the one that the next row finds. */
  #findTaken(
    links: readonly ImportedLink[],
    longUrls: Map<string, string>,
    isReplacing: boolean,
  ): void {
    for (const link of links) {
      const { short_url: code, long_url: longUrl } = link;
      const present = longUrls.get(code);
      if (this.#new.has(link) || present === longUrl) continue;
      this.#taken.set(link, present);
      if (isReplacing && present !== undefined) longUrls.set(code, longUrl);
    }
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
