import { foldTag } from '../../../contracts/links/tag-names.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { selectSpellings } from '../../tags/tags.store.ts';
import { excerptRow } from '../excerpt.ts';
import { selectTaken, type ImportedLink, type TakenCodes } from '../import.store.ts';
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
import type { CodesSoFar } from './codes-so-far.ts';
import { hasRoom, renameTaken, type Renamed } from './rename-taken.ts';
import { scanSource } from './scan-source.ts';
import { RowTotals, type RowStart } from './row-totals.ts';
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
  const check = new DryRun(engine, job, rowCheck, codes, visitCount);
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

type Outcome =
  | 'new'
  | 'here'
  | { readonly longUrl: string | undefined; readonly isReplaced: boolean };

/** What an import of rows would do. */
class DryRun {
  readonly totals = new RowTotals(noCounts);
  clicks = 0;
  readonly #engine: Engine;
  readonly #job: StoredJob;
  readonly #check: RowCheck;
  /** What repeated and renamed codes would lead to. */
  readonly #codes: CodesSoFar;
  readonly #visitCount: VisitCount | null;
  readonly #tags = new Map<string, string>();

  constructor(
    engine: Engine,
    job: StoredJob,
    check: RowCheck,
    codes: CodesSoFar,
    visitCount: VisitCount | null,
  ) {
    this.#engine = engine;
    this.#job = job;
    this.#check = check;
    this.#codes = codes;
    this.#visitCount = visitCount;
  }

  async add(batch: readonly unknown[], { reader }: RowSource): Promise<void> {
    const checked = batch.map((row) => this.#check.check(row));
    const links = checked.flatMap(({ result }) => ('short_url' in result ? [result] : []));
    const taken = await this.#selectTaken(links.map((link) => link.short_url));
    const { longUrls, restorableUntil } = taken;
    const isReplacing = this.#job.options.taken === 'replace';
    const outcomes = new Map<ImportedLink, Outcome>();
    for (const link of links) {
      const { short_url: code, long_url: longUrl } = link;
      const soFar = this.#codes.leadsTo(code, longUrl);
      const isKnown = soFar !== 'nowhere' || longUrls.has(code);
      if (this.#leadsTo(taken, code, longUrl)) outcomes.set(link, 'here');
      else if (isKnown || restorableUntil.has(code)) {
        const other = soFar === 'nowhere' ? longUrls.get(code) : this.#codes.show(code);
        const isReplaced = isReplacing && isKnown;
        outcomes.set(link, { longUrl: other, isReplaced });
        if (isReplaced) this.#codes.take(code, longUrl);
      } else {
        outcomes.set(link, 'new');
        this.#codes.take(code, longUrl);
      }
    }
    const renamed = await this.#rename(
      links.filter((link) => typeof outcomes.get(link) === 'object'),
    );
    const first = this.totals.counts.read + 1;
    for (const [index, { result, cuts, key }] of checked.entries()) {
      const start: RowStart = () => ({
        row: first + index,
        ...excerptRow(batch[index], reader.readRow),
      });
      if ('reason' in result) this.totals.addRefused(start, result);
      else {
        const outcome = outcomes.get(result)!;
        const isImported = this.#count(
          start,
          { result, cuts, key },
          outcome,
          renamed.get(result),
          restorableUntil,
        );
        if (isImported) this.#noteClicks(key, result.clicks);
      }
    }
  }

  #noteClicks(key: string | null, clicks: number): void {
    this.clicks += clicks;
    this.#visitCount?.addLink(key, clicks);
  }

  /** True when the import would make or replace the link. */
  #count(
    start: RowStart,
    { result, cuts }: CheckedRow & { readonly result: ImportedLink },
    outcome: Outcome,
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
    return outcome.isReplaced;
  }

  #selectTaken(codes: readonly string[]): Promise<TakenCodes> {
    return selectTaken(this.#engine, this.#engine.db, [...new Set(codes)], nowSeconds());
  }

  #leadsTo({ longUrls }: TakenCodes, code: string, longUrl: string): boolean {
    const soFar = this.#codes.leadsTo(code, longUrl);
    return soFar === 'nowhere' ? longUrls.get(code) === longUrl : soFar === 'there';
  }

  async #rename(links: readonly ImportedLink[]): Promise<Map<ImportedLink, Renamed>> {
    if (this.#job.options.taken !== 'rename') return new Map();
    return renameTaken(links.filter(hasRoom), async (wanted) => {
      const taken = await this.#selectTaken([...wanted.keys()]);
      const { longUrls, restorableUntil } = taken;
      const free = new Set<string>();
      for (const [code, { long_url: longUrl }] of wanted) {
        const isFree = this.#codes.leadsTo(code, longUrl) === 'nowhere';
        if (!isFree || longUrls.has(code) || restorableUntil.has(code)) continue;
        free.add(code);
        this.#codes.expect(code);
        this.#codes.take(code, longUrl);
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
