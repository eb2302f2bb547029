import { addCounts } from '../../../server/clicks/counts.store.ts';
import { openEngine } from '../../../server/engine/open-engine.ts';
import { MaintainLog } from '../../../server/stats/log/maintain-log.ts';
import { Connection } from '../../../server/stats/warehouse/connection.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { SMALL_ROLLUPS } from '../../support/statistics/small-rollups.ts';
import { rules } from '../../support/statistics/report-clicks.ts';
import { announce, onStatement } from './on-statement.ts';

/*
 * Maintains a site once. Arguments: data directory, time in Unix seconds, days of retention; the day,
 * counted from 0, and the statement from its transaction on before which the process kills itself.
 */
const [dataDir = '', now, keepDays, fatalDay, fatalStatement] = process.argv.slice(2);

export type FromMaintenance =
  /** The next day is rewritten. */
  | 'day'
  /** A statement begins. */
  | 'statement';

let day = -1;
/** Statements of the day, from its transaction on. */
let statements: number | null = null;

function send(message: FromMaintenance): void {
  process.send!(message);
}

function noteStatement(): void {
  send('statement');
  if (statements !== null) statements += 1;
  const isDue = day === Number(fatalDay) && (statements ?? 0) >= Number(fatalStatement);
  if (isDue || day > Number(fatalDay)) process.kill(process.pid, 'SIGKILL');
}

function fail(error: unknown): never {
  throw error;
}

// Before the engine opens: its connections keep the methods that they find.
onStatement(noteStatement);
const engine = await openEngine(
  { dataDir, databaseUrl: process.env['DATABASE_URL'] ?? null },
  fail,
);
const warehouse = new Warehouse({ engine, dataDir, onError: fail, rollupSizes: SMALL_ROLLUPS });
await warehouse.compute(() => Promise.resolve());
const log = new MaintainLog({
  engine: {
    ...engine,
    write(work) {
      statements ??= 0;
      return engine.write(work);
    },
  },
  warehouse: {
    compute(work) {
      send('day');
      [day, statements] = [day + 1, null];
      return warehouse.compute(work);
    },
    read: (work) => warehouse.read(work),
  },
  rules,
  changeCounts: (tx, counts) => addCounts(engine, tx, counts),
  keepDays: Number(keepDays),
  clock: () => Number(now),
  onError: fail,
});
for (const name of ['run', 'all']) announce(Connection.prototype, name, noteStatement);
await log.run();
await warehouse.close();
await engine.close();
process.disconnect!();
