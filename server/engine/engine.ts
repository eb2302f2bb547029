import type { Kysely, Transaction } from 'kysely';
import type { ChangeFeed } from './change-feed.ts';
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
   * Runs `work` in one transaction. When the promise resolves, the transaction is durable and
   * every listener of the change feed in this process has been told what it recorded.
   */
  write<Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result>;

  /** The link with exactly this code, by a raw prepared statement: the miss of the hot path. */
  findTarget(code: string): LinkTarget | null | Promise<LinkTarget | null>;

  /** Tells whether an error means that there is no room left to write. */
  isStorageFull(error: unknown): boolean;

  close(): Promise<void>;
}

export type { LinkRow, Schema } from './schema.ts';
export type Write = Transaction<Schema>;
