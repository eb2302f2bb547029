import type { getImport, ImportReport } from '../../contracts/import.ts';
import type { ReplyOf } from '../../contracts/route.ts';
import { Problem } from '../http/problem.ts';

const IMPORTS_MAX = 3; // a report may be megabytes

type ImportState = ReplyOf<typeof getImport>;

interface Import {
  /** Null, as long as the account is not known: during the upload. */
  readonly account: number | null;
  /** null: the server refused the file during the upload. */
  readonly report: Promise<ImportReport> | null;
  state: ImportState;
}

/** The latest imports with an upload id, for callers that lost their answer. */
export class RecentImports {
  readonly #byId = new Map<string, Import>();

  /** Does the work, or returns its earlier result for this id. A failed import runs again. */
  run(id: string, account: number, work: () => Promise<ImportReport>): Promise<ImportReport> {
    const known = this.#byId.get(id);
    const isRunOrDone = known?.account === account && known.state.state !== 'failed';
    if (isRunOrDone && known.report !== null) return known.report;
    const report = work();
    const started: Import = { account, report, state: toState('running') };
    this.#remember(id, started);
    report.then(
      (done) => (started.state = { ...toState('done'), report: done }),
      (error: unknown) => (started.state = toFailure(error)),
    );
    return report;
  }

  /** Records an upload that was refused before its end. A broken connection is not recorded. */
  recordRefusal(id: string, problem: Problem): void {
    if (problem.problem === 'call.broken-body') return;
    const known = this.#byId.get(id);
    // The same file may have arrived over another connection.
    if (known !== undefined && known.state.state !== 'failed') return;
    this.#remember(id, { account: null, report: null, state: toFailure(problem) });
  }

  /** Of others, an import is unknown. */
  find(id: string, account: number): ImportState {
    const known = this.#byId.get(id);
    const isOwn = known !== undefined && (known.account ?? account) === account;
    return isOwn ? known.state : toState('unknown');
  }

  #remember(id: string, entry: Import): void {
    this.#byId.delete(id);
    const [oldest] = this.#byId.keys();
    if (this.#byId.size >= IMPORTS_MAX) this.#byId.delete(oldest!);
    this.#byId.set(id, entry);
  }
}

function toFailure(error: unknown): ImportState {
  const key = error instanceof Problem ? error.outcome.key : 'internal.error';
  return { ...toState('failed'), key };
}

function toState(state: ImportState['state']): ImportState {
  return { state, report: null, key: null };
}
