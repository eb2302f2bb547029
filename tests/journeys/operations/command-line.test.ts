import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../../server/version.ts';
import { findElements } from '../../support/html.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { isPostgres, openTestEngine } from '../../support/test-engine.ts';
import { admin } from '../test-site.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';

const parent = mkdtempSync(join(tmpdir(), 'brisk-cli-'));
afterAll(() => rmSync(parent, { recursive: true }));

let count = 0;
function newDataDir(): string {
  count += 1;
  return join(parent, String(count));
}

async function login(url: string, password: string): Promise<{ code: number; token?: string }> {
  const response = await fetch(`${url}api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: admin.username, password }),
  });
  const { code, data } = (await response.json()) as { code: number; data: { token?: string } };
  return { code, ...data };
}

/** Action and target of each line that a command wrote. */
function auditOf(output: string): unknown[] {
  const lines = output.trimEnd().split('\n');
  return lines.map((text) => {
    const line = JSON.parse(text) as Record<string, unknown>;
    expect(line).toMatchObject({ audit: true, actor: 'command', network: '' });
    return [line['action'], line['target']];
  });
}

test('the executable serves the site and its page from an empty directory', async () => {
  await using server = await TestProcess.start(newDataDir());
  const home = await fetch(server.url);
  expect(home.status).toBe(200);
  const scripts = findElements(await home.text(), 'script');
  const { src } = scripts.find(({ attributes }) => attributes['type'] === 'module')!.attributes;
  const asset = await fetch(new URL(src!, server.url));
  expect(asset.status).toBe(200);
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect(await (await fetch(`${server.url}healthz`)).json()).toEqual({ status: 'ok' });
});

test('ADMIN_ variables set the site up only once', async () => {
  const dataDir = newDataDir();
  {
    await using server = await TestProcess.start(dataDir);
    expect((await login(server.url, admin.password)).code).toBe(200);
  }
  await using server = await TestProcess.start(dataDir, { ADMIN_PASSWORD: 'another one' });
  expect((await login(server.url, admin.password)).code).toBe(200);
});

test('a second server on the same data directory is refused', async () => {
  const dataDir = newDataDir();
  await using server = await TestProcess.start(dataDir);
  const second = await runCommand(['serve'], dataDir);
  expect(second.exitCode).toBe(1);
  expect(second.stderr).toContain('another Brisk server uses');
  expect((await fetch(`${server.url}healthz`)).status).toBe(200);
});

test('SIGINT and SIGTERM end an idle server with exit code 0', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    await using server = await TestProcess.start(newDataDir());
    expect(await server.end(signal)).toBe(0);
  }
});

const admins = { ADMIN_USERNAME: admin.username, ADMIN_EMAIL: admin.email };

test('user reset sets a new password and ends every login', async () => {
  const dataDir = newDataDir();
  const notYet = await runCommand(['user', 'reset'], dataDir, { stdin: 'new password\n' });
  expect(notYet.exitCode).toBe(1);
  expect(notYet.stderr).toContain(
    isPostgres ? 'the site is not set up yet' : `there is no site in ${dataDir}`,
  );

  await using server = await TestProcess.start(dataDir);
  const { token } = await login(server.url, admin.password);
  const tooShort = await runCommand(['user', 'reset'], dataDir, { stdin: 'short\n' });
  expect(tooShort.exitCode).toBe(2);
  const done = await runCommand(['user', 'reset'], dataDir, { stdin: 'new password\n' });
  expect(done).toMatchObject({ exitCode: 0, stderr: 'the password of ada is changed\n' });
  expect(auditOf(done.stdout)).toEqual([
    ['account.password', { kind: 'account', id: 1, name: 'ada' }],
    ['login.ended', { kind: 'login', name: 'all' }],
  ]);
  expect((await login(server.url, admin.password)).code).toBe(400);
  expect((await login(server.url, 'new password')).code).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${server.url}api/user/is_login`, { headers })).status).toBe(401);
});

testInAll('user reset ends the API token unless it is told to keep it', async () => {
  const dataDir = newDataDir();
  await using server = await TestProcess.start(dataDir);
  const { token } = await login(server.url, admin.password);
  const call = (path: string, bearer: string | undefined) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  const created = (await (await call('api/user/create_token', token)).json()) as {
    data: { token: string };
  };
  const stdin = 'new password\n';
  const ended = ['token.ended', { kind: 'token', id: 1, name: 'default' }];
  const kept = await runCommand(['user', 'reset', '--keep-token'], dataDir, { stdin });
  expect(kept).toMatchObject({ exitCode: 0, stderr: 'the password of ada is changed\n' });
  expect(auditOf(kept.stdout)).not.toContainEqual(ended);
  expect((await call('api/urls', created.data.token)).status).toBe(200);
  const reset = await runCommand(['user', 'reset'], dataDir, { stdin });
  expect(auditOf(reset.stdout)).toContainEqual(ended);
  expect((await call('api/urls', created.data.token)).status).toBe(401);
});

