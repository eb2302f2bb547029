import { openEngine } from '../../../server/engine/open-engine.ts';
import { onStatement } from './on-statement.ts';

/* Upgrades a database and dies before a statement. Arguments: data directory, URL, statement. */
const [dataDir = '', databaseUrl = '', fatal] = process.argv.slice(2);
let statements = 0;

onStatement(() => {
  statements += 1;
  if (statements === Number(fatal)) process.kill(process.pid, 'SIGKILL');
});

const place = { dataDir, databaseUrl: databaseUrl === '' ? null : databaseUrl };
const engine = await openEngine(place, (error) => {
  throw error;
});
const total = statements;
await engine.close();
process.stdout.write(String(total));
