import { expect, test } from 'bun:test';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStored } from '../../../tests/journeys/stored-bytes.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { maintainLog } from '../../../tests/support/statistics/stats-log.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import { collectSecrets, findSecrets } from '../../../tests/support/statistics/visitor-secrets.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal/journal.ts';
import { openJournalDirectory } from '../../clicks/journal/segments.ts';
import { writeBackup } from '../../engine/sqlite/backup.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { Warehouse } from '../warehouse/warehouse.ts';

const DAY = 20_000;
const VISITORS = 2000;
const ADDRESS = '198.51';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
test('after sealing, no file and no table has an address, hash or salt of the day', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-erased-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ id: 1, short_url: 'poster' }]);
  const warehouse = new Warehouse({ engine, dataDir, onError: fail });
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    journal.append({
      linkId: 1,
      time: (DAY * DAY_SECONDS + visitor) * 1000,
      address: `${ADDRESS}.${visitor % 250}.${visitor % 199}`,
      referrer: null,
      userAgent: `${FIREFOX} ${visitor}`,
      language: null,
    });
  }
  await drainJournal({ engine, directory, onError: fail });
  journal.close();
  const secrets = await collectSecrets(engine);
  expect(secrets.size).toBeGreaterThan(VISITORS);
  const count = () =>
    warehouse.read(({ db }) =>
      db.all(
        'select sum(clicks)::double as clicks, sum(site_visitors)::double as visitors from click',
      ),
    );
  const expected = [{ clicks: VISITORS, visitors: VISITORS }];
  expect(await count()).toEqual(expected);
  // The projection never contains them, even for an open day.
  const files = globSync(`${dataDir}/clicks.duckdb*`).filter((path) => !path.endsWith('.tmp'));
  expect(files.length).toBeGreaterThan(0);
  expect(findSecrets(secrets, Buffer.concat(files.map((path) => readFileSync(path))))).toEqual([]);
  const before = await readStored(dataDir);
  expect(findSecrets(secrets, before).some((name) => name.startsWith('byte'))).toBe(true);
  expect(findSecrets(secrets, before).some((name) => name.startsWith('salt'))).toBe(true);

  await maintainLog(engine, warehouse, (DAY + 2) * DAY_SECONDS);
  expect(await count()).toEqual(expected);
  // Includes the files of a running DuckDB.
  const running = await readStored(dataDir);
  await warehouse.close();
  await engine.close();
  const backup = join(dataDir, 'backup');
  if (!isPostgres) writeBackup(dataDir, backup);
  const after = await readStored(dataDir);
  expect(findSecrets(secrets, after)).toEqual([]);
  expect(findSecrets(secrets, running).filter((name) => name.startsWith('hash'))).toEqual([]);
  for (const stored of [before, running, after]) expect(stored.includes(ADDRESS)).toBe(false);
  rmSync(dataDir, { recursive: true });
}, 300_000);

function fail(error: unknown): never {
  throw error;
}
