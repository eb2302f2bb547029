import { foldTag } from '../../../contracts/links/tag-names.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { selectSpellings } from '../../tags/tags.store.ts';
import { excerptRow } from '../excerpt.ts';
import { selectTaken, type ImportedLink } from '../import.store.ts';
import type { Fields, Reader } from '../readers/source-row.ts';
import type { RowSource } from '../source/row-source.ts';
import { openJobSource, RowCheck, type CheckedRow, type OpenPlaces } from './job-source.ts';
import {
  clearRows,
  keepRows,
  noCounts,
  noFindings,
  updateJob,
  type StoredJob,
} from './job.store.ts';
import { hasRoom, renameTaken, type Renamed } from './rename-taken.ts';
import { scanSource } from './scan-source.ts';
import { RowTotals } from './row-totals.ts';
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
  const source = await openJobSource(context, job, (bytes) => (progress.bytes = bytes));
  const forScan = await RowCheck.open(engine, job, source, noFindings);
  const {
    dayOrder,
    sharedCuts: cuts,
    repeated,
  } = await scanSource(source, forScan.rules, () => progress.note());
  progress.beginSecond();
  const sharedCuts = cuts === 'all' ? cuts : [...cuts];
  const rowCheck = await RowCheck.open(engine, job, source, { dayOrder, sharedCuts });
  const { visits } = source;
  const visitCount = hasVisits(job, source) ? new VisitCount(context.folder) : null;
  const check = new DryRun(engine, job, rowCheck, repeated, visitCount);
  for await (const batch of source.rows()) {
    await check.add(batch, source);
    await progress.note();
  }
  const { totals } = check;
  const clicks = { ...noFindings.clicks, without: check.clicks };
  const findings = {
    ...noFindings,
    columns: source.columns.map(({ samples, ...column }) => ({ ...column, samples: [...samples] })),
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

/** What an import of rows would do. */
class DryRun {
  readonly totals = new RowTotals(noCounts);
  clicks = 0;
  readonly #engine: Engine;
  readonly #job: StoredJob;
  readonly #check: RowCheck;
  readonly #repeated: ReadonlySet<string>;
  readonly #visitCount: VisitCount | null;
  /** The long URLs of repeated and renamed codes that the import would have taken so far. */
  readonly #takenSoFar = new Map<string, string>();
  readonly #tags = new Map<string, string>();

  constructor(
    engine: Engine,
    job: StoredJob,
    check: RowCheck,
    repeated: ReadonlySet<string>,
    visitCount: VisitCount | null,
  ) {
    this.#engine = engine;
    this.#job = job;
    this.#check = check;
    this.#repeated = repeated;
    this.#visitCount = visitCount;
  }

  async add(batch: readonly unknown[], { reader }: RowSource): Promise<void> {
    const checked = batch.map((row) => this.#check.check(row));
    const links = checked.flatMap(({ result }) => ('short_url' in result ? [result] : []));
    const { longUrls, restorableUntil } = await this.#selectTaken(links);
    const { taken } = this.#job.options;
    const outcomes = new Map<ImportedLink, 'new' | 'here' | { longUrl: string | undefined }>();
    for (const link of links) {
      const { short_url: code, long_url: longUrl } = link;
      const other = longUrls.get(code);
      if (other === longUrl) outcomes.set(link, 'here');
      else if (other !== undefined || restorableUntil.has(code)) {
        outcomes.set(link, { longUrl: other });
        if (taken === 'replace' && other !== undefined) this.#take(link, longUrls);
      } else {
        outcomes.set(link, 'new');
        this.#take(link, longUrls);
      }
    }
    const renamed = await this.#rename(
      links.filter((link) => typeof outcomes.get(link) === 'object'),
    );
    let row = this.totals.counts.read;
    for (const [index, { result, cuts }] of checked.entries()) {
      row += 1;
      const start = { row, ...excerptRow(batch[index], reader.readRow) };
      if ('reason' in result) this.totals.addRefused(start, result);
      else {
        const outcome = outcomes.get(result)!;
        const isImported = this.#count(
          start,
          { result, cuts },
          outcome,
          renamed.get(result),
          restorableUntil,
        );
        if (isImported) this.#noteClicks(batch[index] as Fields, reader, result.clicks);
      }
    }
  }

  #noteClicks(row: Fields, { readRow }: Reader, clicks: number): void {
    const { code, domain } = readRow(row);
    this.clicks += clicks;
    this.#visitCount?.addLink(code, domain, clicks);
  }

  /** True when the import would make or replace the link. */
  #count(
    start: { row: number; short_url: string; long_url: string },
    { result, cuts }: CheckedRow & { readonly result: ImportedLink },
    outcome: 'new' | 'here' | { longUrl: string | undefined },
    renamed: Renamed | undefined,
    restorableUntil: ReadonlyMap<string, number>,
  ): boolean {
    if (outcome === 'here' || renamed === 'here') {
      this.totals.addHere(start);
      return false;
    }
    if (outcome === 'new' || typeof renamed === 'object') {
      this.totals.addNew(start, addRename(result, cuts, renamed));
      this.#noteTags(result.tags);
      return true;
    }
    this.totals.addTaken(start, outcome.longUrl, restorableUntil.get(result.short_url));
    return this.#job.options.taken === 'replace' && outcome.longUrl !== undefined;
  }

  async #selectTaken(links: readonly ImportedLink[]) {
    const codes = [...new Set(links.map((link) => link.short_url))];
    const taken = await selectTaken(this.#engine, this.#engine.db, codes, nowSeconds());
    for (const code of codes) {
      const longUrl = this.#takenSoFar.get(code);
      if (longUrl !== undefined) taken.longUrls.set(code, longUrl);
    }
    return taken;
  }

  #take({ short_url: code, long_url: longUrl }: ImportedLink, longUrls: Map<string, string>): void {
    longUrls.set(code, longUrl);
    if (this.#repeated.has(code)) this.#takenSoFar.set(code, longUrl);
  }

  async #rename(links: readonly ImportedLink[]): Promise<Map<ImportedLink, Renamed>> {
    if (this.#job.options.taken !== 'rename') return new Map();
    return renameTaken(links.filter(hasRoom), async (wanted) => {
      const { longUrls, restorableUntil } = await this.#selectTaken([...wanted.values()]);
      const free = new Set(
        [...wanted.keys()].filter((code) => !longUrls.has(code) && !restorableUntil.has(code)),
      );
      for (const code of free) {
        const { long_url: longUrl } = wanted.get(code)!;
        longUrls.set(code, longUrl);
        this.#takenSoFar.set(code, longUrl);
      }
      return { free, longUrls };
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
    const { db, sql } = this.#engine;
    const known = await selectSpellings(db, sql, [...this.#tags.keys()]);
    return folded.size - known.size;
  }
}

export function addRename(
  { short_url: former }: ImportedLink,
  cuts: CheckedRow['cuts'],
  renamed: Renamed | undefined,
): CheckedRow['cuts'] {
  if (typeof renamed !== 'object') return cuts;
  return [...cuts, { field: 'short_url', former, present: renamed.code }];
}
