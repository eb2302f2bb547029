import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Change, ChangeKind } from './change-feed.ts';
import { codeNumber, codeNumberInSql } from './code-number.ts';
import { DATABASE_FILE } from './data-directory.ts';
import { FOLDED_MAX, type LinkTarget } from './engine.ts';

/**
 * Room for the inner pages of the trees that look-ups pass; with more, what is read is no longer in
 * the processor's cache.
 */
const CACHE_KIB = 6 * 1024;

/**
 * Reads `brisk.db` beside the connection that writes it, in the same process or in another, which
 * may follow the change feed too. Every call answers at once: whoever serves redirects waits for
 * nothing.
 */
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

  /** The database must be there, with the tables of this version. */
  constructor(dataDir: string) {
    this.#database = new Database(join(dataDir, DATABASE_FILE), { readonly: true, strict: true });
    this.#database.run('pragma busy_timeout = 10000');
    this.#database.run(`pragma cache_size = -${CACHE_KIB}`);
    // Its code is known to who asks: making a text of it again is a twentieth of a look-up.
    this.#targetByNumber = this.#database.query<Omit<LinkTarget, 'short_url'>, [number]>(
      'select link_id as id, long_url, expires_at, is_active from target where code_number = ?',
    );
    this.#targetByCode = this.#database.query<Omit<LinkTarget, 'short_url'>, [string]>(
      `select id, long_url, expires_at, is_active from link indexed by link_target
      where short_url = ? and ${codeNumberInSql('short_url')} is null`,
    );
    this.#targetsByFoldedCode = this.#database.query<LinkTarget, [string]>(
      `select id, short_url, long_url, expires_at, is_active from link
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

  /**
   * The link with exactly this code, or null. Look-ups that follow each other without anything in
   * between share one read transaction, and see one state: it ends before any other work of this
   * process begins, so that no change can be answered while it is open.
   */
  findTarget(code: string): LinkTarget | null {
    this.#beginReading();
    const number = codeNumber(code);
    const found = number === null ? this.#targetByCode.get(code) : this.#targetByNumber.get(number);
    if (found === null) return null;
    return {
      id: found.id,
      short_url: code,
      long_url: found.long_url,
      expires_at: found.expires_at,
      is_active: found.is_active,
    };
  }

  /** The links with codes that differ from this folded one and fold to it, in the same way. */
  findTargetsByFoldedCode(folded: string): LinkTarget[] {
    this.#beginReading();
    return this.#targetsByFoldedCode.all(folded);
  }

  /** The stored JSON of an option, or null when it was never set. */
  readOption(key: string): string | null {
    return this.#optionByKey.get(key)?.value ?? null;
  }

  subscribe(kind: ChangeKind, listener: (key: string) => void): void {
    this.#listeners.push((change) => {
      if (change.kind === kind) listener(change.key);
    });
  }

  /**
   * Tells the listeners what was committed since the last call, or since the database was opened.
   * Throws after so long a sleep that the feed no longer knows all of it.
   */
  pull(): void {
    this.#endReading();
    const oldest = this.#oldestChange.get()?.seq ?? 0;
    if (oldest > this.#seen + 1) throw new Error('the change feed has moved on');
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
    // After some errors there is none left to end.
    if (this.#database.inTransaction) this.#commit.run();
  };
}
