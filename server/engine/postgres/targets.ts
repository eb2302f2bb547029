import { FOLDED_MAX, type LinkTarget } from '../engine.ts';
import { isUnavailable, type PostgresPool } from './pool.ts';

export const LOOKUPS_MAX = 4;
const CODES_MAX = 256;
const LOOKUP_MS = 3000;

/** A query that fails sooner than this is retried once. */
const RETRY_WITHIN_MS = 500;
/** How long all look-ups fail at once after a failure: visitors must not wait in vain. */
const FAIL_FAST_MS = 500;

const FIND_TARGETS = {
  name: 'find_targets',
  text: `select short_url as asked, id, short_url, long_url, expires_at, is_active, routing
    from link where short_url = any($1)`,
  query_timeout: LOOKUP_MS,
};
const FIND_FOLDED = {
  name: 'find_folded_targets',
  text: `select asked, found.* from unnest($1::text[]) as asked cross join lateral (
      select id, short_url, long_url, expires_at, is_active, routing
      from link where folded_code = asked limit ${FOLDED_MAX}) as found`,
  query_timeout: LOOKUP_MS,
};

export class PostgresTargets {
  readonly #byCode: LookUpBatcher;
  readonly #byFoldedCode: LookUpBatcher;

  constructor(pool: PostgresPool) {
    this.#byCode = new LookUpBatcher(pool, FIND_TARGETS);
    this.#byFoldedCode = new LookUpBatcher(pool, FIND_FOLDED);
  }

  async find(code: string): Promise<LinkTarget | null> {
    const [row] = await this.#byCode.find(code);
    return row ?? null;
  }

  findByFoldedCode(folded: string): Promise<LinkTarget[]> {
    return this.#byFoldedCode.find(folded);
  }
}

interface Found extends LinkTarget {
  readonly asked: string;
}

type Answer = PromiseWithResolvers<LinkTarget[]>;

class LookUpBatcher {
  readonly #pool: PostgresPool;
  readonly #query: typeof FIND_TARGETS;
  #waiting = new Map<string, Answer>();
  #running = 0;
  #isScheduled = false;
  #failure: unknown = null;
  #failFastUntil = 0;

  constructor(pool: PostgresPool, query: typeof FIND_TARGETS) {
    this.#pool = pool;
    this.#query = query;
  }

  find(text: string): Promise<LinkTarget[]> {
    // PostgreSQL texts cannot hold U+0000.
    if (text.includes('\0')) return Promise.resolve([]);
    if (Date.now() < this.#failFastUntil) return Promise.reject(this.#failure);
    const { promise } = this.#waiting.getOrInsertComputed(text, () => Promise.withResolvers());
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#running === LOOKUPS_MAX) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#waiting.size > 0 && this.#running < LOOKUPS_MAX) void this.#lookUp();
    });
  }

  async #lookUp(): Promise<void> {
    const asked = new Map([...this.#waiting].slice(0, CODES_MAX));
    if (asked.size === this.#waiting.size) this.#waiting = new Map();
    else for (const code of asked.keys()) this.#waiting.delete(code);
    this.#running += 1;
    try {
      const rows = await this.#runQuery([...asked.keys()]);
      const rowsByText = Map.groupBy(rows, (row) => row.asked);
      for (const [text, answer] of asked) answer.resolve(rowsByText.get(text)?.map(toTarget) ?? []);
    } catch (error) {
      this.#failure = error;
      this.#failFastUntil = Date.now() + FAIL_FAST_MS;
      for (const answer of [...asked.values(), ...this.#waiting.values()]) answer.reject(error);
      this.#waiting.clear();
    } finally {
      this.#running -= 1;
      if (this.#waiting.size > 0) this.#schedule();
    }
  }

  async #runQuery(texts: readonly string[]): Promise<Found[]> {
    const query = { ...this.#query, values: [texts] };
    const begun = Date.now();
    try {
      return (await this.#pool.query<Found>(query)).rows;
    } catch (error) {
      // One lost connection says nothing about the others, but a visitor waits.
      if (!isUnavailable(error) || Date.now() - begun > RETRY_WITHIN_MS) throw error;
      return (await this.#pool.query<Found>(query)).rows;
    }
  }
}

function toTarget(row: Found): LinkTarget {
  return {
    id: row.id,
    short_url: row.short_url,
    long_url: row.long_url,
    expires_at: row.expires_at,
    is_active: row.is_active,
    routing: row.routing,
  };
}
