import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as account from '../../../contracts/account.ts';
import * as factors from '../../../contracts/people/factors.ts';
import * as people from '../../../contracts/people/people.ts';
import { createNamedToken } from '../../../contracts/people/tokens.ts';
import { setOption } from '../../../contracts/site.ts';
import type { Route } from '../../../contracts/route.ts';
import { codeOf } from '../../support/authenticator.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { addPerson, expectData, invite, inDatabase, PASSWORD } from '../people/people-steps.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { TestProcess } from '../test-process.ts';
import { admin, createDataDir } from '../test-site.ts';

/** Where passkeys work. */
const env = { BASE_URL: 'https://go.example/' };
let site: SetUpSite;

beforeEach(async () => {
  site = await openSetUpSite({ env: { ...env, TRUSTED_PROXIES: '127.0.0.1' } });
});
afterEach(() => site[Symbol.asyncDispose]());

/** A call from an address, as a trusted proxy passes it on. */
async function from(address: string, route: Route, fields: object) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const response = await site.fetch(route.path, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  });
  const { msg, data } = (await response.json()) as { msg: string; data: unknown };
  return { status: response.status, msg, data: data as { token: string; step: string } };
}

async function addApp(token: string): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await expectData<{ secret: string }>(site, factors.beginTotp, {}, token);
  const fields = { code: codeOf(secret) };
  const { codes } = await expectData<{ codes: string[] }>(site, factors.addTotp, fields, token);
  return { secret, codes };
}

/** The step after a right password. */
async function begin(address: string, username: string, password: string): Promise<string> {
  const begun = await from(address, account.login, { username, password });
  expect(begun.msg).toBe('second.factor.required');
  return begun.data.step;
}

const HOME = '203.0.113.7';
const ATTACKER = '198.51.100.9';

test('own logins of many accounts do not buy guesses at another', async () => {
  const colleagues = ['viewer1', 'viewer2', 'viewer3'];
  for (const username of colleagues) await addPerson(site, { username, role: 'viewer' });
  let checked = 0;
  for (let round = 0; round < chooseForRun(6, 24); round += 1) {
    for (let guess = 0; guess < 4; guess += 1) {
      const fields = { username: admin.username, password: `guess ${round} ${guess}` };
      if ((await from(ATTACKER, account.login, fields)).status === 200) checked += 1;
    }
    const username = colleagues[round % 3]!;
    await from(ATTACKER, account.login, { username, password: PASSWORD });
  }
  // A delay ends now and then on a slow machine; without the limit each is compared.
  expect(checked).toBeLessThan(12);
});

