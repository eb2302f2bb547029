import { expect, test } from 'bun:test';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { startNodes } from './node.ts';

const CALLS = 40;
const sent = { long_url: 'https://example.com/', expires_at: '2040-01-01T00:00:00Z' };

test('calls with one key on two nodes make one link, also after a kill', async () => {
  await using site = await startNodes(2, await (await sharedPostgres()).createDatabase());
  const [one, two] = site.nodes as [(typeof site.nodes)[0], (typeof site.nodes)[0]];
  const token = await one.caller().signIn();
  const create = (url: string) =>
    fetch(new URL('/api/v1/links', url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'one',
      },
      body: JSON.stringify(sent),
    });
  const urls = [one.server.url, two.server.url];
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => create(urls[index % 2]!)),
  );
  const made = answers.filter(({ status }) => status === 201);
  const busy = answers.filter(({ status }) => status === 409);
  expect([made.length > 0, made.length + busy.length]).toEqual([true, CALLS]);
  const first = await made[0]!.text();
  await one.server.end('SIGKILL');
  expect(await (await create(two.server.url)).text()).toBe(first);
  await one.start();
  const again = await create(one.server.url);
  expect([again.status, await again.text()]).toEqual([201, first]);
}, 300_000);
