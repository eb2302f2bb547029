/** One link, also after it was deleted and restored. */
interface TrackedLink {
  /** Null until an answer has named it. */
  id: number | null;
  /** Visits that received the head of a redirect to this link. */
  acknowledged: number;
  /** Unanswered visits that this link may have counted. */
  unanswered: number;
}

/** The target of a code. Each long URL occurs once. */
export interface CodeTarget {
  readonly link: TrackedLink;
  readonly longUrl: string;
}

const NOT_FOUND = 404;

/**
 * A code and its successive targets. A step begins with a call and is answered by its success. A
 * visit may see every step that began before the visit ended and was not replaced by an answered
 * step before the visit began.
 */
export class TrackedCode {
  readonly code: string;
  readonly #steps: (CodeTarget | null)[];
  #answered = 0;
  /** The target of its deleted link, while that lies in the bin. */
  deleted: CodeTarget | null = null;

  constructor(code: string, first: CodeTarget | null) {
    this.code = code;
    this.#steps = [first];
  }

  /** The target after the last answer. */
  get target(): CodeTarget | null {
    return this.#steps[this.#answered]!;
  }

  get answered(): number {
    return this.#answered;
  }

  /** Whether a cut-off call has an unknown outcome. */
  get isOpen(): boolean {
    return this.#answered < this.#steps.length - 1;
  }

  begin(target: CodeTarget | null): void {
    this.#steps.push(target);
  }

  succeed(): void {
    this.#answered = this.#steps.length - 1;
  }

  /** The targets that a visit may see when `from` was the last answered step at its beginning. */
  since(from: number): readonly (CodeTarget | null)[] {
    return this.#steps.slice(from);
  }

  /** Resolves cut-off steps by the target found; false when the code never had it. */
  resolveOpenSteps(longUrl: string | null): boolean {
    const open = this.since(this.#answered);
    const target = open.find((step) => (step?.longUrl ?? null) === longUrl);
    if (target === undefined) return false;
    this.begin(target);
    this.succeed();
    return true;
  }
}

interface VisitOptions {
  readonly counts: boolean;
  /** Whether the only right answer is 503: a declared prefetch. */
  readonly isRefused?: boolean;
}

export class Visit {
  readonly #code: TrackedCode;
  readonly #from: number;
  readonly #counts: boolean;
  readonly #isRefused: boolean;

  constructor(code: TrackedCode, { counts, isRefused = false }: VisitOptions) {
    this.#code = code;
    this.#from = code.answered;
    this.#counts = counts && !isRefused;
    this.#isRefused = isRefused;
  }

  /** Records the answer; returns a violation or null. */
  recordAnswer(status: number, location: string | null): string | null {
    if (this.#isRefused) return status === 503 ? null : `/${this.#code.code}: ${status}, not 503`;
    const targets = this.#code.since(this.#from);
    const isRedirect = status >= 300 && status < 400;
    const target = targets.find((step) => (step?.longUrl ?? null) === location);
    if (target === undefined || (target === null ? status !== NOT_FOUND : !isRedirect)) {
      const allowed = new Set(targets.map((step) => step?.longUrl ?? NOT_FOUND));
      return `/${this.#code.code}: ${status} ${location}, not one of ${[...allowed].join(', ')}`;
    }
    if (target !== null && this.#counts) target.link.acknowledged += 1;
    return null;
  }

  /** The connection is gone, so the click may or may not be counted. */
  markUnanswered(): void {
    if (!this.#counts) return;
    const targets = this.#code.since(this.#from);
    const links = new Set(targets.flatMap((target) => (target === null ? [] : [target.link])));
    for (const link of links) link.unanswered += 1;
  }
}

/** All requests and answers, for comparison with the server's counts. */
export class Ledger {
  /** Broken promises, in sentences. */
  readonly violations: string[] = [];
  readonly #codes: TrackedCode[] = [];
  readonly #links: TrackedLink[] = [];
  #addresses = 0;

  get codes(): readonly TrackedCode[] {
    return this.#codes;
  }

  /** A unique long URL. */
  createLongUrl(): string {
    this.#addresses += 1;
    return `https://example.com/${this.#addresses}`;
  }

  addLink(id: number | null): TrackedLink {
    const link = { id, acknowledged: 0, unanswered: 0 };
    this.#links.push(link);
    return link;
  }

  addCode(code: string, target: CodeTarget | null): TrackedCode {
    const tallied = new TrackedCode(code, target);
    this.#codes.push(tallied);
    return tallied;
  }

  get acknowledged(): number {
    return this.#links.reduce((sum, link) => sum + link.acknowledged, 0);
  }

  get unanswered(): number {
    return this.#links.reduce((sum, link) => sum + link.unanswered, 0);
  }

  /** When every visit was answered, each click must be counted or reported as lost. */
  findUnaccounted(counts: ReadonlyMap<number, number>, uncounted: number): string[] {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const violations: string[] = [];
    if (this.unanswered > 0) violations.push(`${this.unanswered} visits unanswered`);
    if (total + uncounted !== this.acknowledged) {
      violations.push(`${total} counted + ${uncounted} not ≠ ${this.acknowledged} answered`);
    }
    return violations;
  }

  /** The promise: acknowledged ≤ counted ≤ sent; `uncounted` clicks were reported as lost. */
  findBrokenCounts(counts: ReadonlyMap<number, number>, uncounted = 0): string[] {
    const broken: string[] = [];
    let total = 0;
    for (const { id, acknowledged, unanswered } of this.#links) {
      const counted = id === null ? 0 : (counts.get(id) ?? 0);
      total += counted;
      const isLost = counted < acknowledged - uncounted;
      if (!isLost && counted <= acknowledged + unanswered) continue;
      const what = isLost ? 'lost' : 'doubled';
      const sent = acknowledged + unanswered;
      broken.push(`link ${id}: ${what}: ${acknowledged} ≤ ${counted} ≤ ${sent} does not hold`);
    }
    if (total < this.acknowledged - uncounted) {
      broken.push(`in total ${this.acknowledged - uncounted - total} clicks are lost`);
    }
    return broken;
  }
}
