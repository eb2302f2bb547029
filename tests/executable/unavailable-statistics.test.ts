import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLink, listLinks, type Link } from '../../contracts/links/links.ts';
import { getLines, getReport, getTopLinks, type Report } from '../../contracts/stats/stats.ts';
import { runCommand, TestProcess } from '../journeys/test-process.ts';
import { SiteCaller } from '../torture/site-caller.ts';
import { unloadables } from './unloadable.ts';

// Each test starts the program several times.
setDefaultTimeout(300_000);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

async function visit(server: TestProcess, code: string, agent: string): Promise<void> {
  const headers = { 'user-agent': agent, connection: 'close' };
  const response = await fetch(`${server.url}${code}`, { redirect: 'manual', headers });
  expect(response.status).toBe(302);
}

async function listCounts(site: SiteCaller): Promise<unknown> {
  const { data } = await site.call(listLinks, {});
  const { urls } = data as { urls: Link[] };
  return Object.fromEntries(
    urls.map(({ short_url: code, clicks, people }) => [code, { clicks, people }]),
  );
}

test.each(unloadables)('when %s, the site counts, and no click is lost', async (_, make) => {
  using place = make();
  const { dataDir, env } = place;
  const start = () => TestProcess.start(dataDir, { ...env, LOG_LEVEL: 'silent' });
  const counts = { a: { clicks: 5, people: 3 }, b: { clicks: 1, people: 1 } };
  let token: string;
  {
    await using server = await start();
    token = await new SiteCaller(server.url).signIn();
    const site = new SiteCaller(server.url, token);
    for (const code of ['a', 'b']) {
      const link = { long_url: 'https://example.com/', short_url: code, title: code };
      await site.call(createLink, link);
    }
    for (const agent of [FIREFOX, FIREFOX, FIREFOX, BOT, BOT]) await visit(server, 'a', agent);
    await visit(server, 'b', FIREFOX);
    for (const [route, fields] of [
      [getReport, {}],
      [getReport, { short_url: 'a' }],
      [getTopLinks, {}],
      [getLines, { ids: 1 }],
    ] as const) {
      expect(await site.call(route, fields)).toMatchObject({
        code: 503,
        msg: 'statistics.unavailable',
        data: { issues: [{ field: 'statistics', reason: expect.stringMatching(place.reason) }] },
      });
    }
    const file = join(dataDir, 'clicks.parquet');
    const { exitCode, stderr } = await runCommand(['export', file], dataDir, { env });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^brisk: DuckDB cannot be loaded: .+\n$/),
    });
    expect(existsSync(file)).toBe(false);
    expect(await listCounts(site)).toEqual(counts);
    expect((await fetch(`${server.url}healthz`)).status).toBe(200);
  }
  place.mend();
  await using server = await start();
  const site = new SiteCaller(server.url, token);
  const { totals } = (await site.call(getReport, {})).data as Report;
  expect(totals).toMatchObject({ person: 4, bot: 2 });
  expect(await listCounts(site)).toEqual(counts);
});
