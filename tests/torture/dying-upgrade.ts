import { Database } from 'bun:sqlite';
import { openSqlite } from '../../server/engine/sqlite.ts';

/*
 * Opens the data directory named on the command line, which upgrades its database, and dies by
 * kill -9 before the statement of the given number; prints how many there were when it does not.
 */
const [dataDir = '', fatal] = process.argv.slice(2);
let statements = 0;

for (const name of ['query', 'run'] as const) {
  const method: unknown = Reflect.get(Database.prototype, name);
  Reflect.set(Database.prototype, name, function counted(this: Database, ...args: unknown[]) {
    statements += 1;
    if (statements === Number(fatal)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(method as () => unknown, this, args);
  });
}

const engine = await openSqlite(dataDir);
const total = statements;
await engine.close();
process.stdout.write(String(total));
