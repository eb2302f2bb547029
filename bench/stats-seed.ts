import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addCounts } from '../server/clicks/counts.store.ts';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import type { Engine } from '../server/engine/engine.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { AGENT_RULES } from '../server/stats/classify/agents/agent.ts';
import { insertBatches } from '../server/stats/ingest/click-batches.store.ts';
import { MaintainLog } from '../server/stats/log/maintain-log.ts';
import { QUARTER_SECONDS, QUARTERS, DAY_SECONDS } from '../server/stats/quarter.ts';
import { Warehouse } from '../server/stats/warehouse/warehouse.ts';
import { round } from './measure.ts';
import { seedMany } from './seed-many.ts';
import { createClickSources, writeClicks } from './stats-clicks.ts';
import { WEEK } from './stats-journal.ts';

/** Days before clicks are reduced. */
export const KEEP_DAYS = 90;
/** Days written between two runs of maintenance. */
const DAYS_AT_ONCE = 20;

interface StatsSeedOptions {
  readonly links: number;
  /** The total of all days. */
  readonly clicks: number;
  readonly days: number;
}

interface Seeded {
  readonly clicks: number;
  readonly [figure: string]: number;
}

/** Makes a site whose log ends today: open batches, which maintenance seals and reduces. */
export async function seedStats(
  dataDir: string,
  { links, clicks, days }: StatsSeedOptions,
): Promise<Seeded> {
  await seedMany(dataDir, links);
  const engine = await openSqlite(dataDir);
  const warehouse = new Warehouse({ engine, dataDir, onError: fail });
  const log = new MaintainLog({
    engine,
    warehouse,
    rules: AGENT_RULES,
    changeCounts: (tx, counts) => addCounts(engine, tx, counts),
    keepDays: KEEP_DAYS,
    clock: () => Date.now() / 1000,
    onError: fail,
  });
  const before = await measureDatabase(engine, dataDir);
  const now = Date.now() / 1000;
  const today = Math.floor(now / DAY_SECONDS);
  const first = today - days + 1;
  let maintainMs = 0;
  await warehouse.compute(createClickSources);
  for (let day = first; day <= today; day += 1) {
    const share = day === today ? (now % DAY_SECONDS) / DAY_SECONDS : 1;
    const quarters = day === today ? Math.floor((now % DAY_SECONDS) / QUARTER_SECONDS) : QUARTERS;
    const own = Math.round((clicks / days) * WEEK[(day + 4) % 7]! * share);
    const body = await warehouse.compute((db, folder) =>
      writeClicks(db, folder, { day, clicks: own, quarters: Math.max(1, quarters), links }),
    );
    const { version: rules } = AGENT_RULES;
    await engine.write((tx) => insertBatches(tx, [{ day, state: 'open', rules, body }]));
    if ((day - first) % DAYS_AT_ONCE === DAYS_AT_ONCE - 1 || day === today) {
      const begun = performance.now();
      await log.run();
      maintainMs += performance.now() - begun;
    }
  }
  await warehouse.close();
  const logBytes = (await measureDatabase(engine, dataDir)) - before;
  const built = await buildProjection(engine, dataDir);
  await engine.close();
  return {
    clicks: built.clicks,
    log_bytes_per_click: round(logBytes / built.clicks),
    projection_bytes_per_click: round(built.bytes / built.clicks),
    projection_built_seconds: round(built.seconds),
    maintenance_ms_per_day: round(maintainMs / days),
  };
}

/** Builds the projection of the whole log, and sets the counts of the links from it. */
async function buildProjection(engine: Engine, dataDir: string) {
  const file = join(dataDir, 'clicks.duckdb');
  rmSync(file);
  const warehouse = new Warehouse({ engine, dataDir, onError: fail });
  const begun = performance.now();
  await warehouse.read(() => Promise.resolve());
  const seconds = (performance.now() - begun) / 1000;
  const rows = await warehouse.read(({ db }) =>
    db.all<{ linkId: number; clicks: number; nonHuman: number }>(
      `select link_id as "linkId", sum(clicks)::double as clicks,
        coalesce(sum(clicks) filter (class > 1), 0)::double as "nonHuman"
      from click group by link_id order by link_id`,
    ),
  );
  await warehouse.close();
  const column = (name: 'linkId' | 'clicks' | 'nonHuman') =>
    Float64Array.from(rows, (row) => row[name]);
  await engine.write((tx) =>
    addCounts(engine, tx, {
      linkIds: column('linkId'),
      clicks: column('clicks'),
      nonHuman: column('nonHuman'),
    }),
  );
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0);
  return { seconds, bytes: existsSync(file) ? statSync(file).size : 0, clicks };
}

/** The size of the database, with its write-ahead log. */
async function measureDatabase({ db }: Engine, dataDir: string): Promise<number> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return statSync(join(dataDir, DATABASE_FILE)).size;
}

function fail(error: unknown): never {
  throw error;
}
