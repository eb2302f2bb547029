import { FOLDED_MAX, type LinkTarget } from './engine.ts';
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

/** Statements that the driver prepares once on each connection. */
const FIND_TARGETS = {
  name: 'find_targets',
  text: `select short_url as asked, id, short_url, long_url, expires_at, is_active
    from link where short_url = any($1)`,
  query_timeout: LOOKUP_MS,
};
const FIND_FOLDED = {
  name: 'find_folded_targets',
  text: `select asked, found.* from unnest($1::text[]) as asked cross join lateral (
      select id, short_url, long_url, expires_at, is_active
      from link where folded_code = asked limit ${FOLDED_MAX}) as found`,
  query_timeout: LOOKUP_MS,
};

/** Looks links up for visitors. */
export class PostgresTargets {
  readonly #byCode: LookUps;
  readonly #byFoldedCode: LookUps;

  constructor(pool: PostgresPool) {
    this.#byCode = new LookUps(pool, FIND_TARGETS);
    this.#byFoldedCode = new LookUps(pool, FIND_FOLDED);
  }

  /** The link with exactly this code, or null. */
  async find(code: string): Promise<LinkTarget | null> {
    const [found] = await this.#byCode.find(code);
    return found ?? null;
  }

  /** The links with codes that differ from this folded one and fold to it. */
  findByFoldedCode(folded: string): Promise<LinkTarget[]> {
    return this.#byFoldedCode.find(folded);
  }
}

/** A link with the text that it was found by. */
interface Found extends LinkTarget {
  readonly asked: string;
}

type Answer = PromiseWithResolvers<LinkTarget[]>;

/** Texts that are asked for in one turn of the event loop share a query. */
class LookUps {
  readonly #pool: PostgresPool;
  readonly #query: typeof FIND_TARGETS;
  #waiting = new Map<string, Answer>();
  #underWay = 0;
  #isScheduled = false;
  /** Why the last look-up failed, and until when nobody asks for another, in milliseconds. */
  #failure: unknown = null;
  #deafUntil = 0;

  constructor(pool: PostgresPool, query: typeof FIND_TARGETS) {
    this.#pool = pool;
    this.#query = query;
  }

  find(text: string): Promise<LinkTarget[]> {
    // PostgreSQL knows no text that holds this character.
    if (text.includes('\0')) return Promise.resolve([]);
    if (Date.now() < this.#deafUntil) return Promise.reject(this.#failure);
    let answer = this.#waiting.get(text);
    if (answer === undefined) {
      answer = Promise.withResolvers();
      this.#waiting.set(text, answer);
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
      const found = Map.groupBy(rows, (row) => row.asked);
      for (const [text, answer] of asked) answer.resolve(found.get(text)?.map(toTarget) ?? []);
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

  async #ask(texts: readonly string[]): Promise<Found[]> {
    const query = { ...this.#query, values: [texts] };
    const begun = Date.now();
    try {
      return (await this.#pool.query<Found>(query)).rows;
    } catch (error) {
      // One connection that was lost says nothing of the next; but a visitor waits.
      if (!isUnavailable(error) || Date.now() - begun > AGAIN_MS) throw error;
      return (await this.#pool.query<Found>(query)).rows;
    }
  }
}

function toTarget(found: Found): LinkTarget {
  return {
    id: found.id,
    short_url: found.short_url,
    long_url: found.long_url,
    expires_at: found.expires_at,
    is_active: found.is_active,
  };
}
