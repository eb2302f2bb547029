import type { LinkTarget } from './engine.ts';
import { isUnavailable, type PostgresPool } from './postgres-pool.ts';

/** How many look-ups are under way at most: as many connections the pool should have. */
export const LOOKUPS_MAX = 4;
/** How many codes one look-up asks for. */
const CODES_MAX = 256;
/** How long one may take, in milliseconds: a visitor waits for it. */
const LOOKUP_MS = 3000;

/** Within what time one that fails is tried again, in milliseconds. */
const AGAIN_MS = 500;
/** How long after one has failed all others do at once, in milliseconds: none must wait in vain. */
const DEAF_MS = 500;

/** The driver prepares it once on each connection. */
const FIND_TARGETS = {
  name: 'find_targets',
  text: `select id, short_url, long_url, expires_at, is_active
    from link where short_url = any($1)`,
  query_timeout: LOOKUP_MS,
};

type Answer = PromiseWithResolvers<LinkTarget | null>;

/** Looks links up for visitors: codes that are asked for in one turn of the event loop share a query. */
export class PostgresTargets {
  readonly #pool: PostgresPool;
  #waiting = new Map<string, Answer>();
  #underWay = 0;
  #isScheduled = false;
  /** Why the last look-up failed, and until when nobody asks for another, in milliseconds. */
  #failure: unknown = null;
  #deafUntil = 0;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** The link with exactly this code, or null. */
  find(code: string): Promise<LinkTarget | null> {
    // PostgreSQL knows no text that holds this character.
    if (code.includes('\0')) return Promise.resolve(null);
    if (Date.now() < this.#deafUntil) return Promise.reject(this.#failure);
    let answer = this.#waiting.get(code);
    if (answer === undefined) {
      answer = Promise.withResolvers();
      this.#waiting.set(code, answer);
      this.#schedule();
    }
    return answer.promise;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay === LOOKUPS_MAX) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#waiting.size > 0 && this.#underWay < LOOKUPS_MAX) void this.#lookUp();
    });
  }

  async #lookUp(): Promise<void> {
    const asked = new Map([...this.#waiting].slice(0, CODES_MAX));
    if (asked.size === this.#waiting.size) this.#waiting = new Map();
    else for (const code of asked.keys()) this.#waiting.delete(code);
    this.#underWay += 1;
    try {
      const rows = await this.#ask([...asked.keys()]);
      for (const row of rows) asked.get(row.short_url)?.resolve(row);
      // Those that were answered stay so.
      for (const answer of asked.values()) answer.resolve(null);
    } catch (error) {
      this.#failure = error;
      this.#deafUntil = Date.now() + DEAF_MS;
      for (const answer of [...asked.values(), ...this.#waiting.values()]) answer.reject(error);
      this.#waiting.clear();
    } finally {
      this.#underWay -= 1;
      if (this.#waiting.size > 0) this.#schedule();
    }
  }

  async #ask(codes: readonly string[]): Promise<LinkTarget[]> {
    const query = { ...FIND_TARGETS, values: [codes] };
    const begun = Date.now();
    try {
      return (await this.#pool.query<LinkTarget>(query)).rows;
    } catch (error) {
      // One connection that was lost says nothing of the next; but a visitor waits.
      if (!isUnavailable(error) || Date.now() - begun > AGAIN_MS) throw error;
      return (await this.#pool.query<LinkTarget>(query)).rows;
    }
  }
}
