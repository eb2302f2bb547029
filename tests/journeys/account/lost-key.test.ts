import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeToken, createToken, getToken, login } from '../../../contracts/account.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { isPostgres, openTestEngine } from '../../support/test-engine.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { admin, TestSite } from '../test-site.ts';

// Each test starts the program.
setDefaultTimeout(300_000);

const parent = mkdtempSync(join(tmpdir(), 'brisk-lost-key-'));
afterAll(() => rmSync(parent, { recursive: true }));

let count = 0;
function newDirectory(): string {
  count += 1;
  const directory = join(parent, String(count));
  mkdirSync(directory);
  return directory;
}

const KEY = 'secret.key';
const SENTENCE = 'the API token works but cannot be shown';

/** Damages of the key file. */
const losses: [string, (file: string) => void][] = [
  ['is gone', (file) => rmSync(file)],
  ['is empty', (file) => writeFileSync(file, '')],
  ['is cut off', (file) => writeFileSync(file, readFileSync(file).subarray(0, 31))],
  ['is another one', (file) => writeFileSync(file, Buffer.alloc(32, 1))],
  ['cannot be read', (file) => (rmSync(file), mkdirSync(file))],
  ['is a link to nothing', (file) => (rmSync(file), symlinkSync('/nowhere/key', file))],
];

/** Damages of the key on PostgreSQL, which the servers of a site share in a table. */
const rows: [string, Uint8Array | null][] = [
  ['is gone', null],
  ['is empty', new Uint8Array()],
  ['is cut off', new Uint8Array(31)],
  ['is another one', new Uint8Array(32)],
];

async function replaceKeyRow(dataDir: string, value: Uint8Array | null): Promise<void> {
  const engine = await openTestEngine(dataDir);
  if (value === null) await engine.db.deleteFrom('secret').execute();
  else
    await engine.db
      .updateTable('secret')
      .set({ value: Buffer.from(value) })
      .execute();
  await engine.close();
}

const kinds: [string, (dataDir: string) => Promise<void>][] = isPostgres
  ? rows.map(([name, value]) => [name, (dataDir) => replaceKeyRow(dataDir, value)])
  : losses.map(([name, lose]) => [name, async (dataDir) => lose(join(dataDir, KEY))]);

/** Creates a site with an API token, and returns the token. */
async function createSite(dataDir: string): Promise<string> {
  await using site = await TestProcess.start(dataDir);
  const caller = await logIn(site);
  const { data } = await caller(createToken.path);
  await site.end('SIGTERM');
  return (data as { token: string }).token;
}

async function logIn({ url }: { readonly url: string }) {
  const answer = await fetch(url.slice(0, -1) + login.path, {
    method: 'POST',
    body: new URLSearchParams(admin),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return async (path: string, bearer = data.token, body?: object) => {
    const response = await fetch(url.slice(0, -1) + path, {
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { code: number; msg: string; data: unknown };
  };
}

test.each(firstInShort(kinds))(
  'when the key %s, the page says so, and the token can be changed',
  async (_, lose) => {
    const dataDir = newDirectory();
    const apiToken = await createSite(dataDir);
    await lose(dataDir);

    const logFile = join(parent, `log-${count}`);
    const site = await TestProcess.start(dataDir, {}, undefined, logFile);
    const call = await logIn(site);
    const unreadable = { code: 400, msg: 'token.unreadable', data: null };
    expect(await call(getToken.path)).toEqual(unreadable);
    // Programs that use the API token keep working.
    const link = { long_url: 'https://example.com/' };
    expect((await call(createLink.path, apiToken, link)).code).toBe(200);
    expect(await call(createToken.path)).toMatchObject({ code: 400, msg: 'token.already.exists' });

    const { data } = await call(changeToken.path);
    const { token } = data as { token: string };
    expect(await call(getToken.path)).toMatchObject({ code: 200, data: { token } });
    expect((await call(createLink.path, token, link)).code).toBe(200);
    expect(await site.end('SIGTERM')).toBe(0);
    const lines = readFileSync(logFile, 'utf8').trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(entries.filter(({ level }) => level >= 40)).toEqual([
      expect.objectContaining({ level: 40, msg: expect.stringContaining(SENTENCE) as string }),
    ]);

    // The next start reports no problem.
    await using again = await TestProcess.start(dataDir);
    const callAgain = await logIn(again);
    expect(await callAgain(getToken.path)).toMatchObject({ code: 200, data: { token } });
  },
);

async function run(dataDir: string, ...args: string[]): Promise<void> {
  const { exitCode, stderr } = await runCommand(args, dataDir);
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
}

if (!isPostgres) {
  test('on SQLite an unusable key is set aside, and only the owner can read the new one', async () => {
    const dataDir = newDirectory();
    await createSite(dataDir);
    const half = readFileSync(join(dataDir, KEY)).subarray(0, 16);
    writeFileSync(join(dataDir, KEY), half);
    await using site = await TestSite.open({ dataDir });
    expect(site.url).toStartWith('http://');
    const names = readdirSync(dataDir)
      .filter((name) => name.startsWith(KEY))
      .sort();
    expect(names).toEqual([KEY, expect.stringMatching(/^secret\.key\.unusable-\d+$/)]);
    expect(readFileSync(join(dataDir, names[1]!))).toEqual(half);
    expect(statSync(join(dataDir, KEY)).mode & 0o777).toBe(0o600);
  });

  testInAll('on SQLite a site without its key can be backed up and restored', async () => {
    const dataDir = newDirectory();
    const apiToken = await createSite(dataDir);
    rmSync(join(dataDir, KEY));
    const file = join(parent, 'backup.db');
    await run(dataDir, 'backup', file);
    const other = newDirectory();
    await run(other, 'restore', file);
    await using site = await TestProcess.start(other);
    const call = await logIn(site);
    expect(await call(getToken.path)).toMatchObject({ code: 400, msg: 'token.unreadable' });
    const link = { long_url: 'https://example.com/' };
    expect((await call(createLink.path, apiToken, link)).code).toBe(200);
  });
}
