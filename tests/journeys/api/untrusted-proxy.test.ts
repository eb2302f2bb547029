import { expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplyOf } from '../../../contracts/route.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { getStatus } from '../../../contracts/status.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';

type Status = ReplyOf<typeof getStatus>;

const FORGED = '198.51.100.66, <script>alert(1)</script>';
const reported = { address: '127.0.0.1', setting: 'TRUSTED_PROXIES=127.0.0.1' };

/** A request with forwarding headers, as from a proxy. */
function ask(url: string, path: string, forwardedFor = FORGED): Promise<unknown> {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${forwardedFor}`];
  return sendRaw(url, [...lines, 'Connection: close', '', ''].join('\r\n'));
}

test.each([
  ['a visit', '/here'],
  ['a visit that takes the HTTP server', '/here?"'],
  ['an unknown code', '/nothing'],
  ['a call', '/api/get/siteinfo'],
])('the status reports an untrusted proxy and the setting that trusts it: %s', async (_, path) => {
  await using site = await openSetUpSite();
  const fields = { long_url: 'https://example.com/', short_url: 'here', title: 'x' };
  await site.call(createLink, fields, site.token);
  const readStatus = async () => (await site.call(getStatus, {}, site.token)).data as Status;
  expect((await readStatus()).untrusted_proxy).toBeNull();
  await ask(site.url, path);
  const status = await readStatus();
  expect(status.untrusted_proxy).toEqual(reported);
  expect(JSON.stringify(status)).not.toMatch(/198\.51|script/);
});

test('a trusted proxy is not reported, and the setting for another one keeps it', async () => {
  await using site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  await ask(site.url, '/api/get/siteinfo');
  const { data } = await site.call(getStatus, {}, site.token);
  expect((data as Status).untrusted_proxy).toBeNull();
});

test.each([1, 3])('the log reports an untrusted proxy once, processes: %d', async (workers) => {
  const dataDir = createDataDir();
  const logFile = join(dataDir, 'log');
  {
    const env = { WORKERS: String(workers), TRUSTED_PROXIES: '10.0.0.5' };
    await using server = await TestProcess.start(dataDir, env, undefined, logFile);
    const site = new SiteCaller(server.url);
    const token = await site.signIn();
    const caller = new SiteCaller(server.url, token);
    const fields = { long_url: 'https://example.com/', short_url: 'here', title: 'x' };
    await caller.call(createLink, fields);
    await Promise.all(Array.from({ length: 60 }, () => ask(server.url, '/here')));
    const readProxy = async () =>
      ((await caller.call(getStatus, {})).data as Status).untrusted_proxy;
    // Workers report to the server a moment later.
    while ((await readProxy()) === null);
    await Promise.all(Array.from({ length: 60 }, () => ask(server.url, '/here')));
    expect(await readProxy()).toEqual({
      address: '127.0.0.1',
      setting: 'TRUSTED_PROXIES=10.0.0.5,127.0.0.1',
    });
  }
  const lines = readFileSync(logFile, 'utf8').split('\n');
  const warnings = lines.filter((line) => line.includes('X-Forwarded-For'));
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0]!)).toMatchObject({
    level: 40,
    address: '127.0.0.1',
    setting: 'TRUSTED_PROXIES=10.0.0.5,127.0.0.1',
  });
  expect(warnings[0]).not.toMatch(/198\.51|script/);
  rmSync(dataDir, { recursive: true });
});
