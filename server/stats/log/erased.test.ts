import { expect, test } from 'bun:test';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStored } from '../../../tests/journeys/stored-bytes.ts';
import { readLog } from '../../../tests/support/read-log.ts';
import { seedLinks } from '../../../tests/support/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal.ts';
import { openJournalDirectory } from '../../clicks/segments.ts';
import type { Engine } from '../../engine/engine.ts';
import { writeBackup } from '../../engine/sqlite-backup.ts';
import { AGENT_RULES } from '../classify/agents/agent.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { Warehouse } from '../warehouse/warehouse.ts';
import { MaintainLog } from './maintain-log.ts';

const DAY = 20_000;
const VISITORS = 2000;
const ADDRESS = '198.51';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** The length of a piece of a batch. A piece in a file shows that bytes of the batch are left. */
const PIECE_BYTES = 32;

/** Hashes, salts and pieces of their batches, by name: no file may have them. */
async function collectSecrets(engine: Engine): Promise<Map<string, Buffer>> {
  const secrets = new Map<string, Buffer>();
  for (const { visitor } of await readLog(engine)) {
    if (visitor === null) continue;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(visitor);
    // A hash has 48 bits; the other bits are 0.
    secrets.set(`hash ${visitor}`, bytes.subarray(0, 6));
  }
  for (const { day, salt } of await engine.db.selectFrom('visitor_salt').selectAll().execute()) {
    secrets.set(`salt of ${day}`, Buffer.from(salt));
    secrets.set(`salt of ${day} in hex`, Buffer.from(Buffer.from(salt).toString('hex')));
  }
  for (const { id, body } of await engine.db.selectFrom('click_batch').selectAll().execute()) {
    // Rows of visitors are in the first half; column names, which stay, at the end.
    for (let at = 64; at + PIECE_BYTES < body.length / 2; at += 997) {
      secrets.set(`byte ${at} of ${id}`, Buffer.from(body.subarray(at, at + PIECE_BYTES)));
    }
  }
  return secrets;
}

function find(secrets: ReadonlyMap<string, Buffer>, stored: Buffer): string[] {
  return [...secrets].filter(([, bytes]) => stored.includes(bytes)).map(([name]) => name);
}

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
  expect(find(secrets, Buffer.concat(files.map((path) => readFileSync(path))))).toEqual([]);
  const before = await readStored(dataDir);
  expect(find(secrets, before).some((name) => name.startsWith('byte'))).toBe(true);
  expect(find(secrets, before).some((name) => name.startsWith('salt'))).toBe(true);

  const log = new MaintainLog({
    engine,
    warehouse,
    rules: AGENT_RULES,
    changeCounts: () => Promise.resolve(),
    keepDays: 30,
    clock: () => (DAY + 2) * DAY_SECONDS,
    onError: fail,
  });
  await log.run();
  expect(await count()).toEqual(expected);
  // Includes the files of a running DuckDB.
  const running = await readStored(dataDir);
  await warehouse.close();
  await engine.close();
  const backup = join(dataDir, 'backup');
  if (!isPostgres) writeBackup(dataDir, backup);
  const after = await readStored(dataDir);
  expect(find(secrets, after)).toEqual([]);
  expect(find(secrets, running).filter((name) => name.startsWith('hash'))).toEqual([]);
  for (const stored of [before, running, after]) expect(stored.includes(ADDRESS)).toBe(false);
  rmSync(dataDir, { recursive: true });
}, 30_000);

function fail(error: unknown): never {
  throw error;
}
