import { Database } from 'bun:sqlite';
import pg from 'pg';
import { addCounts } from '../../server/clicks/counts.store.ts';
import { openEngine } from '../../server/engine/open-engine.ts';
import { MaintainLog } from '../../server/stats/log/maintain-log.ts';
import { Connection } from '../../server/stats/warehouse/connection.ts';
import { Warehouse } from '../../server/stats/warehouse/warehouse.ts';
import { rules } from '../support/report-clicks.ts';

/* Maintains a site once. Arguments: data directory, time in Unix seconds, days of retention. */
const [dataDir = '', now, keepDays] = process.argv.slice(2);

export type FromMaintenance =
  /** The next day is rewritten. */
  | 'day'
  /** A statement begins. */
  | 'step';

function send(message: FromMaintenance): void {
  process.send!(message);
}

function fail(error: unknown): never {
  throw error;
}

const engine = await openEngine(
  { dataDir, databaseUrl: process.env['DATABASE_URL'] ?? null },
  fail,
);
const warehouse = new Warehouse({ engine, dataDir, onError: fail });
await warehouse.compute(() => Promise.resolve());
const log = new MaintainLog({
  engine,
  warehouse: {
    compute(work) {
      send('day');
      return warehouse.compute(work);
    },
  },
  rules,
  changeCounts: (tx, counts) => addCounts(engine, tx, counts),
  keepDays: Number(keepDays),
  clock: () => Number(now),
  onError: fail,
});
for (const [prototype, name] of [
  [Database.prototype, 'query'],
  [Database.prototype, 'run'],
  [pg.Client.prototype, 'query'],
  [Connection.prototype, 'run'],
  [Connection.prototype, 'all'],
] as const) {
  const method: unknown = Reflect.get(prototype, name);
  Reflect.set(prototype, name, function announced(this: unknown, ...args: unknown[]) {
    send('step');
    return Reflect.apply(method as () => unknown, this, args);
  });
}
await log.run();
await warehouse.close();
await engine.close();
process.disconnect!();
