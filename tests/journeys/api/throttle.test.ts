import { expect, test } from 'bun:test';
import { changePassword, login, logout } from '../../../contracts/account.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { admin, createDataDir, TestSite } from '../test-site.ts';
import { withSlack } from '../../support/promised-time.ts';

const env = { TRUSTED_PROXIES: '127.0.0.1' };

function tryLogin(
  site: TestSite,
  address: string,
  password: string = admin.password,
  username = admin.username,
): Promise<Response> {
  return site.fetch(login.path, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ username, password }),
  });
}

/** An address in its own network. */
function addressOf(number: number): string {
  return `2001:db8:${number.toString(16)}::1`;
}

test('guesses from many addresses do not lock the owner out of a known network', async () => {
  await using site = await openSetUpSite({ env });
  expect((await tryLogin(site, '203.0.113.7')).status).toBe(200);
  const statuses: number[] = [];
  for (let network = 0; network < 20; network += 1) {
    statuses.push((await tryLogin(site, addressOf(network), 'a guess')).status);
  }
  expect(statuses).toContain(429);
  expect((await tryLogin(site, '198.51.100.1')).status).toBe(429);
  const change = await site.fetch(changePassword.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'x-forwarded-for': '192.0.2.1' },
    body: new URLSearchParams({ old_password: admin.password, new_password: 'a new one' }),
  });
  expect([change.status, await change.json()]).toMatchObject([200, { code: 200, data: null }]);
  for (let network = 20; network < 30; network += 1) {
    await tryLogin(site, addressOf(network), 'a guess');
  }
  expect((await tryLogin(site, '203.0.113.7', 'a new one')).status).toBe(200);
});

test('known networks are remembered after a logout and a restart', async () => {
  const dataDir = createDataDir();
  const known = ['203.0.113.7', '2001:db8:1:2::3'];
  {
    await using site = await openSetUpSite({ env, dataDir });
    for (const address of known) {
      const { data } = (await (await tryLogin(site, address)).json()) as {
        data: { token: string };
      };
      await site.call(logout, {}, data.token);
    }
    await site.call(logout, {}, site.token);
  }
  const engine = await openTestEngine(dataDir);
  const stored = JSON.stringify(await engine.db.selectFrom('known_address').selectAll().execute());
  await engine.close();
  for (const address of ['203.0.113', '2001:db8']) expect(stored).not.toContain(address);

  await using site = await TestSite.open({ env, dataDir });
  for (let network = 0; network < 20; network += 1) {
    await tryLogin(site, addressOf(network), 'a guess');
  }
  expect((await tryLogin(site, '198.51.100.1')).status).toBe(429);
  expect((await tryLogin(site, '203.0.113.7')).status).toBe(200);
  expect((await tryLogin(site, '2001:db8:1:2:ffff::4')).status).toBe(200);
});

test('amid 20 guesses a second from new networks, the owner gets in from a new address in 10 s', async () => {
  await using site = await openSetUpSite({ env });
  let number = 0;
  let looked = 0;
  const guesses: Promise<void>[] = [];
  const guess = async (): Promise<void> => {
    const answer = await tryLogin(site, addressOf((number += 1)), 'a guess');
    if (answer.status === 200) looked += 1;
  };
  // The first attempts use up the free ones of each address.
  for (let first = 0; first < 20; first += 1) await guess();
  const attack = setInterval(() => guesses.push(guess()), 1000 / 20);
  try {
    for (const owner of ['198.51.100.1', '192.0.2.1', '2001:db9::1']) {
      const begun = performance.now();
      for (;;) {
        const answer = await tryLogin(site, owner);
        if (answer.status === 200) break;
        expect(answer.status).toBe(429);
        await Bun.sleep(Number(answer.headers.get('retry-after')) * 1000);
      }
      expect(performance.now() - begun).toBeLessThan(withSlack(10_000));
    }
  } finally {
    clearInterval(attack);
  }
  await Promise.all(guesses);
  // Each correct password frees five attempts, and the owner sends it.
  expect(looked).toBeLessThanOrEqual(4 * 5);
}, 300_000);

test('a thousand attempts at once from new networks do not delay the owner', async () => {
  await using site = await openSetUpSite({ env });
  await tryLogin(site, '203.0.113.7');
  const attempts = Array.from({ length: 1000 }, (_, number) =>
    tryLogin(site, addressOf(number), 'a guess', `nobody${number}`),
  );
  const owner = await tryLogin(site, '203.0.113.7');
  expect(owner.status).toBe(200);
  const answers = await Promise.all(attempts);
  const looked = answers.filter(({ status }) => status === 200);
  expect(looked.length).toBeLessThanOrEqual(60);
  for (const answer of answers) {
    if (answer.status === 200) continue;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  }
}, 300_000);
