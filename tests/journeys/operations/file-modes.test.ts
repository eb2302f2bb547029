import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLink } from '../../../contracts/links/links.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { PROJECTION_FILE } from '../../../server/engine/files/data-directory.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { COMMAND } from '../../support/brisk-command.ts';
import { runCommand, TestProcess } from '../test-process.ts';

// Each test starts the program several times.
setDefaultTimeout(300_000);

/** The files and folders below a path that other users can access. */
function findOpen(path: string): string[] {
  const names = ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })];
  return names.filter((name) => (statSync(join(path, name)).mode & 0o077) !== 0);
}

/** A server command with this umask. */
function underUmask(umask: string): string[] {
  return ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...COMMAND];
}

async function startVisited(dataDir: string, umask: string): Promise<TestProcess> {
  const server = await TestProcess.start(dataDir, { WORKERS: '3' }, underUmask(umask));
  const token = await new SiteCaller(server.url).signIn();
  const link = { long_url: 'https://example.com/', short_url: 'a', title: 'a' };
  const caller = new SiteCaller(server.url, token);
  await caller.call(createLink, link);
  for (let visit = 0; visit < 20; visit += 1) {
    await fetch(`${server.url}a`, { redirect: 'manual', headers: { Connection: 'close' } });
  }
  await caller.call(getReport, { short_url: 'a' });
  return server;
}

test.each(firstInShort(['000', '022']))(
  'only the owner can read the files of Brisk, umask %s',
  async (umask) => {
    const place = mkdtempSync(join(tmpdir(), 'brisk-modes-'));
    const dataDir = join(place, 'new', 'site');
    await using server = await startVisited(dataDir, umask);
    for (const file of ['generation', PROJECTION_FILE]) {
      expect(existsSync(join(dataDir, file))).toBeTrue();
    }
    expect(readdirSync(join(dataDir, 'clicks')).length).toBeGreaterThan(0);
    expect(findOpen(dataDir)).toEqual([]);
    const outside = mkdtempSync(join(place, 'outside-'));
    const files = ['clicks.parquet', 'links.csv'];
    for (const file of files) await runCommand(['export', join(outside, file)], dataDir);
    expect(readdirSync(outside).toSorted()).toEqual(files);
    if (!isPostgres) {
      await runCommand(['backup', join(outside, 'site.db')], dataDir);
      await server.end('SIGTERM');
      const restored = join(place, 'restored');
      await runCommand(['restore', join(outside, 'site.db')], restored);
      expect(findOpen(restored)).toEqual([]);
      await runCommand(['restore', join(outside, 'site.db')], dataDir);
      await runCommand(['flush'], restored);
      expect(findOpen(restored)).toEqual([]);
      expect(findOpen(dataDir)).toEqual([]);
    }
    expect(findOpen(outside)).toEqual([]);
    rmSync(place, { recursive: true });
  },
);

/** Lets everyone read and write every file, and enter every folder. */
function openAll(dataDir: string): void {
  for (const name of ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
    const file = join(dataDir, name);
    chmodSync(file, statSync(file).isDirectory() ? 0o777 : 0o666);
  }
}

testInAll('the next start or command closes files that others could read', async () => {
  const place = mkdtempSync(join(tmpdir(), 'brisk-modes-'));
  const dataDir = join(place, 'site');
  await (await startVisited(dataDir, '000')).end('SIGKILL');
  openAll(dataDir);
  await using again = await TestProcess.start(dataDir, {}, underUmask('000'));
  // The operator owns the directory itself.
  expect(findOpen(dataDir)).toEqual(['.']);
  await again.end('SIGKILL');
  if (!isPostgres) {
    openAll(dataDir);
    await runCommand(['flush'], dataDir);
    expect(findOpen(dataDir)).toEqual(['.']);
  }
  rmSync(place, { recursive: true });
});

test('a command that may not open a file names it, its owner and the user that runs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-modes-'));
  const file = join(dataDir, isPostgres ? 'password' : 'brisk.db');
  writeFileSync(file, '');
  const isRoot = process.getuid!() === 0;
  if (isRoot) chownSync(file, 65_534, 65_534);
  chmodSync(file, isRoot ? 0o600 : 0);
  // Without these rights, root may not open the files of others.
  const rights = ['dac_override', 'dac_read_search'].map((right) => `-${right}`).join(',');
  const runner = isRoot
    ? ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`, '--']
    : [];
  const env: Record<string, string> = isPostgres ? { DATABASE_URL_FILE: file } : {};
  const { exitCode, stderr } = await runCommand(['flush'], dataDir, { env, runner });
  const owner = isRoot ? 'user 65534 with mode 600' : `user ${process.getuid!()} with mode 000`;
  const user = isRoot ? 'root (user 0)' : `user ${process.getuid!()}`;
  const what = isPostgres ? `DATABASE_URL_FILE: cannot read ${file}` : `cannot open ${file}`;
  expect(stderr).toContain(`${what}: it belongs to ${owner}, and Brisk runs as ${user}`);
  expect(exitCode).toBe(1);
  rmSync(dataDir, { recursive: true });
});