describe('wrong codes', () => {
  test('in parallel are compared as rarely as one after the other', async () => {
    await addApp(site.token);
    const { username, password } = admin;
    const steps = await Promise.all(
      Array.from({ length: 4 }, () => begin(ATTACKER, username, password)),
    );
    const answers = await Promise.all(
      Array.from({ length: chooseForRun(40, 200) }, (_, index) =>
        from(ATTACKER, factors.loginSecond, {
          step: steps[index % 4],
          code: String(index).padStart(6, '0'),
        }),
      ),
    );
    const compared = answers.filter(({ msg }) => msg === 'second.factor.error');
    expect(compared.length).toBeLessThanOrEqual(7);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test('from everywhere lock out neither a known address nor a recovery code', async () => {
    await from(HOME, account.login, admin);
    const { secret, codes } = await addApp(site.token);
    const { username, password } = admin;
    const tried: string[] = [];
    for (let number = 0; number < 14; number += 1) {
      const address = `198.51.${number}.1`;
      const step = await begin(address, username, password);
      const { msg } = await from(address, factors.loginSecond, { step, code: '000000' });
      tried.push(msg);
    }
    expect(tried.filter((msg) => msg === 'second.factor.error')).toHaveLength(10);
    const far = await begin('192.0.2.1', username, password);
    const blocked = await from('192.0.2.1', factors.loginSecond, {
      step: far,
      code: codeOf(secret, 1),
    });
    expect(blocked.status).toBe(429);
    const spare = await from('192.0.2.1', factors.loginSecond, {
      step: far,
      recovery_code: codes[0],
    });
    expect(spare.msg).toBe('success');
    const step = await begin(HOME, username, password);
    const owner = await from(HOME, factors.loginSecond, { step, code: codeOf(secret, 1) });
    expect(owner.msg).toBe('success');
  });
});

describe('a step of a login', () => {
  test('takes the code of its own account only', async () => {
    const { token } = await addPerson(site, { username: 'grace', role: 'editor' });
    const owner = await addApp(site.token);
    const grace = await addApp(token);
    const ofOwner = await begin(HOME, admin.username, admin.password);
    for (const fields of [{ code: codeOf(grace.secret, 1) }, { recovery_code: grace.codes[0] }]) {
      const tried = await from(HOME, factors.loginSecond, { step: ofOwner, ...fields });
      expect(tried.msg).toBe('second.factor.error');
    }
    const used = await from(HOME, factors.loginSecond, {
      step: ofOwner,
      code: codeOf(owner.secret, 1),
    });
    expect(used.msg).toBe('success');
    // Another step of the same account is not spent, and neither is the other's code.
    const ofGrace = await begin(HOME, 'grace', PASSWORD);
    const own = { step: ofGrace, recovery_code: grace.codes[0] };
    expect((await from(HOME, factors.loginSecond, own)).msg).toBe('success');
  });

  test('opens nothing but what it was made for, whole and sealed by this site', async () => {
    const { secret } = await addApp(site.token);
    const step = await begin(HOME, admin.username, admin.password);
    const code = codeOf(secret, 1);
    const passkey = await from(HOME, factors.beginPasskeyLogin, {});
    await using other = await openSetUpSite({ env });
    const foreign = await expectData<{ step: string }>(other, factors.beginPasskeyLogin);
    for (const wrong of [
      passkey.data.step,
      foreign.step,
      step.slice(0, -2),
      `${step.slice(0, 20)}${step[20] === 'A' ? 'B' : 'A'}${step.slice(21)}`,
      `${step}AA`,
    ]) {
      const tried = await from(HOME, factors.loginSecond, { step: wrong, code });
      expect(tried.msg).toBe('session.expired');
    }
    expect((await from(HOME, factors.loginSecond, { step, code })).msg).toBe('success');
    const { rows } = await inDatabase(site, async ({ db }) => ({
      rows: await db.selectFrom('spent_step').selectAll().execute(),
    }));
    // Nothing but the success is stored.
    expect(rows).toHaveLength(1);
  });

  testInAll(
    'dies with a change of the role, the password or the state of its account',
    async () => {
      const { id, token } = await addPerson(site, { username: 'grace', role: 'editor' });
      const { secret } = await addApp(token);
      const changes: readonly (readonly [Route, object])[] = [
        [people.setRole, { id, role: 'viewer' }],
        [people.disableAccount, { id }],
      ];
      for (const [route, fields] of changes) {
        const step = await begin(HOME, 'grace', PASSWORD);
        await expectData(site, route, fields, site.token);
        const tried = await from(HOME, factors.loginSecond, { step, code: codeOf(secret, 1) });
        expect([route.path, tried.msg]).toEqual([route.path, 'session.expired']);
      }
    },
  );
});

describe('a one-time link', () => {
  test('is not used up by a look, and not told to other sites', async () => {
    const link = await invite(site, { username: 'grace', role: 'editor' });
    const page = await site.fetch('/admin/join', {
      headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
    });
    expect(page.headers.get('referrer-policy')).toMatch(
      /^(?:no-referrer|same-origin|strict-origin)/,
    );
    for (let look = 0; look < 3; look += 1) {
      expect((await from(HOME, people.lookAtLink, { link })).msg).toBe('success');
    }
    for (const path of [`/admin/join?link=${link}`, `/admin/join/${link}`, `/${link}`]) {
      await site.fetch(path);
    }
    const fields = { link, username: 'grace', password: PASSWORD };
    expect((await from(HOME, people.join, fields)).msg).toBe('success');
  });

  test('is guessed no faster than a password', async () => {
    const tried: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const link = `inv-${String(guess).padStart(43, 'A')}`;
      tried.push((await from(ATTACKER, people.lookAtLink, { link })).status);
    }
    expect(tried.filter((status) => status === 200).length).toBeLessThanOrEqual(7);
    const link = await invite(site, { username: 'grace', role: 'editor' });
    expect((await from(HOME, people.lookAtLink, { link })).status).toBe(200);
  });
});

/** The network of the newest row about failed logins. */
async function readNetwork(server: SetUpSite): Promise<unknown> {
  for (;;) {
    const rows = await inDatabase(server, ({ db }) =>
      db.selectFrom('audit').select('network').where('action', '=', 'login.failed').execute(),
    );
    if (rows.length > 0) return rows.map(({ network }) => network);
  }
}

async function tryWith(server: SetUpSite, lines: readonly string[]): Promise<number> {
  const body = JSON.stringify({ username: admin.username, password: 'wrong' });
  const head = [
    'POST /api/login HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...lines,
    'Connection: close',
  ];
  return (await sendRaw(server.url, [...head, '', body].join('\r\n'))).status;
}

describe('the address of a login', () => {
  test.each([
    ['X-Forwarded-For', [`X-Forwarded-For: ${HOME}, 198.51.100.9`]],
    ['two of them', [`X-Forwarded-For: ${HOME}`, 'X-Forwarded-For: 198.51.100.9']],
    ['another case', [`x-forwarded-for: ${HOME}`, 'X-FORWARDED-FOR: 198.51.100.9']],
  ] as const)('is the last that a trusted proxy names, with %s', async (_, lines) => {
    await tryWith(site, [...lines, 'X-Real-IP: 192.0.2.1', 'Forwarded: for=192.0.2.1']);
    expect(await readNetwork(site)).toEqual(['198.51.100.0/24']);
  });

  test('is the peer’s when it is not trusted, whatever it claims', async () => {
    await using open = await openSetUpSite();
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess += 1) {
      const name = guess % 2 === 0 ? 'X-Forwarded-For' : 'x-FORWARDED-for';
      statuses.push(
        await tryWith(open, [`${name}: 198.51.${guess}.1`, `X-Forwarded-For: 192.0.${guess}.1`]),
      );
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(7);
    expect(statuses).toContain(429);
    expect(await readNetwork(open)).toEqual(['127.0.0.0/24']);
  });
});

async function read<Data>(by: SiteCaller, route: Route, fields: object): Promise<Data> {
  return (await by.call(route, fields)).data as Data;
}

test('no log has a password, a token, a one-time link, a step or a code', async () => {
  const dataDir = createDataDir();
  const logFile = join(dataDir, 'log');
  const secrets: string[] = [];
  {
    const all = { LOG_LEVEL: 'trace' };
    await using server = await TestProcess.start(dataDir, all, undefined, logFile);
    const token = await new SiteCaller(server.url).signIn();
    const owner = new SiteCaller(server.url, token);
    const fields = { email: 'planted@example.com', role: 'editor' };
    const { link } = await read<{ link: string }>(owner, people.inviteAccount, fields);
    const password = 'planted pass phrase';
    const joined = await read<{ token: string }>(owner, people.join, {
      link,
      username: 'grace',
      password,
    });
    const named = { name: 'x', scopes: ['links:read'] };
    const made = await read<{ token: string }>(owner, createNamedToken, named);
    const { secret } = await read<{ secret: string }>(owner, factors.beginTotp, {});
    const code = codeOf(secret);
    const { codes } = await read<{ codes: string[] }>(owner, factors.addTotp, { code });
    const begun = await read<{ step: string }>(owner, account.login, admin);
    const last = { step: begun.step, recovery_code: codes[0] };
    await read(owner, factors.loginSecond, last);
    await read(owner, factors.loginSecond, { ...last, recovery_code: 'not a code' });
    await read(owner, setOption, { key: 'second_factor', value: 'not JSON' });
    await read(owner, account.login, { username: 'grace', password: 'planted wrong one' });
    await fetch(new URL(`/api/urls?token=${made.token}`, server.url));
    secrets.push(
      link,
      password,
      joined.token,
      made.token,
      token,
      secret,
      begun.step,
      ...codes,
      'planted wrong one',
      admin.password,
    );
    await server.end('SIGTERM');
  }
  const log = readFileSync(logFile, 'utf8');
  expect(log).toContain('account.joined');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  rmSync(dataDir, { recursive: true });
});
