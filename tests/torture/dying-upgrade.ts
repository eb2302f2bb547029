import { Database } from 'bun:sqlite';
import pg from 'pg';
import { openEngine } from '../../server/engine/open-engine.ts';

/* Upgrades a database and dies before a statement. Arguments: data directory, URL, statement. */
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
