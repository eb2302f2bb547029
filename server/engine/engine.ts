import type { Kysely, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { ChangeFeed, ChangeKind } from './change-feed.ts';
import type { Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

/** What a redirect needs to know about a link. */
export interface LinkTarget {
  readonly id: number;
  /** The code as stored, exact case. */
  readonly short_url: string;
  readonly long_url: string;
  /** Unix seconds, 0 = never. */
  readonly expires_at: number;
  readonly is_active: number;
}

/** The most links that a search by folded code returns. */
export const FOLDED_MAX = 100;

/**
 * `full`: no room to write. `unavailable`: no connection to the database. `unstorable`: a text
 * holds U+0000.
 */
export type EngineFailure = 'full' | 'unavailable' | 'unstorable';

/** `points` attempts are free in `seconds` after the first one. */
export interface AttemptLimit {
  /** Separates the keys of different limits. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/**
 * An open database. Everything that differs between SQLite and PostgreSQL lies behind this
 * interface.
 */
export interface Engine {
  /**
   * For reads, and for single statements that may be lost in a power cut: on SQLite they become
   * durable with the next write. Changes of links and options need `write`.
   */
  readonly db: Kysely<Schema>;
  readonly changes: ChangeFeed;
  readonly sql: Dialect;
  readonly product: 'SQLite' | 'PostgreSQL';
  /** The database's version, for example `3.53.4`. */
  readonly version: string;

  /**
   * Runs `work` in one transaction. `changed` adds to the change feed in the same transaction. The
   * promise resolves when all of it is durable and this process's listeners have run. When `work`
   * or the commit fails, nothing changes.
   *
   * Readers may see a commit before it is durable. If making it durable fails, the promise rejects,
   * and a power cut may undo the change. If a commit's answer is lost, the change may or may not
   * exist.
   *
   * Writes run one after the other and may share a commit, so `work` must wait for its own queries
   * only.
   */
  write<Result>(work: (tx: Write, changed: NoteChange) => Promise<Result>): Promise<Result>;

  /** The link with exactly this code, by a raw prepared statement: every cache miss comes here. */
  findTarget(code: string): LinkTarget | null | Promise<LinkTarget | null>;

  /** Links whose codes differ from `folded` and fold to it; at most {@link FOLDED_MAX}. */
  findTargetsByFoldedCode(folded: string): LinkTarget[] | Promise<LinkTarget[]>;

  /** Null when the error has no meaning for a caller. */
  failureOf(error: unknown): EngineFailure | null;

  /** The 32-byte key that encrypts secrets in the database: the same for every server of a site. */
  secretKey(): Promise<Buffer>;

  /** Counts attempts by key, across all servers of the site. */
  createLimiter(limit: AttemptLimit): RateLimiterAbstract;

  /** Takes or renews a lease for so many seconds. False when another server holds it. */
  lease(name: string, seconds: number): Promise<boolean>;

  /**
   * Whether the database's log is so long that another process must call `checkpoint`. False when
   * the database handles it itself.
   */
  needsCheckpoint(): Promise<boolean>;

  /**
   * Brings the log of the database into its file. Blocks the thread for up to a second; others may
   * write until shortly before the end.
   */
  checkpoint(): Promise<void>;

  /** Waits for running queries, but at most half a second for a database that does not answer. */
  close(): Promise<void>;
}

/** Read access for a worker, which answers visitors beside the server. */
export interface Reader extends Pick<Engine, 'findTarget' | 'findTargetsByFoldedCode'> {
  /** The JSON of an option; null = never set. */
  readOption(key: string): string | null | Promise<string | null>;
  subscribe(kind: ChangeKind, listener: (key: string) => void): void;
  /**
   * Notifies listeners of commits since the last call. Throws when changes were missed: then every
   * cached value is invalid.
   */
  pull(): void | Promise<void>;
  close(): void | Promise<void>;
}

export type { LinkRow, Schema } from './schema.ts';
export type Write = Transaction<Schema>;
/** Notes a change: `key` is a link's code, an option's key, or ''. */
export type NoteChange = (kind: ChangeKind, key: string) => void;
