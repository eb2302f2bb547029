import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createDataDir } from '../journeys/test-site.ts';
import { TestProcess } from '../journeys/test-process.ts';
import { findFreePort } from '../support/free-port.ts';
import { LyingProvider } from '../support/single-sign-on/lying-provider.ts';
import { CLIENT_ID, home, logInWithSso } from '../support/single-sign-on/sso-site.ts';

/** The library of the protocol is loaded late, and an executable may lack it. */
test('single sign-on makes an account, and a token of another key makes none', async () => {
  await using provider = await LyingProvider.open();
  const dataDir = createDataDir();
  const port = await findFreePort('127.0.0.1');
  await using _server = await TestProcess.start(dataDir, {
    PORT: String(port),
    BASE_URL: home,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_AUTO_CREATE: '1',
    LOG_LEVEL: 'error',
  });
  const site = {
    fetch: (path: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
  };
  expect((await logInWithSso(site)).msg).toBe('success');
  provider.lie = { signer: 'other key' };
  expect(await logInWithSso(site).catch(String)).toContain('#no-sso-failed');
  rmSync(dataDir, { recursive: true });
});
