import type { Logger } from 'pino';

/** Repeats of a failure within this time share a line. */
const SUMMARY_MS = 60_000;
/** Further kinds are counted together. */
const KINDS_MAX = 100;
const KIND_TEXT_MAX = 300;

interface Kind {
  readonly id: string;
  readonly message: string;
  count: number;
  last: unknown;
}

/** Repeats are counted in one line a minute: a failure of every request would fill the disk. */
export class FailureLog {
  readonly #log: Logger;
  readonly #kinds = new Map<string, Kind>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Returns the id of the log line, which an answer may show. */
  note(message: string, error: unknown): string {
    const words = `${message}: ${describe(error)}`;
    const key = this.#kinds.has(words) || this.#kinds.size < KINDS_MAX ? words : message;
    const repeated = this.#kinds.get(key);
    if (repeated !== undefined) {
      repeated.count += 1;
      repeated.last = error;
      return repeated.id;
    }
    const kind: Kind = { id: crypto.randomUUID(), message, count: 0, last: error };
    this.#kinds.set(key, kind);
    this.#log.error({ err: error, id: kind.id }, message);
    this.#scheduleSummary(key, kind);
    return kind.id;
  }

  close(): void {
    for (const kind of this.#kinds.values()) this.#logSummary(kind);
    this.#kinds.clear();
  }

  /** A kind without repeats is forgotten after a minute. */
  #scheduleSummary(key: string, kind: Kind): void {
    setTimeout(() => {
      if (this.#kinds.get(key) !== kind) return;
      if (kind.count === 0) {
        this.#kinds.delete(key);
        return;
      }
      this.#logSummary(kind);
      this.#scheduleSummary(key, kind);
    }, SUMMARY_MS).unref();
  }

  #logSummary(kind: Kind): void {
    const { id, message, count, last } = kind;
    if (count === 0) return;
    kind.count = 0;
    this.#log.error({ id, count, last: describe(last) }, `${message}, again`);
  }
}

function describe(error: unknown): string {
  return String(error).slice(0, KIND_TEXT_MAX);
}
