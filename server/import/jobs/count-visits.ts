import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { JobFindings } from '../../../contracts/import-jobs.ts';
import { TableStore, type StoredTable } from '../../engine/sqlite/table-store.ts';
import type { SourceVisit, SourceVisits } from '../source/row-source.ts';
import { VisitFindings } from './visit-findings.ts';
import { readLinkKey, type AddedDetails } from './visits.store.ts';

const CODES_AT_ONCE = 20_000;

/** Counts what an import of visits would do, in a file that disappears with the process. */
export class VisitCount {
  readonly #store: TableStore;
  readonly #links: StoredTable;
  readonly #visits: StoredTable;
  readonly #isLink = new Map<string, boolean>();
  #waiting = new Map<string, number>();

  constructor(folder: string) {
    this.#store = new TableStore(join(folder, `${randomUUID()}.tables`));
    const shape = { columns: ['code', 'clicks'], integers: ['clicks'], indexed: ['code'] };
    this.#links = this.#store.create(shape);
    this.#visits = this.#store.create(shape);
  }

  /** A link that the import would make or replace. */
  addLink(key: string | null, clicks: number): void {
    if (key !== null) this.#links.add([key, clicks]);
  }

  /** `clicks` = all that the links bring; none of them has a visit yet. */
  async count(
    visits: SourceVisits,
    clicks: JobFindings['clicks'],
    now: number,
    onPage: () => Promise<unknown>,
  ): Promise<JobFindings['clicks']> {
    const findings = new VisitFindings(clicks);
    for await (const page of visits.read()) {
      for (const visit of page) this.#add(visit, findings, now);
      if (this.#waiting.size > CODES_AT_ONCE) this.#keep();
      await onPage();
    }
    this.#keep();
    const [added] = this.#store.all<Record<keyof AddedDetails, number>>(
      `select coalesce(sum(min(visit.clicks, link.clicks)), 0) as replaced,
        coalesce(sum(max(visit.clicks - link.clicks, 0)), 0) as beyond
      from ${sumUp(this.#visits)} as visit join ${sumUp(this.#links)} as link using (code)`,
    );
    this.#store.close();
    return findings.countAdded(added!);
  }

  #add(visit: SourceVisit, findings: VisitFindings, now: number): void {
    const key = readLinkKey(visit);
    if (key === null || !this.#hasLink(key) || findings.note(visit, now) === null) return;
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + visit.count);
  }

  #hasLink(key: string): boolean {
    if (this.#isLink.size > CODES_AT_ONCE) this.#isLink.clear();
    const sql = `select 1 as one from ${this.#links.id} where code = ? limit 1`;
    return this.#isLink.getOrInsertComputed(key, () => this.#store.all(sql, key).length > 0);
  }

  #keep(): void {
    for (const counted of this.#waiting) this.#visits.add(counted);
    this.#waiting.clear();
  }
}

function sumUp({ id }: StoredTable): string {
  return `(select code, sum(clicks) as clicks from ${id} group by code)`;
}
