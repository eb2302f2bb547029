import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTables } from '../../../tests/journeys/stored-bytes.ts';
import { storeVisits } from '../../../tests/stats-log.ts';
import { isPostgres, openTestEngine } from '../../../tests/test-engine.ts';
import { DATABASE_FILE } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { AGENT_RULES } from '../classify/agents/agent.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { Warehouse } from '../warehouse/warehouse.ts';
import { MaintainLog } from './maintain-log.ts';

const DAY = 20_000;
const VISITS = 3000;
const PIECE_BYTES = 64;

/**
 * The bytes of the database: on SQLite those of its file, which may hold what was deleted; on
 * PostgreSQL those of its tables.
 */
async function readDatabase(engine: Engine, dataDir: string): Promise<Buffer> {
  if (isPostgres) return Buffer.concat(await readTables(dataDir));
  await engine.checkpoint();
  return readFileSync(join(dataDir, DATABASE_FILE));
}

function onError(error: unknown): void {
  throw error;
}

/** The salt of the day, and its open batches in pieces. */
async function readSecrets({ db }: Engine): Promise<{ salt: Uint8Array; pieces: Buffer[] }> {
  const { salt } = await db.selectFrom('visitor_salt').select('salt').executeTakeFirstOrThrow();
  const bodies = await db.selectFrom('click_batch').select('body').execute();
  const pieces = bodies.flatMap(({ body }) =>
    Array.from({ length: Math.floor(body.length / PIECE_BYTES) }, (_, at) =>
      Buffer.from(body.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)),
    ),
  );
  return { salt, pieces };
}

test('the salt and the hashes of a sealed day are nowhere in the database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-sealed-'));
  const engine = await openTestEngine(dataDir);
  const warehouse = new Warehouse({ engine, dataDir, onError });
  const visits = Array.from({ length: VISITS }, (_, at) => ({
    linkId: 1 + (at % 20),
    time: (DAY * DAY_SECONDS + at) * 1000,
    asksNotToBeTracked: false,
    address: `203.0.${at % 250}`,
    referrer: `https://a.example/${at}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    language: 'en',
    query: '',
    country: '',
  }));
  await storeVisits(engine, new VisitRecorder(engine), visits);
  const { salt, pieces } = await readSecrets(engine);
  const open = await readDatabase(engine, dataDir);
  expect(open.includes(salt)).toBe(true);
  // A piece may lie on two pages of the file.
  expect(pieces.filter((piece) => open.includes(piece)).length).toBeGreaterThan(pieces.length / 2);

  const log = new MaintainLog({
    engine,
    warehouse,
    rules: AGENT_RULES,
    changeCounts: () => Promise.resolve(),
    keepDays: 90,
    clock: () => (DAY + 2) * DAY_SECONDS,
    onError,
  });
  await log.run();
  const sealed = await readDatabase(engine, dataDir);
  expect(await engine.db.selectFrom('click_batch').select('state').execute()).toEqual([
    { state: 'sealed' },
  ]);
  expect(sealed.includes(salt)).toBe(false);
  // Only the sealed batch may begin and end as an open one does.
  const { body } = await engine.db
    .selectFrom('click_batch')
    .select('body')
    .executeTakeFirstOrThrow();
  const own = Buffer.from(body);
  expect(pieces.filter((piece) => sealed.includes(piece) && !own.includes(piece))).toEqual([]);
  await warehouse.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
