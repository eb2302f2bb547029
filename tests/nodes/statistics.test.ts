import { expect, test } from 'bun:test';
import { createLink, type Link } from '../../contracts/links.ts';
import { getReport, type Report } from '../../contracts/stats.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { startNodes } from './node.ts';

/** Within what time a visit to one node shows on another, in milliseconds; clicks wait an hour. */
const SHOWN_MS = 5000;

test('who looks at statistics on one node sees the visits to another at once', async () => {
  const url = await (await sharedPostgres()).createDatabase();
  await using site = await startNodes(2, url, { CLICK_FLUSH_SECONDS: '3600' });
  const [looked, visited] = site.nodes;
  const caller = looked!.caller(await looked!.caller().signIn());
  const fields = { long_url: 'https://example.com/', short_url: 'poster' };
  expect(((await caller.call(createLink, fields)).data as Link).short_url).toBe('poster');

  const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0' };
  const visit = new URL('poster', visited!.server.url);
  expect((await fetch(visit, { redirect: 'manual', headers: visitor })).status).toBe(302);

  const since = performance.now();
  let people = 0;
  while (people === 0 && performance.now() - since < SHOWN_MS) {
    const { data } = await caller.call(getReport, { short_url: 'poster' });
    people = (data as Report).totals.person;
  }
  expect(people).toBe(1);
}, 30_000);
