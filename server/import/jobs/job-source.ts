import { isAbsolute, join } from 'node:path';
import type { JobOptions } from '../../../contracts/import-jobs.ts';
import { uniqueTags, TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import { selectDomains } from '../../domains/domains.store.ts';
import { shortenAddress } from '../../clicks/journal/click.ts';
import type { Engine } from '../../engine/engine.ts';
import { checkRow, type RowRules } from '../check-row.ts';
import type { Cut } from '../cuts.ts';
import { cacheHosts } from '../excerpt.ts';
import type { ImportedLink } from '../import.store.ts';
import type { Fields, Reader, SourceRow } from '../readers/source-row.ts';
import type { Refusal } from '../refusal.ts';
import { openDiskFile } from '../source/disk-file.ts';
import { openSource } from '../source/open-source.ts';
import type { RowSource, SourceOptions } from '../source/row-source.ts';
import type { DayOrder } from '../values/date-time.ts';
import type { Findings, StoredJob } from './job.store.ts';
import { readLinkKey } from './visits.store.ts';

const DOMAINS_FOUND_MAX = 100;

export interface CheckedRow {
  readonly result: ImportedLink | Refusal;
  readonly cuts: readonly Cut[];
  /** By which visits of the file name the link. */
  readonly key: string | null;
}

export function listLinks(checked: readonly CheckedRow[]): ImportedLink[] {
  return checked.flatMap(({ result }) => ('short_url' in result ? [result] : []));
}

/** `folder` holds uploaded files; a command names the path of its own. */
export function findJobFile({ file }: Pick<StoredJob, 'file'>, folder: string): string {
  return isAbsolute(file) ? file : join(folder, file);
}

/** Finds the country of a shortened address; '' = unknown. */
export type OpenPlaces = () => {
  find(address: string, header: string): { readonly country: string };
};

type SourceContext = Required<Pick<SourceOptions, 'folder' | 'hashPassword'>> & {
  readonly openPlaces: OpenPlaces;
};

/** Throws `import.unknown` and `import.unreadable`. */
export function openJobSource(
  { folder, hashPassword, openPlaces }: SourceContext,
  job: StoredJob,
  onRead: (bytes: number) => void,
): Promise<RowSource> {
  const file = openDiskFile(findJobFile(job, folder), job.name, onRead);
  const { columns, time_zone: timeZone } = job.options;
  // The file of places is large, and few sources need it.
  let places: ReturnType<OpenPlaces> | null = null;
  const findCountry = (address: string): string =>
    (places ??= openPlaces()).find(shortenAddress(address), '').country;
  return openSource(file, { columns, timeZone, folder, hashPassword, findCountry });
}

type ScanFindings = Pick<Findings, 'dayOrder' | 'sharedCuts'>;

/** The rules by which a job reads the rows of its file. */
export class RowCheck {
  /** Domains of the file that the site lacks. */
  readonly foundDomains = new Set<string>();
  readonly rules: RowRules;
  readonly #reader: Reader;
  readonly #options: JobOptions;
  #cuts: Cut[] = [];
  #key: string | null = null;

  private constructor(
    { options, actor, started_at: startedAt, created_at: createdAt }: StoredJob,
    source: RowSource,
    { dayOrder, sharedCuts = [] }: ScanFindings,
    domains: readonly string[],
  ) {
    const { reader, visits, siteOf } = source;
    const readRow = (row: Fields): SourceRow => {
      const read = reader.readRow(row);
      if (visits !== null) this.#key = readLinkKey({ ...read, site: siteOf?.(row) });
      return read;
    };
    this.#reader = { ...reader, readRow };
    this.#options = options;
    this.rules = {
      timeZone: options.time_zone,
      dayOrder: options.day_first === null ? dayOrder : toDayOrder(options.day_first),
      usualDayOrder: source.reader.usualDayOrder ?? 'unknown',
      isInSeconds: source.reader.isInSeconds === true,
      now: startedAt ?? createdAt,
      domains: new Set(domains),
      sharedCuts: sharedCuts === 'all' ? sharedCuts : new Set(sharedCuts),
      usualDomain: domains.includes(options.domain) ? options.domain : '',
      placeDomain: (host) => this.#place(host, actor.ownHostnames),
      isOwnHost: cacheHosts([...actor.ownHostnames, ...domains]),
      onCut: (cut) => void this.#cuts.push(cut),
    };
  }

  static async open(
    engine: Engine,
    job: StoredJob,
    source: RowSource,
    findings: ScanFindings,
  ): Promise<RowCheck> {
    const domains = await selectDomains(engine.db);
    const hosts = domains.map(({ host }) => host);
    return new RowCheck(job, source, findings, hosts);
  }

  check(row: unknown): CheckedRow {
    this.#cuts = [];
    this.#key = null;
    const result = this.#addTag(checkRow(row, this.#reader, this.rules));
    return { result, cuts: 'short_url' in result ? this.#cuts : [], key: this.#key };
  }

  #addTag(link: ImportedLink | Refusal): ImportedLink | Refusal {
    const { tag } = this.#options;
    if (tag === '' || !('short_url' in link)) return link;
    const tags = uniqueTags([tag, ...link.tags]);
    if (tags.length > TAGS_MAX) {
      const former = link.tags.join(', ');
      const present = tags.slice(0, TAGS_MAX).join(', ');
      this.#cuts.push({ field: 'tags', former, present });
    }
    return { ...link, tags: tags.slice(0, TAGS_MAX) };
  }

  #place(host: string, ownHostnames: readonly string[]): string | null {
    if (ownHostnames.includes(host)) return '';
    if (this.foundDomains.size < DOMAINS_FOUND_MAX) this.foundDomains.add(host);
    const { domains } = this.#options;
    if (domains === 'main') return '';
    return domains === 'add' && this.foundDomains.has(host) ? host : null;
  }
}

function toDayOrder(dayFirst: number): DayOrder {
  return dayFirst === 1 ? 'day-first' : 'month-first';
}
