import type { Kysely, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { ChangeFeed, ChangeKind } from './change-feed.ts';
import type { Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

/** What a redirect must know of a link. */
export interface LinkTarget {
  readonly id: number;
  /** The code as stored, exact case. */
  readonly short_url: string;
  readonly long_url: string;
  /** Unix seconds, 0 = never. */
  readonly expires_at: number;
  readonly is_active: number;
}

/** How many links with codes that fold to one are looked at. */
export const FOLDED_MAX = 100;

/**
 * There is no room left to write; the database cannot be reached at present; or it cannot hold a
 * text with the character U+0000.
 */
export type EngineFailure = 'full' | 'unavailable' | 'unstorable';

/** How many attempts are free in how much time. */
export interface AttemptLimit {
  /** What is limited: each has its own keys. */
  readonly name: string;
  readonly points: number;
  /** From the first attempt on. */
  readonly seconds: number;
}

/** An open database: the one thing in which a site on one machine differs from one on several. */
export interface Engine {
  /**
   * For reads, and for single statements that touch neither links nor options and that a power cut
   * may undo, because they are repeated or may be: on SQLite they are durable with the next write.
   */
  readonly db: Kysely<Schema>;
  readonly changes: ChangeFeed;
  /** What the SQL of this engine says in its own way. */
  readonly sql: Dialect;
  readonly product: 'SQLite' | 'PostgreSQL';
  /** The product's, for example `3.53.4`. */
  readonly version: string;

  /**
   * Runs `work` in one transaction, once. Whatever it says is `changed` goes into the change feed in
   * the same transaction. When the promise resolves, all of it is durable, and every listener in
   * this process has been told. When `work` or the commit fails, nothing is changed.
   *
   * Others may read it before it is durable. When it is committed and cannot be made durable, the
   * promise fails, and what was changed is there, but may be gone after a power cut. When the answer
   * of a database to a commit is lost, it may be there or not.
   *
   * Writes are done one after the other, as they are asked for, and those that wait at the same
   * time may share a commit: `work` waits for each of its queries, and for nothing else.
   */
  write<Result>(work: (tx: Write, changed: NoteChange) => Promise<Result>): Promise<Result>;

  /** The link with exactly this code, by a raw prepared statement: the miss of the hot path. */
  findTarget(code: string): LinkTarget | null | Promise<LinkTarget | null>;

  /**
   * Links whose codes, as `foldCode` has them, are this one and differ from it; at most 100. Looked up
   * where no link has exactly the code.
   */
  findTargetsByFoldedCode(folded: string): LinkTarget[] | Promise<LinkTarget[]>;

  /** What an error of this database means for who asked, or null: it is none that can be told. */
  failureOf(error: unknown): EngineFailure | null;

  /** The 32 bytes that seal what the database must not show: the same for every server of a site. */
  secretKey(): Promise<Buffer>;

  /** Counts attempts by key, for all servers of the site together. */
  createLimiter(limit: AttemptLimit): RateLimiterAbstract;

  /**
   * Has something done by one server at a time: true while it is this one that shall do it, for so
   * many seconds from now. Who asks again in time keeps it.
   */
  lease(name: string, seconds: number): Promise<boolean>;

  /**
   * Whether the log of the database has grown so long that `checkpoint` must be called: in another
   * process, when this one answers visitors. False where the database sees to it itself.
   */
  needsCheckpoint(): Promise<boolean>;

  /**
   * Brings the log of the database into its file. The thread is busy meanwhile, for a second if need
   * be. Others may write until shortly before the end.
   */
  checkpoint(): Promise<void>;

  /** Lets what is under way end; what a hung database keeps for longer than half a second fails. */
  close(): Promise<void>;
}

/** What a process beside the server reads of the database to answer visitors. */
export interface Reader extends Pick<Engine, 'findTarget' | 'findTargetsByFoldedCode'> {
  /** The stored JSON of an option, or null when it was never set. */
  readOption(key: string): string | null | Promise<string | null>;
  subscribe(kind: ChangeKind, listener: (key: string) => void): void;
  /**
   * Tells the listeners what was committed since the last time. Throws when that can no longer be
   * known: then nothing that was remembered may be used.
   */
  pull(): void | Promise<void>;
  close(): void | Promise<void>;
}

export type { LinkRow, Schema } from './schema.ts';
export type Write = Transaction<Schema>;
/** Notes that a link (by code), every link, or an option (by key) is changed by the transaction. */
export type NoteChange = (kind: ChangeKind, key: string) => void;
