import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { login } from '../../../contracts/account.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { TestProcess } from '../test-process.ts';
import { admin, createDataDir } from '../test-site.ts';

const dataDir = createDataDir();
afterAll(() => rmSync(dataDir, { recursive: true }));

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

async function create(url: string, token: string, name: string): Promise<string> {
  const response = await fetch(new URL('/api/v1/links', url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': name,
    },
    body: JSON.stringify({ long_url: `https://example.com/${name}`, max_clicks: 5 }),
  });
  // The port differs after the start, and with it the short link.
  const { id, short_url: code } = (await response.json()) as { id: number; short_url: string };
  return `${response.status} ${id} ${code}`;
}

test('calls that are sent again after a kill -9 make no second link', async () => {
  const answered = new Map<string, string>();
  let token: string;
  {
    await using server = await TestProcess.start(dataDir);
    const { data } = await new SiteCaller(server.url).call(login, admin);
    ({ token } = data as { token: string });
    const sent = names.map(async (name, at) => {
      const answer = await create(server.url, token, name);
      answered.set(name, answer);
      // The others are under way, or were answered in the same moment.
      if (at === 0) await server.end('SIGKILL');
    });
    await Promise.allSettled(sent);
  }
  expect(answered.size).toBeGreaterThan(0);
  await using server = await TestProcess.start(dataDir);
  const again = await Promise.all(names.map((name) => create(server.url, token, name)));
  for (const [at, name] of names.entries()) {
    expect(again[at]).toMatch(isPostgres ? /^(?:201|409) / : /^201 /);
    expect(answered.get(name) ?? again[at]).toBe(again[at]);
  }
  const list = await fetch(new URL('/api/v1/links', server.url), {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await list.json()) as { data: { long_url: string }[] };
  const made = data.map(({ long_url: url }) => url);
  expect(new Set(made).size).toBe(made.length);
  // On several servers, a key is free 30 seconds after the last sign of life.
  if (!isPostgres) expect(made).toHaveLength(names.length);
}, 300_000);
