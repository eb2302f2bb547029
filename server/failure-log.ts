import type { Logger } from 'pino';

/** How long a failure that comes again is counted before it is told again, in milliseconds. */
const SUM_MS = 60_000;
/** How many kinds of failures are told apart meanwhile; more are counted together. */
const KINDS_MAX = 100;
/** How much of an error's text tells its kind, in characters. */
const KIND_TEXT_MAX = 300;

/** Failures with the same words, since the line that told of them last. */
interface Kind {
  /** The id of the first line. */
  readonly id: string;
  readonly message: string;
  count: number;
  last: unknown;
}

/**
 * Writes failures down. The first of a kind is told at once and whole; the same again is counted,
 * and told in one line a minute: what fails with every request must not fill the disk.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #kinds = new Map<string, Kind>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Notes a failure; gives the id of the line that tells of it, which a caller may be told. */
  note(message: string, error: unknown): string {
    const words = `${message}: ${describe(error)}`;
    const key = this.#kinds.has(words) || this.#kinds.size < KINDS_MAX ? words : message;
    const known = this.#kinds.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.last = error;
      return known.id;
    }
    const kind: Kind = { id: crypto.randomUUID(), message, count: 0, last: error };
    this.#kinds.set(key, kind);
    this.#log.error({ err: error, id: kind.id }, message);
    this.#look(key, kind);
    return kind.id;
  }

  /** Tells what has been counted and not told yet. */
  close(): void {
    for (const kind of this.#kinds.values()) this.#tellSum(kind);
    this.#kinds.clear();
  }

  /** After a minute without it a failure is a new one. */
  #look(key: string, kind: Kind): void {
    setTimeout(() => {
      if (this.#kinds.get(key) !== kind) return;
      if (kind.count === 0) {
        this.#kinds.delete(key);
        return;
      }
      this.#tellSum(kind);
      this.#look(key, kind);
    }, SUM_MS).unref();
  }

  #tellSum(kind: Kind): void {
    const { id, message, count, last } = kind;
    if (count === 0) return;
    kind.count = 0;
    this.#log.error({ id, count, last: describe(last) }, `${message}, again`);
  }
}

function describe(error: unknown): string {
  return String(error).slice(0, KIND_TEXT_MAX);
}
