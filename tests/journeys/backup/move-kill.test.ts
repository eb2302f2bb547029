import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { listLinks, searchLinks } from '../../../contracts/links/links.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import { sharedPostgres } from '../../postgres/postgres-server.ts';
import { seed } from '../../support/random.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { Dice } from '../../torture/dice.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { readRows, SQLITE } from './move-steps.ts';
import { runCommand, spawnCommand } from '../test-process.ts';

const LINKS = chooseForRun(20_000, 100_000);
/** Lines of progress before the last three. */
const PROGRESS_LINES = 22;
const KILLS = chooseForRun(1, 5);
/** Batches of half a megabyte. */
const BATCHES = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-move-kill-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

beforeAll(async () => {
  const engine = await openSqlite(dataDir);
  const links = Array.from({ length: LINKS }, (_, index) => ({
    short_url: `code-${index}`,
    long_url: `https://example.com/${index}?from=newsletter`,
    title: `Seite ${index} · 第 ${index} 页`,
    clicks: index % 97,
  }));
  await seedLinks(engine, links);
  await addDays(engine);
  await engine.close();
});

/** The batches are many times larger than one copy step. */
async function addDays({ db }: Engine): Promise<void> {
  await sql`
    insert into click_batch (id, day, state, rules, bytes, body)
    select printf('%08d', id), 20000 + id, 'sealed', 1, 0, zeroblob(id * 7919 % 1000000)
    from link where id <= ${BATCHES}`.execute(db);
}

/** Kills a move after a number of progress lines; false when it ended first. */
async function killAt(lines: number, url: string): Promise<boolean> {
  const child = spawnCommand(['move'], dataDir, { env: { DATABASE_URL: url } });
  let output = '';
  for await (const chunk of child.stderr) {
    output += Buffer.from(chunk).toString();
    if (output.split('\n').length > lines) child.kill('SIGKILL');
  }
  const exitCode = await child.exited;
  if (exitCode === 0) return false;
  expect({ lines, output, signal: child.signalCode }).toMatchObject({ signal: 'SIGKILL' });
  return true;
}

test(`${LINKS} links and their statistics arrive whole, however often the move is killed (seed ${seed})`, async () => {
  const dice = new Dice(seed);
  const server = await sharedPostgres();
  let url = await server.createDatabase();
  for (let kills = 0; kills < KILLS; kills += 1) {
    while (!(await killAt(1 + dice.below(PROGRESS_LINES), url))) {
      url = await server.createDatabase();
    }
    const served = await runCommand(['flush'], dataDir, { env: { DATABASE_URL: url } });
    expect(served).toMatchObject({ exitCode: 1 });
    expect(served.stderr).toContain('holds only a part of a site');
  }
  const { exitCode, stderr } = await runCommand(['move', '--to', url], dataDir, { env: SQLITE });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stderr).toContain(`${LINKS} links with`);
  const [moved, source] = [await readRows(server, url), await readRows(dataDir)];
  expect(moved['link']).toHaveLength(LINKS);
  expect(moved['click_batch']).toHaveLength(BATCHES);
  expect(Bun.deepEquals(moved, source)).toBe(true);

  // The search works before its index is rebuilt.
  await using node = await openSetUpSite({ dataDir, env: { DATABASE_URL: url } });
  const found = await node.call(
    searchLinks,
    { filter: 'title', keyword: '第 4711 页' },
    node.token,
  );
  expect(found).toMatchObject({ data: { total: 1, urls: [{ short_url: 'code-4711' }] } });
  const newest = await node.call(listLinks, { limit: 1 }, node.token);
  expect(newest).toMatchObject({ data: { total: LINKS, urls: [{ id: LINKS }] } });
}, 300_000);
