/** One link, from its creation on; deleted and brought back it is the same. */
interface TalliedLink {
  /** Null until the server has told it. */
  id: number | null;
  /** Visits of which the whole head of a 3xx answer to this link came. */
  acknowledged: number;
  /** Visits without an answer that may have been this link's. */
  unanswered: number;
}

/** Where a code leads: no two links and no two edits have the same address. */
export interface Lead {
  readonly link: TalliedLink;
  readonly longUrl: string;
}

/** What the page of a visitor says who was not redirected. */
const MISSING = 404;

/**
 * A code and all that it has led to, step by step. A step is begun when its call is sent and
 * answered when its success has come: a visit may see any step that was begun before the visit
 * ended and not followed by an answered one before the visit began.
 */
export class TalliedCode {
  readonly code: string;
  readonly #steps: (Lead | null)[];
  #answered = 0;
  /** What its last deleted link led to, while that lies in the bin. */
  deleted: Lead | null = null;

  constructor(code: string, first: Lead | null) {
    this.code = code;
    this.#steps = [first];
  }

  /** Where it leads by the last answer. */
  get lead(): Lead | null {
    return this.#steps[this.#answered]!;
  }

  get answered(): number {
    return this.#answered;
  }

  /** Whether a call was cut off whose outcome is not known. */
  get isOpen(): boolean {
    return this.#answered < this.#steps.length - 1;
  }

  begin(lead: Lead | null): void {
    this.#steps.push(lead);
  }

  succeed(): void {
    this.#answered = this.#steps.length - 1;
  }

  /** All that a visit may see that began when step `from` was the last answered. */
  since(from: number): readonly (Lead | null)[] {
    return this.#steps.slice(from);
  }

  /** Settles a step that was cut off; false when the code leads where it was never led to. */
  settle(longUrl: string | null): boolean {
    const open = this.since(this.#answered);
    const lead = open.find((step) => (step?.longUrl ?? null) === longUrl);
    if (lead === undefined) return false;
    this.begin(lead);
    this.succeed();
    return true;
  }
}

interface VisitOptions {
  /** Whether a redirect in answer to it counts as a click. */
  readonly counts: boolean;
}

/** One visit that was sent. */
export class Visit {
  readonly #code: TalliedCode;
  readonly #from: number;
  readonly #counts: boolean;

  constructor(code: TalliedCode, { counts }: VisitOptions) {
    this.#code = code;
    this.#from = code.answered;
    this.#counts = counts;
  }

  /** Takes the answer down; says what is wrong with it, if anything. */
  answer(status: number, location: string | null): string | null {
    const leads = this.#code.since(this.#from);
    const isRedirect = status >= 300 && status < 400;
    const lead = leads.find((step) => (step?.longUrl ?? null) === location);
    if (lead === undefined || (lead === null ? status !== MISSING : !isRedirect)) {
      const allowed = new Set(leads.map((step) => step?.longUrl ?? MISSING));
      return `/${this.#code.code}: ${status} ${location}, not one of ${[...allowed].join(', ')}`;
    }
    if (lead !== null && this.#counts) lead.link.acknowledged += 1;
    return null;
  }

  /** Its connection is gone: whether it was counted nobody knows. */
  lose(): void {
    if (!this.#counts) return;
    const leads = this.#code.since(this.#from);
    const links = new Set(leads.flatMap((lead) => (lead === null ? [] : [lead.link])));
    for (const link of links) link.unanswered += 1;
  }
}

/** What was sent and what was answered, to be held against what the server has counted. */
export class Ledger {
  /** What must not happen and did, in sentences. */
  readonly violations: string[] = [];
  readonly #codes: TalliedCode[] = [];
  readonly #links: TalliedLink[] = [];
  #addresses = 0;

  get codes(): readonly TalliedCode[] {
    return this.#codes;
  }

  /** A long URL that no link has had yet. */
  inventAddress(): string {
    this.#addresses += 1;
    return `https://example.com/${this.#addresses}`;
  }

  addLink(id: number | null): TalliedLink {
    const link = { id, acknowledged: 0, unanswered: 0 };
    this.#links.push(link);
    return link;
  }

  addCode(code: string, lead: Lead | null): TalliedCode {
    const tallied = new TalliedCode(code, lead);
    this.#codes.push(tallied);
    return tallied;
  }

  get acknowledged(): number {
    return this.#links.reduce((sum, link) => sum + link.acknowledged, 0);
  }

  get unanswered(): number {
    return this.#links.reduce((sum, link) => sum + link.unanswered, 0);
  }

  /** What does not add up when every visit was answered: each click is counted or told to be not. */
  findUnaccounted(counts: ReadonlyMap<number, number>, uncounted: number): string[] {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const violations: string[] = [];
    if (this.unanswered > 0) violations.push(`${this.unanswered} visits unanswered`);
    if (total + uncounted !== this.acknowledged) {
      violations.push(`${total} counted + ${uncounted} not ≠ ${this.acknowledged} answered`);
    }
    return violations;
  }

  /**
   * The promise: for every link and in total, acknowledged ≤ counted ≤ sent. Counts are by id;
   * `uncounted` clicks may be missing, as many as the server has reported.
   */
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
