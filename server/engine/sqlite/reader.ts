import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Change, ChangeKind } from '../change-feed.ts';
import { codeNumber, codeNumberInSql } from '../texts/code-number.ts';
import { DATABASE_FILE } from '../files/data-directory.ts';
import { FOLDED_MAX, type LinkTarget } from '../engine.ts';
import { parseOption, type OptionValue } from '../options.store.ts';

/** Holds the inner pages of the look-ups' trees. A larger cache exceeds the processor's own. */
const CACHE_KIB = 6 * 1024;

/** All calls are synchronous, so redirects never wait. Works in the server and in workers. */
export class SqliteReader {
  readonly #database: Database;
  readonly #targetByNumber;
  readonly #targetByCode;
  readonly #targetsByFoldedCode;
  readonly #optionByKey;
  readonly #changesAfter;
  readonly #oldestChange;
  readonly #begin;
  readonly #commit;
  #isReading = false;
  readonly #listeners: ((change: Change) => void)[] = [];
  #seen: number;

  constructor(dataDir: string) {
    this.#database = new Database(join(dataDir, DATABASE_FILE), { readonly: true, strict: true });
    this.#database.run('pragma busy_timeout = 10000');
    this.#database.run(`pragma cache_size = -${CACHE_KIB}`);
    // The caller knows the code. Reading it again would cost 5 % of a look-up.
    this.#targetByNumber = this.#database.query<Omit<LinkTarget, 'short_url'>, [number]>(
      'select link_id as id, long_url, expires_at, is_active, routing from target where code_number = ?',
    );
    this.#targetByCode = this.#database.query<Omit<LinkTarget, 'short_url'>, [string]>(
      `select id, long_url, expires_at, is_active, routing from link indexed by link_target
      where short_url = ? and ${codeNumberInSql('short_url')} is null`,
    );
    this.#targetsByFoldedCode = this.#database.query<LinkTarget, [string]>(
      `select id, short_url, long_url, expires_at, is_active, routing from link
      where folded_code = ? limit ${FOLDED_MAX}`,
    );
    this.#optionByKey = this.#database.query<{ value: string }, [string]>(
      'select value from option where key = ?',
    );
    this.#changesAfter = this.#database.query<Change & { seq: number }, [number]>(
      'select seq, kind, key from change_feed where seq > ? order by seq',
    );
    this.#oldestChange = this.#database.query<{ seq: number | null }, []>(
      'select min(seq) as seq from change_feed',
    );
    this.#begin = this.#database.query('begin');
    this.#commit = this.#database.query('commit');
    const newest = this.#database.query<{ seq: number | null }, []>(
      'select max(seq) as seq from change_feed',
    );
    this.#seen = newest.get()?.seq ?? 0;
  }

  /** Look-ups share a read until the next microtask: an answered change is always visible. */
  findTarget(code: string): LinkTarget | null {
    this.#beginReading();
    const number = codeNumber(code);
    const row = number === null ? this.#targetByCode.get(code) : this.#targetByNumber.get(number);
    if (row === null) return null;
    return {
      id: row.id,
      short_url: code,
      long_url: row.long_url,
      expires_at: row.expires_at,
      is_active: row.is_active,
      routing: row.routing,
    };
  }

  findTargetsByFoldedCode(folded: string): LinkTarget[] {
    this.#beginReading();
    return this.#targetsByFoldedCode.all(folded);
  }

  readOption(key: string): OptionValue {
    return parseOption(this.#optionByKey.get(key)?.value ?? null);
  }

  subscribe(kind: ChangeKind, listener: (key: string) => unknown): void {
    this.#listeners.push((change) => {
      if (change.kind === kind) void listener(change.key);
    });
  }

  /** Throws when the feed has already pruned commits since the last call. */
  pull(): void {
    this.#endReading();
    const oldest = this.#oldestChange.get()?.seq ?? 0;
    if (oldest > this.#seen + 1)
      throw new Error('the change feed no longer holds every missed change');
    for (const { seq, ...change } of this.#changesAfter.all(this.#seen)) {
      for (const listener of this.#listeners) listener(change);
      this.#seen = seq;
    }
  }

  close(): void {
    this.#endReading();
    this.#database.close();
  }

  #beginReading(): void {
    if (this.#isReading) return;
    this.#begin.run();
    this.#isReading = true;
    queueMicrotask(this.#endReading);
  }

  readonly #endReading = (): void => {
    if (!this.#isReading) return;
    this.#isReading = false;
    if (this.#database.inTransaction) this.#commit.run();
  };
}