test('commands leave lines of the audit, beside exported links on standard error', async () => {
  const dataDir = newDataDir();
  await using server = await TestProcess.start(dataDir);
  const file = join(parent, 'links.json');
  const site = { kind: 'site' };
  const exported = await runCommand(['export', file], dataDir);
  expect(auditOf(exported.stdout)).toEqual([['site.exported', site]]);
  const printed = await runCommand(['export', '-'], dataDir);
  // Another second may have begun.
  const present = JSON.parse(printed.stdout) as { exported_at: number };
  const former = JSON.parse(readFileSync(file, 'utf8')) as object;
  expect({ ...former, exported_at: present.exported_at }).toEqual(present);
  expect(auditOf(printed.stderr)).toEqual([['site.exported', site]]);
  const imported = await runCommand(['import', file], dataDir);
  expect(auditOf(imported.stdout)).toEqual([['site.imported', { kind: 'links', name: '0' }]]);
  if (isPostgres) return;
  const backup = join(parent, 'site.backup');
  expect(auditOf((await runCommand(['backup', backup], dataDir)).stdout)).toEqual([
    ['site.backed_up', site],
  ]);
  await server.end('SIGTERM');
  expect(auditOf((await runCommand(['restore', backup], dataDir)).stdout)).toEqual([
    ['site.restored', site],
  ]);
  const engine = await openTestEngine(dataDir);
  const events = engine.db.selectFrom('audit').select(['action', 'actor_kind', 'target_kind']);
  const restored = { action: 'site.restored', actor_kind: 'command', target_kind: 'site' } as const;
  expect((await events.orderBy('id').execute()).at(-1)).toEqual(restored);
  await engine.close();
});

test('a password that is easy to guess is refused by user reset and as ADMIN_PASSWORD', async () => {
  const dataDir = newDataDir();
  for (const weak of firstInShort(['password1', '      ', 'brisk12', 'ada1234'])) {
    const started = await runCommand([], dataDir, { env: { ...admins, ADMIN_PASSWORD: weak } });
    expect(started).toMatchObject({
      exitCode: 1,
      stderr: 'brisk: ADMIN_PASSWORD: too easy to guess\n',
    });
  }
  {
    await using server = await TestProcess.start(dataDir);
    const spaces = '\u3000'.repeat(6);
    for (const weak of firstInShort(['Passw0rd', spaces, 'ada1234', 'admin99'])) {
      const reset = await runCommand(['user', 'reset'], dataDir, { stdin: `${weak}\n` });
      expect(reset).toMatchObject({
        exitCode: 2,
        stderr: 'the password is too easy to guess\n',
      });
    }
    expect((await login(server.url, admin.password)).code).toBe(200);
  }
  // A site with an administrator ignores this setting.
  await using again = await TestProcess.start(dataDir, { ADMIN_PASSWORD: 'password1' });
  expect((await login(again.url, admin.password)).code).toBe(200);
});

testInAll('flush counts beside a running server', async () => {
  const dataDir = newDataDir();
  await using server = await TestProcess.start(dataDir);
  const { token } = await login(server.url, admin.password);
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${server.url}api/shorten_url`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ long_url: 'https://example.com', short_url: 'x', title: 'X' }),
  });
  for (let visit = 0; visit < 3; visit += 1) await fetch(`${server.url}x`, { redirect: 'manual' });
  expect(await runCommand(['flush'], dataDir)).toMatchObject({
    exitCode: 0,
    stderr: '3 clicks counted\n',
  });
  const list = await (await fetch(`${server.url}api/urls`, { headers })).json();
  expect(list).toMatchObject({ data: { urls: [{ clicks: 3 }] } });
  expect(await server.end('SIGTERM')).toBe(0);
  expect((await runCommand(['flush'], dataDir)).stderr).toBe('0 clicks counted\n');
});

test('wrong usage exits with 2, and a wrong setting exits with 1 and is named', async () => {
  const dataDir = newDataDir();
  expect(await runCommand(['fly'], dataDir)).toMatchObject({ exitCode: 2 });
  const wrong = {
    PORT: 'http',
    CLICK_FLUSH_SECONDS: '0',
    BASE_URL: 'go.example.com',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: '10.0.0',
    ADMIN_EMAIL: 'me',
    DATABASE_URL: 'mysql://db',
  };
  for (const [name, value] of Object.entries(wrong)) {
    const { exitCode, stderr } = await runCommand([], dataDir, { env: { [name]: value } });
    expect({ name, exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^brisk: (PORT|CLICK_FLUSH_SECONDS|BASE_URL|LOG_LEVEL|TRUSTED_PROXIES|ADMIN_USERNAME|DATABASE_URL): /,
      ),
    });
  }
});

test('version and help go to standard output', async () => {
  const dataDir = newDataDir();
  expect((await runCommand(['version'], dataDir)).stdout).toMatch(
    new RegExp(String.raw`^${RegExp.escape(VERSION)}\nDuckDB \d+\.\d+\.\d+\n$`),
  );
  expect((await runCommand(['--version'], dataDir)).stdout).toBe(`${VERSION}\n`);
  const help = await runCommand(['--help'], dataDir);
  expect(help.stdout).toContain('Usage: brisk');
  expect(help.stdout).toContain('brisk link --help');
  expect(readdirSync(parent)).not.toContain(String(count));
});
