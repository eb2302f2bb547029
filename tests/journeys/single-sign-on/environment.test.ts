import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { login } from '../../../contracts/account.ts';
import { getLoginWays } from '../../../contracts/people/factors.ts';
import { join } from '../../../contracts/people/people.ts';
import { getSso } from '../../../contracts/people/sso.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';
import {
  callback,
  CLIENT_ID,
  CLIENT_SECRET,
  home,
  logInWithSso,
  setProvider,
} from '../../support/single-sign-on/sso-site.ts';
import { firstInShort } from '../../support/test-run.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, createDataDir, TestSite } from '../test-site.ts';

let provider: RealProvider;
beforeAll(async () => {
  provider = await RealProvider.open(callback);
});
afterAll(() => provider[Symbol.asyncDispose]());

function environment() {
  return {
    BASE_URL: home,
    OIDC_NAME: 'Acme',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
  };
}

test('the environment sets the provider, and the page can only show it', async () => {
  await using site = await openSetUpSite({ env: { ...environment(), OIDC_AUTO_CREATE: '1' } });
  const shown = await site.call(getSso, {}, site.token);
  expect(shown.data).toMatchObject({
    settings: { name: 'Acme', issuer: provider.issuer, auto_create: 1 },
    is_from_environment: 1,
    is_on: 1,
    callback,
  });
  expect(JSON.stringify(shown)).not.toContain(CLIENT_SECRET);
  expect((await setProvider(site, provider.issuer)).msg).toBe('not.allowed');
  expect((await logInWithSso(site)).msg).toBe('success');
});

test('without passwords, the machine still makes a link that logs in', async () => {
  const env = { ...environment(), PASSWORD_LOGIN: 'none' };
  // The owner exists before passwords are off.
  const dataDir = createDataDir();
  await (await TestProcess.start(dataDir)).end('SIGTERM');
  await using site = await TestSite.open({ dataDir, env });
  expect((await site.call(login, admin)).msg).toBe('password.login.off');
  expect((await site.call(getLoginWays)).data).toMatchObject({ password: 0, sso: [{ id: 1 }] });
  const printed = await runCommand(['user', 'login', admin.username], dataDir, { env });
  const [link = ''] = /inv-[\w-]+/.exec(printed.stdout) ?? [];
  const { data } = await site.call(join, { link });
  const { token } = data as { token: string };
  expect((await site.call(getSso, {}, token)).data).toMatchObject({ is_on: 1 });
  rmSync(dataDir, { recursive: true });
});

/** Where the server listens; when it is ready, it names BASE_URL. */
function readUrl(logFile: string): string {
  return /"url":"(http:[^"]+)"[^\n]*"listening"/.exec(readFileSync(logFile, 'utf8'))?.[1] ?? '';
}

const faults: readonly (readonly [Record<string, string | undefined>, readonly string[]])[] = [
  [
    { OIDC_CLIENT_SECRET: undefined, OIDC_ISSUER: undefined, PASSWORD_LOGIN: 'none' },
    [
      'single sign-on is off: OIDC_ISSUER, OIDC_CLIENT_SECRET missing',
      'PASSWORD_LOGIN=none has no effect: single sign-on is off',
    ],
  ],
  [{ BASE_URL: undefined }, ['single sign-on is off: BASE_URL missing']],
  [{ PASSWORD_LOGIN: 'none' }, []],
];

test.each(firstInShort(faults))(
  'the start with %j warns, and passwords work',
  async (change, said) => {
    const dataDir = createDataDir();
    const logFile = joinPath(dataDir, 'log');
    const env = Object.fromEntries(
      Object.entries({ ...environment(), ...change }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const site = await TestProcess.start(
      dataDir,
      { ...env, LOG_LEVEL: 'info' },
      undefined,
      logFile,
    );
    const response = await fetch(new URL(login.path, readUrl(logFile)), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    const { msg } = (await response.json()) as { msg: string };
    expect(msg).toBe(said.length === 0 ? 'password.login.off' : 'success');
    await site.end('SIGTERM');
    const log = readFileSync(logFile, 'utf8');
    expect(said.filter((sentence) => !log.includes(sentence))).toEqual([]);
    expect(log.match(/single sign-on is off/g)?.length ?? 0).toBe(said.length);
    rmSync(dataDir, { recursive: true });
  },
);

test('an incomplete environment turns off the provider that the page stored', async () => {
  const dataDir = createDataDir();
  {
    await using site = await openSetUpSite({ dataDir, env: { BASE_URL: home } });
    expect((await setProvider(site, provider.issuer)).msg).toBe('success');
  }
  const { OIDC_CLIENT_SECRET: _secret, ...incomplete } = environment();
  await using site = await TestSite.open({
    dataDir,
    env: { ...incomplete, PASSWORD_LOGIN: 'none' },
  });
  expect((await site.call(getLoginWays)).data).toMatchObject({ password: 1, sso: [] });
  const { msg, data } = await site.call(login, admin);
  expect(msg).toBe('success');
  const { token } = data as { token: string };
  const off = { settings: null, has_secret: 0, is_from_environment: 1, is_on: 0 };
  expect((await site.call(getSso, {}, token)).data).toMatchObject(off);
  expect((await setProvider(Object.assign(site, { token }), provider.issuer)).msg).toBe(
    'not.allowed',
  );
  expect((await site.fetch('/login/sso/1')).headers.get('location')).toBe('/login#no-sso-failed');
  rmSync(dataDir, { recursive: true });
});

test('a provider that is gone slows neither the start nor a password', async () => {
  const gone = { ...environment(), OIDC_ISSUER: 'http://127.0.0.1:1' };
  await using site = await openSetUpSite({ env: gone });
  expect((await site.call(login, admin)).msg).toBe('success');
  const back = await site.fetch('/login/sso/1');
  expect(back.headers.get('location')).toBe('/login#no-sso-failed');
});
