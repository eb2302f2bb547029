import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { openSqlite } from '../../server/engine/sqlite.ts';
import { seedLinks } from '../seed.ts';
import { createDataDir } from './test-site.ts';
import { runCommand, TestProcess } from './test-process.ts';
import { Visitors, type Tally } from './visitors.ts';

const codes = Array.from({ length: 20 }, (_, index) => `k${index}`);

async function createLinks(dataDir: string): Promise<void> {
  const engine = await openSqlite(dataDir);
  await seedLinks(
    engine,
    codes.map((code) => ({ short_url: code })),
  );
  await engine.close();
}

async function readCounts(dataDir: string): Promise<Map<string, number>> {
  const engine = await openSqlite(dataDir);
  const rows = await engine.db.selectFrom('link').select(['short_url', 'clicks']).execute();
  await engine.close();
  return new Map(rows.map((row) => [row.short_url, row.clicks]));
}

/** The promise: for every link, acknowledged ≤ counted ≤ sent. */
function findBroken(tallies: ReadonlyMap<string, Tally>, counts: ReadonlyMap<string, number>) {
  return [...tallies].filter(([code, { sent, acknowledged }]) => {
    const counted = counts.get(code) ?? 0;
    return counted < acknowledged || counted > sent;
  });
}

test('kill -9 amid 2,000 visitors neither loses nor doubles a click', async () => {
  const dataDir = createDataDir();
  await createLinks(dataDir);
  let tallies: ReadonlyMap<string, Tally> | undefined;
  for (let round = 0; round < 3; round += 1) {
    // Draining every second, so that kills fall into drains too.
    const server = await TestProcess.start(dataDir, { CLICK_FLUSH_SECONDS: '1' });
    let killed: Promise<number> | undefined;
    const visitors = new Visitors(
      {
        port: server.port,
        codes,
        connections: 2000,
        onAcknowledged: (total) => {
          if (total >= 5000 * (round + 1)) killed ??= server.end('SIGKILL');
        },
      },
      tallies,
    );
    await visitors.run();
    await killed;
    expect(visitors.wrongAnswers).toEqual([]);
    tallies = visitors.tallies;
  }
  await runCommand(['flush'], dataDir);
  const counts = await readCounts(dataDir);
  expect(findBroken(tallies!, counts)).toEqual([]);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual(30_000);
  rmSync(dataDir, { recursive: true });
}, 60_000);

test('SIGTERM under load answers what is open, counts everything and exits 0', async () => {
  const dataDir = createDataDir();
  await createLinks(dataDir);
  const server = await TestProcess.start(dataDir);
  let ended: Promise<number> | undefined;
  const visitors = new Visitors({
    port: server.port,
    codes,
    connections: 50,
    onAcknowledged: (total) => {
      if (total >= 2000) ended ??= server.end('SIGTERM');
    },
  });
  await visitors.run();
  expect(await ended).toBe(0);
  expect(visitors.wrongAnswers).toEqual([]);
  const unanswered = [...visitors.tallies.values()].filter(
    ({ sent, acknowledged }) => sent !== acknowledged,
  );
  expect(unanswered).toEqual([]);
  const counts = await readCounts(dataDir);
  expect(findBroken(visitors.tallies, counts)).toEqual([]);
  rmSync(dataDir, { recursive: true });
}, 60_000);
