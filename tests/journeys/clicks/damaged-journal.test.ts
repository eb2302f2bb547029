import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLink, getLink, type Link } from '../../../contracts/links/links.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { getStatus } from '../../../contracts/status.ts';
import { databaseEnvironment, isPostgres } from '../../support/test-engine.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';
import { decodeClicks } from '../../../server/clicks/journal/record.ts';
import { testInAll } from '../../support/test-run.ts';

// Each test starts the program several times.
setDefaultTimeout(300_000);

const VISITS = 20;
const HOLE_BYTES = 300 * 1024;

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true });
});

function newDataDir(): string {
  const dataDir = createDataDir();
  directories.push(dataDir);
  return dataDir;
}

/** Makes a site with pending clicks; returns a login token. */
async function leavePendingClicks(dataDir: string): Promise<string> {
  await using server = await TestProcess.start(dataDir);
  const token = await new SiteCaller(server.url).signIn();
  const link = { long_url: 'https://example.com/', short_url: 'a', title: 'a' };
  await new SiteCaller(server.url, token).call(createLink, link);
  for (let visit = 0; visit < VISITS; visit += 1) {
    await fetch(`${server.url}a`, { redirect: 'manual' });
  }
  await server.end('SIGKILL');
  return token;
}

function findSegments(dataDir: string): string[] {
  const folder = join(dataDir, 'clicks');
  return readdirSync(folder).map((name) => join(folder, name));
}

async function readSite(server: TestProcess, token: string) {
  const site = new SiteCaller(server.url, token);
  const { data: link } = await site.call(getLink, { short_url: 'a' });
  const { data: status } = await site.call(getStatus, {});
  const { clicks, pending_clicks: pending } = link as Link;
  return { clicks, pending, status: (status as ReplyOf<typeof getStatus>).clicks };
}

test('a server counts the clicks behind damage in its journal, and says how many bytes it skipped', async () => {
  const dataDir = newDataDir();
  const token = await leavePendingClicks(dataDir);
  const [segment] = findSegments(dataDir) as [string];
  const bytes = readFileSync(segment);
  const starts: number[] = [];
  decodeClicks(bytes, (_, start) => starts.push(start));
  // The cut splits a record.
  const middle = starts[VISITS / 2]! + 10;
  const hole = Buffer.alloc(HOLE_BYTES);
  writeFileSync(segment, Buffer.concat([bytes.subarray(0, middle), hole, bytes.subarray(middle)]));
  const log = join(dataDir, 'log.json');
  await using server = await TestProcess.start(dataDir, {}, undefined, log);
  const { clicks, pending, status } = await readSite(server, token);
  expect([clicks, pending]).toEqual([VISITS - 1, 0]);
  expect(status.damaged_bytes).toBeWithin(HOLE_BYTES + 27, HOLE_BYTES + 2700);
  expect(status.damaged_segments).toBe(0);
  const metrics = await (await fetch(`${server.url}metrics`)).text();
  expect(metrics).toContain(`\nbrisk_journal_damaged_bytes_total ${status.damaged_bytes}\n`);
  await server.end('SIGTERM');
  const skips = readFileSync(log, 'utf8').match(/\d+ damaged bytes skipped at byte \d+/g);
  expect(new Set(skips)).toEqual(new Set([expect.stringContaining(String(status.damaged_bytes))]));
  expect(findSegments(dataDir)).toContain(segment);
});

testInAll('a copy of a segment or of the whole directory counts no click twice', async () => {
  const dataDir = newDataDir();
  const token = await leavePendingClicks(dataDir);
  const [segment] = findSegments(dataDir) as [string];
  copyFileSync(segment, join(dataDir, 'clicks/copy of a segment.clicks'));
  const copied = newDataDir();
  cpSync(dataDir, copied, { recursive: true });
  // On PostgreSQL both are nodes of one site; on SQLite the copy is a site of its own.
  const env = await databaseEnvironment(dataDir);
  for (const directory of [dataDir, copied, dataDir]) {
    const { exitCode } = await runCommand(['flush'], directory, { env });
    expect(exitCode).toBe(0);
  }
  rmSync(segment);
  await using server = await TestProcess.start(dataDir, env);
  expect(await readSite(server, token)).toMatchObject({ clicks: VISITS, pending: 0 });
  await using other = await TestProcess.start(copied, env);
  expect(await readSite(other, token)).toMatchObject({ clicks: VISITS, pending: 0 });
  const { status } = await readSite(other, token);
  expect([isPostgres || status.drained, status.damaged_bytes]).toEqual([isPostgres || 0, 0]);
});
