import { nowSeconds } from '../../engine/now.ts';
import { insertBatches } from '../../stats/ingest/click-batches.store.ts';
import { ForeignVisits } from '../../stats/ingest/foreign-visits.ts';
import { assertImporter } from '../import.store.ts';
import type { SourceVisit, SourceVisits } from '../source/row-source.ts';
import type { JobContext } from './check-job.ts';
import { nameNode, updateJob, type StoredJob } from './job.store.ts';
import { VisitFindings } from './visit-findings.ts';
import {
  addFileVisits,
  readLinkKey,
  selectFileLinks,
  type FoundLink,
  type LinkVisits,
} from './visits.store.ts';

/** Rows per transaction. One between the two ends with a day, so that a day is one batch. */
const ROWS_MIN = 20_000;
const ROWS_MAX = 100_000;
/** Each waits for a batch of its own. */
const DAYS_MAX = 400;
const LINKS_KNOWN_MAX = 50_000;

/** Stores the visits behind those that are stored. Each transaction also keeps how far it came. */
export async function writeVisits(
  context: JobContext,
  job: StoredJob,
  visits: SourceVisits,
): Promise<StoredJob> {
  const foreign = await ForeignVisits.open(context.engine, nowSeconds(), context.keepDays);
  const writer = new VisitWriter(context, job, visits.count, foreign);
  let position = 0;
  for await (const page of visits.read()) {
    context.checkpoint();
    const stored = Math.min(page.length, Math.max(0, job.visit_position - position));
    position += page.length;
    if (stored < page.length) await writer.add(page.slice(stored));
  }
  await writer.store();
  return writer.job;
}

class VisitWriter {
  job: StoredJob;
  readonly #context: JobContext;
  readonly #node: string;
  readonly #total: number;
  readonly #foreign: ForeignVisits;
  /** null: the job has no such link. */
  readonly #links = new Map<string, FoundLink | null>();
  /** By the row of their link. */
  #waiting = new Map<number, LinkVisits>();
  #findings: VisitFindings;
  #position: number;

  constructor(context: JobContext, job: StoredJob, total: number, foreign: ForeignVisits) {
    this.job = job;
    this.#context = context;
    this.#node = nameNode(job);
    this.#total = total;
    this.#foreign = foreign;
    this.#findings = new VisitFindings(job.findings.clicks);
    this.#position = job.visit_position;
  }

  async add(page: readonly SourceVisit[]): Promise<void> {
    const keys = page.map(readLinkKey);
    await this.#findLinks(keys);
    for (const [at, visit] of page.entries()) {
      const key = keys[at]!;
      const link = key === null ? null : this.#links.get(key)!;
      if (link !== null) {
        const rows = this.#foreign.length;
        const isEnough =
          (rows >= ROWS_MIN || this.#foreign.days >= DAYS_MAX) &&
          !this.#foreign.isOfSameDay(visit.time);
        if (isEnough || rows >= ROWS_MAX) await this.store();
        this.#add(link, visit);
      }
      this.#position += 1;
    }
  }

  #add({ rowId, linkId, domain }: FoundLink, visit: SourceVisit): void {
    const time = this.#findings.note(visit, this.job.started_at!);
    if (time === null) return;
    const lastClick = this.#foreign.add({ ...visit, linkId, domain, time });
    const { count } = visit;
    const none = { linkId, clicks: 0, nonHuman: 0, lastClick: 0 };
    const sum = this.#waiting.getOrInsert(rowId, none);
    sum.clicks += count;
    if (lastClick === 0) sum.nonHuman += count;
    else sum.lastClick = Math.max(sum.lastClick, lastClick);
  }

  /** Stores what waits. */
  async store(): Promise<void> {
    const { engine } = this.#context;
    const node = this.#node;
    const batches = this.#foreign.takeBatches(node);
    const waiting = this.#waiting;
    this.#waiting = new Map();
    const { job } = this;
    this.job = await engine.write(async (tx) => {
      await assertImporter(tx, job.actor);
      await insertBatches(tx, batches);
      const added = await addFileVisits(engine, tx, waiting);
      const change = {
        findings: { ...job.findings, clicks: this.#findings.countAdded(added) },
        visit_position: this.#position,
        done: Math.floor((job.total / 2) * (1 + this.#position / Math.max(1, this.#total))),
        seen_at: nowSeconds(),
      };
      return updateJob(tx, job, change, { visit_position: job.visit_position });
    });
    this.#findings = new VisitFindings(this.job.findings.clicks);
  }

  async #findLinks(keys: readonly (string | null)[]): Promise<void> {
    if (this.#links.size > LINKS_KNOWN_MAX) this.#links.clear();
    const unknown = new Set(keys.filter((key) => key !== null && !this.#links.has(key)));
    const codes = [...unknown] as string[];
    const found = await selectFileLinks(this.#context.engine, this.#node, codes);
    for (const code of codes) this.#links.set(code, found.get(code) ?? null);
  }
}
