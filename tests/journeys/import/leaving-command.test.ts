import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../support/statistics/seed.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { runCommand } from '../test-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'brisk-leaving-command-'));
const dataDir = join(directory, 'data');
afterAll(() => rmSync(directory, { recursive: true }));
beforeAll(async () => {
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [
    { short_url: 'AbC', title: 'One, two' },
    { short_url: 'abc', long_url: 'https://example.com/2' },
    { short_url: 'off', is_active: 0 },
    { short_url: 'go.example/a' },
    { short_url: '/Help/Intro' },
    { short_url: '/help/intro', long_url: 'https://example.com/3' },
    { short_url: 'go.example/a/b' },
  ]);
  await engine.close();
});

const folder = join(directory, 'static');

test('export --static writes redirects, and says what it leaves out', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['export', '--static', folder], dataDir);
  const counts = '4 written, 3 left out: 2 of further domains, 1 switched off';
  const files = ['nginx-map.conf', 'Caddyfile', '_redirects', '.htaccess'];
  expect(stderr).toBe(files.map((name) => `${name}: ${counts}\n`).join(''));
  expect([exitCode, stdout.includes('"site.exported"')]).toEqual([0, true]);
  expect(readdirSync(folder).sort()).toEqual([...files, 'nginx-site.conf'].sort());
  const nginx = readFileSync(join(folder, 'nginx-map.conf'), 'utf8');
  expect(nginx).toContain(
    '\t"~^/AbC$" "https://example.com/";\n\t"~^/abc$" "https://example.com/2";\n' +
      '\t"~^/Help/Intro$" "https://example.com/";\n\t"~^/help/intro$" "https://example.com/3";\n',
  );
  expect(readFileSync(join(folder, '_redirects'), 'utf8')).toContain(
    '/AbC https://example.com/ 302\n',
  );
});

test('export --static overwrites nothing', async () => {
  const again = await runCommand(['export', '--static', folder], dataDir);
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('exists already') as string,
  });
});

test('export writes SQL for YOURLS by the name of the file', async () => {
  const file = join(directory, 'links.sql');
  expect(await runCommand(['export', file], dataDir)).toMatchObject({
    exitCode: 0,
    stderr: '4 written, 3 left out: 2 of further domains, 1 switched off\n',
  });
  expect(readFileSync(file, 'utf8')).toContain("('AbC', 'https://example.com/', 'One, two', ");
});

test('export writes a CSV for Shlink to standard output', async () => {
  const csv = await runCommand(['export', '-', '--format', 'shlink-csv'], dataDir);
  expect(csv.stdout.split('\r\n')).toEqual([
    'Long URL,Short code,Domain,Title,Tags',
    '"https://example.com/","AbC","","One, two",""',
    '"https://example.com/2","abc","","",""',
    '"https://example.com/","a","go.example","",""',
    '"https://example.com/","Help/Intro","","",""',
    '"https://example.com/3","help/intro","","",""',
    '"https://example.com/","a/b","go.example","",""',
    '',
  ]);
  expect(csv.stderr).toContain('6 written, 1 left out: 1 switched off\n');
});
