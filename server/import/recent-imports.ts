import type { getImport, ImportReport } from '../../contracts/import.ts';
import type { ReplyOf } from '../../contracts/route.ts';
import { Problem } from '../http/problem.ts';

/** How many imports are remembered: the report of each may be megabytes. */
const REMEMBERED = 3;

type ImportState = ReplyOf<typeof getImport>;

interface Import {
  /** null: its file has not come. */
  readonly report: Promise<ImportReport> | null;
  state: ImportState;
}

/** The latest imports that have a name, for callers who did not get their answer. */
export class RecentImports {
  readonly #byId = new Map<string, Import>();

  /** Does the work, or gives what it gave under this name before. What has failed is tried again. */
  run(id: string, work: () => Promise<ImportReport>): Promise<ImportReport> {
    const known = this.#byId.get(id);
    if (known !== undefined && known.report !== null && known.state.state !== 'failed') {
      return known.report;
    }
    const report = work();
    const started: Import = { report, state: toState('running') };
    this.#remember(id, started);
    report.then(
      (done) => (started.state = { ...toState('done'), report: done }),
      (error: unknown) => (started.state = toFailure(error)),
    );
    return report;
  }

  /** Notes one whose file was refused on its way. One that broke off stays unknown. */
  noteCut(id: string, problem: Problem): void {
    if (problem.problem === 'call.broken-body') return;
    const known = this.#byId.get(id);
    // The same file may have come whole over another connection.
    if (known !== undefined && known.state.state !== 'failed') return;
    this.#remember(id, { report: null, state: toFailure(problem) });
  }

  find(id: string): ImportState {
    return this.#byId.get(id)?.state ?? toState('unknown');
  }

  #remember(id: string, one: Import): void {
    this.#byId.delete(id);
    const [oldest] = this.#byId.keys();
    if (this.#byId.size >= REMEMBERED) this.#byId.delete(oldest!);
    this.#byId.set(id, one);
  }
}

function toFailure(error: unknown): ImportState {
  const key = error instanceof Problem ? error.outcome.key : 'internal.error';
  return { ...toState('failed'), key };
}

function toState(state: ImportState['state']): ImportState {
  return { state, report: null, key: null };
}
