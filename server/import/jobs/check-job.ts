import { foldTag } from '../../../contracts/links/tag-names.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { selectSpellings } from '../../tags/tags.store.ts';
import { selectTaken, type ImportedLink, type TakenCodes } from '../import.store.ts';
import type { RowSource } from '../source/row-source.ts';
import { listLinks, openJobSource, RowCheck, type OpenPlaces } from './job-source.ts';
import {
  clearRows,
  keepRows,
  noCounts,
  noFindings,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import type { CodesSoFar } from './codes-so-far.ts';
import { renameTaken, type Renamed } from './rename-taken.ts';
import { scanSource } from './scan-source.ts';
import { isTaken, RowTotals, type Outcome, type TakenCode } from './row-totals.ts';
import { VisitCount } from './count-visits.ts';
import { hasVisits } from './visits.store.ts';

const PROGRESS_MS = 500;
const NEW_TAGS_MAX = 10_000;

export interface JobContext {
  readonly engine: Engine;
  /** The folder of uploaded files. */
  readonly folder: string;
  /** For passwords that a source keeps as plain text. */
  readonly hashPassword: (password: string) => Promise<string>;
  readonly openPlaces: OpenPlaces;
  /** Retention of single clicks, in days after their own day. */
  readonly keepDays: number;
  /** Runs between two steps, and may throw to end the work. */
  readonly checkpoint: () => void;
}

/** Reads the whole file and keeps what an import would do; links stay as they are. */
export async function checkJob(context: JobContext, job: StoredJob): Promise<void> {
  const { engine } = context;
  const progress = new Progress(context, job);
  const source = await openJobSource(context, job, (bytes) => {
    context.checkpoint();
    progress.bytes = bytes;
  });
  const forScan = await RowCheck.open(engine, job, source, noFindings);
  const scan = await scanSource(source, forScan.rules, () => progress.note());
  const { codes, dayOrder, sharedCuts: cuts } = scan;
  progress.beginSecond();
  const sharedCuts = cuts === 'all' ? cuts : [...cuts];
  const rowCheck = await RowCheck.open(engine, job, source, { dayOrder, sharedCuts });
  const { visits } = source;
  const visitCount = hasVisits(job, source) ? new VisitCount(context.folder) : null;
  const check = new DryRun({ engine, job, check: rowCheck, codes, visitCount });
  for await (const batch of source.rows()) {
    await check.add(batch, source);
    await progress.note();
  }
  const { totals } = check;
  const clicks = { ...noFindings.clicks, without: check.clicks };
  const findings = {
    ...noFindings,
    columns: source.columns,
    clicks:
      visits === null || visitCount === null
        ? clicks
        : await visitCount.count(visits, clicks, rowCheck.rules.now, () => progress.note()),
    domains: [...rowCheck.foundDomains],
    tags: await check.countNewTags(),
    partial: source.partial,
    dayOrder,
    sharedCuts,
  };
  await engine.write(async (tx) => {
    await clearRows(tx, job.id);
    await keepRows(engine, tx, job.id, noCounts, totals.rows);
    await updateJob(tx, job, {
      state: 'ready',
      source: source.source,
      findings,
      counts: totals.counts,
      done: job.total,
      seen_at: nowSeconds(),
    });
  });
}

/** Each of the two readings is half of the work. */
class Progress {
  bytes = 0;
  #begun = 0;
  #savedAt = performance.now();
  readonly #context: JobContext;
  readonly #job: StoredJob;

  constructor(context: JobContext, job: StoredJob) {
    this.#context = context;
    this.#job = job;
  }

  beginSecond(): void {
    this.#begun = this.#job.total / 2;
    this.bytes = 0;
  }

  async note(): Promise<void> {
    const { checkpoint, engine } = this.#context;
    checkpoint();
    if (performance.now() - this.#savedAt < PROGRESS_MS) return;
    this.#savedAt = performance.now();
    const done = Math.min(this.#job.total, this.#begun + this.bytes);
    await engine.write((tx) => updateJob(tx, this.#job, { done, seen_at: nowSeconds() }));
  }
}

type ExpectedOutcome =
  | Exclude<Outcome, TakenCode>
  | (TakenCode & { /** The import would replace the other link. */ readonly isReplaced: boolean });

interface DryRunOptions {
  readonly engine: Engine;
  readonly job: StoredJob;
  readonly check: RowCheck;
  /** What repeated and renamed codes would lead to. */
  readonly codes: CodesSoFar;
  readonly visitCount: VisitCount | null;
}

/** What an import of rows would do. */
class DryRun {
  readonly totals = new RowTotals(noCounts);
  clicks = 0;
  readonly #options: DryRunOptions;
  readonly #tags = new Map<string, string>();

  constructor(options: DryRunOptions) {
    this.#options = options;
  }

  async add(rows: readonly unknown[], { reader }: RowSource): Promise<void> {
    const checked = rows.map((row) => this.#options.check.check(row));
    const links = listLinks(checked);
    const taken = await this.#selectTaken(links.map((link) => link.short_url));
    const outcomes = new Map<ImportedLink, ExpectedOutcome>();
    for (const link of links) {
      const outcome = this.#findOutcome(taken, link);
      outcomes.set(link, outcome);
      const isStored = outcome !== 'here' && ('code' in outcome || outcome.isReplaced);
      if (isStored) this.#options.codes.take(link.short_url, link.long_url);
    }
    const others = links.filter((link) => isTaken(outcomes.get(link)!));
    for (const [link, renamed] of await this.#rename(others)) {
      if (renamed !== 'none') outcomes.set(link, renamed);
    }
    this.totals.addRows({ rows, checked }, reader, (link) => outcomes.get(link)!);
    for (const { result, key } of checked) {
      if ('reason' in result) continue;
      const outcome = outcomes.get(result)!;
      if (outcome === 'here') continue;
      if ('code' in outcome) this.#noteTags(result.tags);
      else if (!outcome.isReplaced) continue;
      this.clicks += result.clicks;
      this.#options.visitCount?.addLink(key, result.clicks);
    }
  }

  #findOutcome(taken: TakenCodes, link: ImportedLink): ExpectedOutcome {
    const { short_url: code, long_url: longUrl } = link;
    if (this.#leadsTo(taken, code, longUrl)) return 'here';
    const isRepeated = this.#options.codes.leadsTo(code, longUrl) !== 'nowhere';
    const isKnown = isRepeated || taken.longUrls.has(code);
    const restorableUntil = taken.restorableUntil.get(code);
    if (!isKnown && restorableUntil === undefined) return { code };
    const other = isRepeated ? this.#options.codes.show(code) : taken.longUrls.get(code);
    const isReplaced = isKnown && this.#options.job.options.taken === 'replace';
    return { longUrl: other, restorableUntil, isReplaced };
  }

  #selectTaken(codes: readonly string[]): Promise<TakenCodes> {
    return selectTaken(
      this.#options.engine,
      this.#options.engine.db,
      [...new Set(codes)],
      nowSeconds(),
    );
  }

  #leadsTo({ longUrls }: TakenCodes, code: string, longUrl: string): boolean {
    const soFar = this.#options.codes.leadsTo(code, longUrl);
    return soFar === 'nowhere' ? longUrls.get(code) === longUrl : soFar === 'there';
  }

  async #rename(links: readonly ImportedLink[]): Promise<Map<ImportedLink, Renamed>> {
    if (this.#options.job.options.taken !== 'rename') return new Map();
    return renameTaken(links, async (wanted) => {
      const taken = await this.#selectTaken([...wanted.keys()]);
      const { longUrls, restorableUntil } = taken;
      const free = new Set<string>();
      for (const [code, { long_url: longUrl }] of wanted) {
        const isFree = this.#options.codes.leadsTo(code, longUrl) === 'nowhere';
        if (!isFree || longUrls.has(code) || restorableUntil.has(code)) continue;
        free.add(code);
        this.#options.codes.expect(code);
        this.#options.codes.take(code, longUrl);
      }
      return { free, leadsTo: (code, longUrl) => this.#leadsTo(taken, code, longUrl) };
    });
  }

  #noteTags(names: readonly string[]): void {
    for (const name of names) {
      if (this.#tags.size === NEW_TAGS_MAX) return;
      this.#tags.getOrInsertComputed(name, foldTag);
    }
  }

  /** At most as many as are remembered. */
  async countNewTags(): Promise<number> {
    const folded = new Set(this.#tags.values());
    const { db, sql } = this.#options.engine;
    const known = await selectSpellings(db, sql, [...this.#tags.keys()]);
    return folded.size - known.size;
  }
}
