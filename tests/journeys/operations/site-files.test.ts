import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLink } from '../../../contracts/links/links.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { runCommand } from '../test-process.ts';
import { testInAll } from '../../support/test-run.ts';

// Each test starts the program several times.
setDefaultTimeout(300_000);

const place = mkdtempSync(join(tmpdir(), 'brisk-site-files-'));
const site = await openSetUpSite();
const { dataDir } = site;
const segments = () => readdirSync(join(dataDir, 'clicks'));

beforeAll(async () => {
  const link = { long_url: 'https://example.com/', short_url: 'a', title: 'a' };
  await site.call(createLink, link, site.token);
  await site.fetch('/a');
  symlinkSync(dataDir, join(place, 'linked'));
  linkSync(join(dataDir, 'clicks', segments()[0]!), join(place, 'hard-link.db'));
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(place, { recursive: true });
});

/** Files that only the site changes. */
function readKept() {
  const names = ['secret.key', 'server.lock'].filter((name) => existsSync(join(dataDir, name)));
  return [segments(), ...names.map((name) => readFileSync(join(dataDir, name), 'hex'))];
}

/** Paths to files of a site on either engine. */
function listTargets(): string[] {
  return [
    join(dataDir, 'clicks', segments()[0]!),
    join(place, 'hard-link.db'),
    join(place, 'linked/server.lock'),
    join(dataDir, 'brisk.db-wal'),
    join(dataDir, 'secret.key'),
  ];
}

testInAll('an export never overwrites a file of a site', async () => {
  const before = readKept();
  for (const target of listTargets()) {
    const { exitCode, stderr } = await runCommand(['export', '--format', 'json', target], dataDir);
    expect([exitCode, stderr]).toEqual([
      1,
      `brisk: ${target} belongs to a site: choose another file\n`,
    ]);
  }
  expect(readKept()).toEqual(before);
});

test('a backup never overwrites a file of a site, even with --force', async () => {
  const before = readKept();
  const refusal = isPostgres ? "PostgreSQL's own tools" : 'belongs to a site';
  for (const target of [...listTargets(), join(dataDir, 'brisk.db')]) {
    for (const force of [[], ['--force']]) {
      const { exitCode, stderr } = await runCommand(['backup', ...force, target], dataDir);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(refusal)]);
    }
  }
  expect(readKept()).toEqual(before);
  expect((await site.fetch('/a', { redirect: 'manual' })).status).toBe(302);
});

testInAll('a restore refuses a file that is in use', async () => {
  const refusal = isPostgres ? "PostgreSQL's own tools" : 'and is not a backup';
  for (const name of ['brisk.db', 'secret.key', 'server.lock']) {
    const path = join(dataDir, name);
    if (!existsSync(path)) continue;
    const { exitCode, stderr } = await runCommand(['restore', path], dataDir);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(refusal)]);
  }
});
