import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { ChangeFeed } from '../change-feed.ts';
import type { AttemptLimit, Engine, EngineFailure } from '../engine.ts';
import { createSecretKey, KEY_BYTES } from '../files/secret-key.ts';
import { UNLIMITED } from '../memory-limiter.ts';
import type { Schema } from '../schema.ts';
import { postgresSql } from '../sql.ts';
import { WriteQueue } from '../sqlite/write-queue.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './database-url.ts';
import { followChanges } from './listener.ts';
import { migratePostgres } from './migrate.ts';
import { isUnavailable, openPostgresPool, type PostgresPool } from './pool.ts';
import { LOOKUPS_MAX, PostgresTargets } from './targets.ts';

const POSTGRES_MIN = 15;
const CONNECTIONS_MAX = 10;
const START_MS = 30_000;
const RETRY_MS = 500;
const LAST_WRITES_MS = 500;
/** How long writes may join a transaction. Other servers wait for its lock; redirects do not. */
const GROUP_MS = 50;

export const LOCK_WRITES = CompiledQuery.raw('select id from write_lock for update');
export const TOKEN_SEAL = 'token-seal';
const DISK_FULL = '53100';
/** A statement waited longer than `lock_timeout` for a lock. */
export const LOCK_NOT_AVAILABLE = '55P03';
const CHARACTER_NOT_IN_REPERTOIRE = '22021';

interface PostgresOptions {
  readonly databaseUrl: string;
  readonly onError: (error: unknown) => void;
  /** In milliseconds. */
  readonly clock?: () => number;
}

/** Each write locks the row of `write_lock`: so the feed is in the order of commits, as on SQLite. */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const { databaseUrl, onError, clock = () => performance.now() } = options;
  const address = parseDatabaseUrl(databaseUrl);
  const open = (max: number): PostgresPool => openPostgresPool(address, { max, onError });
  const pool = open(CONNECTIONS_MAX);
  const lookups = open(LOOKUPS_MAX);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const end = () => Promise.all([db.destroy(), lookups.end()]);
  const prepared = untilAvailable(() => prepare(db, address, onError), onError);
  const { version, changes } = await prepared.catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const queue = { db, changes, firstStatement: LOCK_WRITES, groupMs: GROUP_MS, clock };
  const writes = new WriteQueue(queue);
  const cut = (): void => {
    pool.cut();
    lookups.cut();
  };
  const follower = followChanges(address, changes, { cut, onError });
  const targets = new PostgresTargets(lookups);
  const holder = crypto.randomUUID();

  return {
    db,
    changes,
    sql: postgresSql,
    product: 'PostgreSQL',
    version,
    write: (work) => writes.add(work),
    findTarget: (code) => targets.find(code),
    findTargetsByFoldedCode: (folded) => targets.findByFoldedCode(folded),
    classifyError,
    readSecretKey: () => readSecretKey(db),
    createLimiter: (limit) => createPostgresLimiter(pool, limit),
    takeLease: (name, seconds) => takeLease(db, name, holder, seconds),
    needsCheckpoint: () => Promise.resolve(false),
    checkpoint: () => Promise.resolve(),
    async close() {
      await follower.close();
      const limit = setTimeout(() => void end(), LAST_WRITES_MS);
      await writes.close();
      clearTimeout(limit);
      await end();
    },
  };
}

async function prepare(
  db: Kysely<Schema>,
  address: DatabaseAddress,
  onError: (error: unknown) => void,
): Promise<{ version: string; changes: ChangeFeed }> {
  const version = await readVersion(db);
  await migratePostgres(address, onError);
  await assertMoveFinished(db);
  return { version, changes: await ChangeFeed.open(db, postgresSql) };
}

function createPostgresLimiter(
  pool: PostgresPool,
  { name, points = UNLIMITED, seconds }: AttemptLimit,
) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'attempt',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}

function classifyError(error: unknown): EngineFailure | null {
  if (isUnavailable(error)) return 'unavailable';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === DISK_FULL) return 'full';
  if (code === LOCK_NOT_AVAILABLE) return 'unavailable';
  return code === CHARACTER_NOT_IN_REPERTOIRE ? 'unstorable' : null;
}

async function untilAvailable<Result>(
  work: () => Promise<Result>,
  onError: (error: unknown) => void,
): Promise<Result> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > deadline) throw error;
      onError(error);
      await Bun.sleep(RETRY_MS);
    }
  }
}

/** Throws when PostgreSQL is too old or its encoding is not UTF-8. */
export async function readVersion(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const { version, encoding } = rows[0]!;
  const number = version.split(' ')[0]!;
  if (Number.parseInt(number, 10) < POSTGRES_MIN) {
    throw new Error(`PostgreSQL ${number} is too old: ${POSTGRES_MIN} or later is needed`);
  }
  if (encoding !== 'UTF8') throw new Error(`the database must be in UTF8, not ${encoding}`);
  return number;
}

/** The first server creates it. An invalid key is replaced. */
async function readSecretKey(db: Kysely<Schema>): Promise<Buffer> {
  const name = TOKEN_SEAL;
  await db
    .insertInto('secret')
    .values({ name, value: createSecretKey() })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: createSecretKey() })
        .where(sql`length(secret.value)`, '!=', KEY_BYTES),
    )
    .execute();
  const { value } = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value);
}

async function takeLease(
  db: Kysely<Schema>,
  name: string,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const now = sql`extract(epoch from clock_timestamp())::double precision`;
  const { rows } = await sql`
    insert into lease (name, holder, ends_at) values (${name}, ${holder}, ${now} + ${seconds})
    on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at
    where lease.holder = excluded.holder or lease.ends_at < ${now}
    returning name`.execute(db);
  return rows.length > 0;
}

/** Throws when only a part of a moved site is in this database. */
async function assertMoveFinished(db: Kysely<Schema>): Promise<void> {
  const unfinished = await db
    .selectFrom('move')
    .select('id')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (unfinished === undefined) return;
  throw new Error(
    'the database holds only a part of a site: run "brisk move" again until it finishes',
  );
}
