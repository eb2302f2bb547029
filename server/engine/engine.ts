import type { Kysely, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { ChangeFeed, ChangeKind } from './change-feed.ts';
import type { OptionValue } from './options.store.ts';
import type { LinkRow, Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

export type LinkTarget = Readonly<
  Pick<LinkRow, 'id' | 'short_url' | 'long_url' | 'expires_at' | 'is_active' | 'routing'>
>;

export const FOLDED_MAX = 100;

export type EngineFailure = 'full' | 'unavailable' | 'unstorable';

/** Counts attempts in `seconds` after the first one, and refuses those above `points`. */
export interface AttemptLimit {
  readonly name: string;
  /** The most attempts in `seconds`; undefined: no attempt is refused. */
  readonly points?: number;
  readonly seconds: number;
}

/** Everything that differs between SQLite and PostgreSQL lies behind this interface. */
export interface Engine {
  /** Links and options change by `write` only: here SQLite may lose a change in a power cut. */
  readonly db: Kysely<Schema>;
  readonly changes: ChangeFeed;
  readonly sql: Dialect;
  readonly product: 'SQLite' | 'PostgreSQL';
  readonly version: string;

  /**
   * Runs `work` in one transaction, to which `changed` adds the change feed. Resolves when all of
   * it is durable and this process's listeners have run; when `work` or the commit fails, nothing
   * changes. Readers may see a commit before it is durable: if that fails, the promise rejects, and
   * a power cut may undo the change. If a commit's answer is lost, the change may or may not exist.
   * Writes run one after the other and may share a commit, so `work` must wait for its own queries
   * only.
   */
  write<Result>(work: (tx: Write, changed: NoteChange) => Promise<Result>): Promise<Result>;

  findTarget(code: string): LinkTarget | null | Promise<LinkTarget | null>;

  /** Links whose codes differ from `folded` and fold to it; at most {@link FOLDED_MAX}. */
  findTargetsByFoldedCode(folded: string): LinkTarget[] | Promise<LinkTarget[]>;

  /** Null when the error has no meaning for a caller. */
  classifyError(error: unknown): EngineFailure | null;

  /** 32 bytes, the same for every server of a site. */
  readSecretKey(): Promise<Buffer>;

  /** Counts for all servers of the site. */
  createLimiter(limit: AttemptLimit): RateLimiterAbstract;

  /** Takes or renews a lease for so many seconds. False when another server holds it. */
  takeLease(name: string, seconds: number): Promise<boolean>;

  /** Whether another process must call `checkpoint`, because the database's log is long. */
  needsCheckpoint(): Promise<boolean>;

  /** Blocks the thread for up to a second. Others may write until shortly before the end. */
  checkpoint(): Promise<void>;

  /** Waits for running queries, but at most half a second for a database that does not answer. */
  close(): Promise<void>;
}

export interface Reader extends Pick<Engine, 'findTarget' | 'findTargetsByFoldedCode'> {
  readOption(key: string): OptionValue | Promise<OptionValue>;
  /** `pull` waits for listeners that return a promise. */
  subscribe(kind: ChangeKind, listener: (key: string) => unknown): void;
  /** Notifies listeners of new commits. Throws when some were missed: no cache is valid then. */
  pull(): void | Promise<void>;
  close(): void | Promise<void>;
}

export type { LinkRow, Schema };
export type Write = Transaction<Schema>;
export type NoteChange = (kind: ChangeKind, key: string) => void;
