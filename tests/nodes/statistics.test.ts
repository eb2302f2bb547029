import { expect, test } from 'bun:test';
import { createLink, type Link } from '../../contracts/links/links.ts';
import { getReport, type Report } from '../../contracts/stats/stats.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { startNodes } from './node.ts';
import { chooseForRun } from '../support/test-run.ts';
import { withSlack } from '../support/promised-time.ts';

/** Far below the hour after which clicks are counted. */
const SHOWN_MS = 5000;
const EQUAL_MS = 2000;
const VISITS = 30;
const ROUNDS = chooseForRun(1, 3);

test('live statistics on one node show the visits to another at once', async () => {
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
  while (people === 0 && performance.now() - since < withSlack(SHOWN_MS)) {
    const { data } = await caller.call(getReport, { short_url: 'poster' });
    people = (data as Report).totals.person;
  }
  expect(people).toBe(1);
}, 300_000);

test('all nodes report the same clicks within two seconds of counting', async () => {
  const url = await (await sharedPostgres()).createDatabase();
  await using site = await startNodes(2, url, { CLICK_FLUSH_SECONDS: '3600' });
  const token = await site.nodes[0]!.caller().signIn();
  const callers = site.nodes.map((node) => node.caller(token));
  for (const code of ['poster', 'letter']) {
    await callers[0]!.call(createLink, { long_url: 'https://example.com/', short_url: code });
  }
  const asked = { period: 'all', audience: 'all', time_zone: 'Europe/Berlin' };
  // Opens the projection of each node.
  for (const caller of callers) await caller.call(getReport, asked);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (let visit = 0; visit < VISITS; visit += 1) {
      const { server } = site.nodes[visit % 2]!;
      const code = visit % 3 === 0 ? 'poster' : 'letter';
      const target = new URL(`${code}?utm_source=s${visit % 5}`, server.url);
      const agent = `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (visit % 4)}.0) Firefox/140.0`;
      const answer = await fetch(target, { redirect: 'manual', headers: { 'user-agent': agent } });
      expect(answer.status).toBe(302);
    }
    // Both nodes count the clicks of their visitors.
    await Promise.all(site.nodes.map((node) => node.flush()));
    const since = performance.now();
    const reports = await Promise.all(
      callers.flatMap((caller) => [
        caller.call(getReport, asked),
        caller.call(getReport, { ...asked, short_url: 'letter', utm_source: 's1' }),
      ]),
    );
    const tookMs = performance.now() - since;
    const [site1, letter1, site2, letter2] = reports.map(({ data }) => withoutEnd(data as Report));
    expect([site2, letter2]).toEqual([site1, letter1]);
    expect(site1!.clicks).toBe(round * VISITS);
    expect(tookMs).toBeLessThan(withSlack(EQUAL_MS));
  }
}, 300_000);

/** A report without its end, which is the instant of the call. */
function withoutEnd(report: Report): Report {
  return { ...report, to: 0 };
}
