import { Kysely, PostgresDialect } from 'kysely';
import { ChangeFeed, type ChangeKind } from '../change-feed.ts';
import { parseDatabaseUrl } from './database-url.ts';
import type { LinkTarget, Reader } from '../engine.ts';
import { selectOption, type OptionValue } from '../options.store.ts';
import { PostgresListener } from './listener.ts';
import { openPostgresPool } from './pool.ts';
import { LOOKUPS_MAX, PostgresTargets } from './targets.ts';
import type { Schema } from '../schema.ts';
import { postgresSql } from '../sql.ts';

/** Catches changes whose notification was lost. */
const POLL_MS = 1000;

interface Parts {
  readonly db: Kysely<Schema>;
  readonly changes: ChangeFeed;
  readonly targets: PostgresTargets;
  readonly listener: PostgresListener;
  readonly poll: ReturnType<typeof setInterval>;
}

export class PostgresReader implements Reader {
  readonly #parts: Parts;
  #isClosed = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async open(
    databaseUrl: string,
    onError: (error: unknown) => void,
  ): Promise<PostgresReader> {
    const address = parseDatabaseUrl(databaseUrl);
    const max = LOOKUPS_MAX + 1;
    const pool = openPostgresPool(address, { max, onError });
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    const changes = await ChangeFeed.open(db, postgresSql);
    const onChange = (): void =>
      void changes.pull().catch((error: unknown) => {
        if (!reader.#isClosed) onError(error);
      });
    const listener = new PostgresListener(address, {
      onChange,
      onError,
      onUnresponsive: () => pool.cut(),
    });
    const poll = setInterval(onChange, POLL_MS);
    poll.unref();
    const targets = new PostgresTargets(pool);
    const reader = new PostgresReader({ db, changes, targets, listener, poll });
    return reader;
  }

  findTarget(code: string): Promise<LinkTarget | null> {
    return this.#parts.targets.find(code);
  }

  findTargetsByFoldedCode(folded: string): Promise<LinkTarget[]> {
    return this.#parts.targets.findByFoldedCode(folded);
  }

  readOption(key: string): Promise<OptionValue> {
    return selectOption(this.#parts.db, key);
  }

  subscribe(kind: ChangeKind, listener: (key: string) => unknown): void {
    this.#parts.changes.subscribe(kind, listener);
  }

  pull(): Promise<void> {
    return this.#parts.changes.pull();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#parts.poll);
    await this.#parts.listener.close();
    await this.#parts.db.destroy();
  }
}
