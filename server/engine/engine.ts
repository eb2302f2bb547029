import type { Kysely, Transaction } from 'kysely';
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

/** An open database: the one thing in which a site on one machine differs from one on several. */
export interface Engine {
  /** For reads, and for single statements that touch neither links nor options. */
  readonly db: Kysely<Schema>;
  readonly changes: ChangeFeed;
  /** What the SQL of this engine says in its own way. */
  readonly sql: Dialect;
  /** For `/api/status` and the log, for example `SQLite 3.53.4`. */
  readonly version: string;

  /**
   * Runs `work` in one transaction, once. Whatever it says is `changed` goes into the change feed in
   * the same transaction. When the promise resolves, all of it is durable, and every listener in
   * this process has been told. When `work` or the commit fails, nothing is changed.
   *
   * Writes are done one after the other, as they are asked for, and those that wait at the same
   * time may share a commit: `work` waits for each of its queries, and for nothing else.
   */
  write<Result>(work: (tx: Write, changed: NoteChange) => Promise<Result>): Promise<Result>;

  /** The link with exactly this code, by a raw prepared statement: the miss of the hot path. */
  findTarget(code: string): LinkTarget | null | Promise<LinkTarget | null>;

  /** Tells whether an error means that there is no room left to write. */
  isStorageFull(error: unknown): boolean;

  close(): Promise<void>;
}

export type { LinkRow, Schema } from './schema.ts';
export type Write = Transaction<Schema>;
/** Notes that a link (by code), every link, or an option (by key) is changed by the transaction. */
export type NoteChange = (kind: ChangeKind, key: string) => void;
