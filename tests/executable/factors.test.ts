import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import * as account from '../../contracts/account.ts';
import * as factors from '../../contracts/people/factors.ts';
import { createDataDir, admin } from '../journeys/test-site.ts';
import { TestProcess } from '../journeys/test-process.ts';
import { Authenticator, codeOf } from '../support/authenticator.ts';

/** Libraries that are loaded late are the ones that an executable may lack. */
test('a passkey and an authenticator app are added, and each logs in', async () => {
  const dataDir = createDataDir();
  await using server = await TestProcess.start(dataDir);
  const origin = `http://localhost:${server.port}`;
  const call = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: token === '' ? { 'content-type': 'application/json' } : headers,
      body: JSON.stringify(body),
    });
    const { msg, data } = (await response.json()) as { msg: string; data: Answer };
    return { msg, ...data };
  };
  const { token } = await call(account.login.path, admin);
  const key = new Authenticator({ rpId: 'localhost', origin });
  const begun = await call(factors.beginPasskey.path, {}, token);
  const answer = key.create(begun.options);
  const added = await call(factors.addPasskey.path, { step: begun.step, answer }, token);
  expect([added.msg, added.codes.length]).toEqual(['success', 8]);

  const asked = await call(factors.beginPasskeyLogin.path, {});
  const login = { step: asked.step, answer: key.get(asked.options) };
  expect((await call(factors.loginWithPasskey.path, login)).msg).toBe('success');

  const { secret } = await call(factors.beginTotp.path, {}, token);
  expect((await call(factors.addTotp.path, { code: codeOf(secret) }, token)).msg).toBe('success');
  const { step } = await call(account.login.path, admin);
  expect((await call(factors.loginSecond.path, { step, code: codeOf(secret, 1) })).msg).toBe(
    'success',
  );
  rmSync(dataDir, { recursive: true });
});

interface Answer {
  readonly token: string;
  readonly step: string;
  readonly secret: string;
  readonly options: object;
  readonly codes: readonly string[];
}
