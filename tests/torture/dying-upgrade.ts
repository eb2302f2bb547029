import { Database } from 'bun:sqlite';
import pg from 'pg';
import { openEngine } from '../../server/engine/open-engine.ts';

/*
 * Opens a database, which upgrades it, and dies by kill -9 before a statement. Arguments: the data
 * directory, the database URL, the number of the statement. Prints the number of statements when it
 * survives.
 */
const [dataDir = '', databaseUrl = '', fatal] = process.argv.slice(2);
let statements = 0;

for (const [prototype, name] of [
  [Database.prototype, 'query'],
  [Database.prototype, 'run'],
  [pg.Client.prototype, 'query'],
] as const) {
  const method: unknown = Reflect.get(prototype, name);
  Reflect.set(prototype, name, function counted(this: unknown, ...args: unknown[]) {
    statements += 1;
    if (statements === Number(fatal)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(method as () => unknown, this, args);
  });
}

const place = { dataDir, databaseUrl: databaseUrl === '' ? null : databaseUrl };
const engine = await openEngine(place, (error) => {
  throw error;
});
const total = statements;
await engine.close();
process.stdout.write(String(total));
