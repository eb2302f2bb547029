import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createLink, getLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import { ParallelVisitors } from '../../support/parallel-visitors.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { sendRaw } from '../raw-http.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';

const VISITORS = 64;
const BROWSER =
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Refusals that show that a link is used up. */
const REFUSALS = 300;

function isRefused({ statuses }: ParallelVisitors, refusals = REFUSALS): boolean {
  return (statuses.get(410) ?? 0) >= refusals;
}

async function ask(url: string, line: string, ...headers: readonly string[]): Promise<number> {
  const lines = [`${line} HTTP/1.1`, 'Host: x', ...headers, 'Connection: close', '', ''];
  return (await sendRaw(url, lines.join('\r\n'))).status;
}

describe.each(chooseForRun([3], [1, 3]))('a limit of clicks with WORKERS=%d', (workers) => {
  const dataDir = createDataDir();
  let server: TestProcess;
  let site: SiteCaller;
  let links = 0;

  beforeAll(async () => {
    const env = { WORKERS: String(workers), LOG_LEVEL: 'fatal', CLICK_FLUSH_SECONDS: '1' };
    server = await TestProcess.start(dataDir, env);
    site = new SiteCaller(server.url, await new SiteCaller(server.url).signIn());
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function create(fields: object = {}): Promise<Link> {
    links += 1;
    const link = { long_url: 'https://example.com/', title: 'x', short_url: `caps${links}` };
    return (await site.call(createLink, { ...link, ...fields })).data as Link;
  }

  async function edit({ id }: Link, fields: object): Promise<void> {
    expect(await site.call(updateLink, { id, ...fields })).toMatchObject({ code: 200 });
  }

  async function countClicks({ short_url }: Link): Promise<number> {
    const { clicks, pending_clicks: pending } = (await site.call(getLink, { short_url }))
      .data as Link;
    return clicks + pending;
  }

  function visit({ short_url: code }: Link, onAnswer?: (visitors: ParallelVisitors) => void) {
    const { port } = server;
    const given = onAnswer === undefined ? {} : { onAnswer };
    return new ParallelVisitors({ port, code, connections: VISITORS, ...given });
  }

  function untilRefused(link: Link): Promise<ParallelVisitors> {
    const visitors = visit(link, (all) => isRefused(all) && void all.stop());
    return visitors.done.then(() => visitors);
  }

  test('gives 64 visitors at once exactly as many redirects as it allows', async () => {
    for (const limit of chooseForRun([63], [1, 63, 500])) {
      const link = await create({ max_clicks: limit });
      const visitors = await untilRefused(link);
      expect([visitors.redirects, visitors.unanswered]).toEqual([limit, 0]);
      expect(await countClicks(link)).toBe(limit);
      await runCommand(['flush'], dataDir);
      expect(await countClicks(link)).toBe(limit);
      expect((await untilRefused(link)).redirects).toBe(0);
    }
  }, 300_000);

  test('drains while visitors come change nothing', async () => {
    const link = await create({ max_clicks: 3000 });
    const visiting = untilRefused(link);
    for (let drains = 0; drains < 3; drains += 1) await runCommand(['flush'], dataDir);
    expect((await visiting).redirects).toBe(3000);
    expect(await countClicks(link)).toBe(3000);
  }, 300_000);

  test('a limit that is raised under load allows exactly the difference more', async () => {
    const link = await create({ max_clicks: 100 });
    const { promise: usedUp, resolve: onUsedUp } = Promise.withResolvers<void>();
    const visitors = visit(link, (all) => isRefused(all) && onUsedUp());
    await usedUp;
    expect(visitors.redirects).toBe(100);
    await edit(link, { max_clicks: 250 });
    while (visitors.redirects < 250) await Bun.sleep(5);
    const before = visitors.statuses.get(410)!;
    while (!isRefused(visitors, before + REFUSALS)) await Bun.sleep(5);
    await visitors.stop();
    expect(visitors.redirects).toBe(250);
    expect(await countClicks(link)).toBe(250);
  }, 300_000);

  test('a limit below the clicks of a link refuses each visit after the edit', async () => {
    const link = await create({ max_clicks: 1_000_000 });
    const visitors = visit(link);
    while (visitors.redirects < 500) await Bun.sleep(1);
    await edit(link, { max_clicks: 10 });
    const { redirects } = visitors;
    while (!isRefused(visitors)) await Bun.sleep(1);
    await visitors.stop();
    // Each visitor had at most one request under way.
    expect(visitors.redirects).toBeLessThanOrEqual(redirects + VISITORS);
    expect((await untilRefused(link)).redirects).toBe(0);
    await edit(link, { max_clicks: 0 });
    const free = visit(link);
    while (free.redirects < 500) await Bun.sleep(1);
    await free.stop();
    expect(await countClicks(link)).toBe(visitors.redirects + free.redirects);
  }, 300_000);

  test('a limit that a visited link gets counts the clicks of every process', async () => {
    for (let round = 0; round < chooseForRun(1, 4); round += 1) {
      const link = await create();
      const visitors = visit(link);
      while (visitors.redirects < 300) await Bun.sleep(1);
      const limit = visitors.redirects + 5000;
      await edit(link, { max_clicks: limit });
      const wereAllowed = Math.max(limit, visitors.redirects);
      while (!isRefused(visitors)) await Bun.sleep(1);
      await visitors.stop();
      const clicks = await countClicks(link);
      expect(clicks).toBe(visitors.redirects);
      expect(clicks).toBeGreaterThanOrEqual(limit);
      // A slow machine may take the edit late; then each visitor had one request under way.
      const late = wereAllowed === limit ? 0 : VISITORS;
      expect(clicks).toBeLessThanOrEqual(wereAllowed + late);
    }
  }, 300_000);

  test('only people use up a limit of clicks, and only they learn the target', async () => {
    const secret = 'https://secret.example/';
    const link = await create({ max_clicks: 1, long_url: secret });
    const path = `/${link.short_url}`;
    for (let time = 0; time < 3; time += 1) {
      for (const [line, status, ...headers] of [
        [`HEAD ${path}`, 200, BROWSER],
        [`HEAD ${path}`, 200],
        [`GET ${path}`, 503, BROWSER, 'Sec-Purpose: prefetch'],
        [`GET ${path}`, 200, 'User-Agent: WhatsApp/2.23.20.0'],
        [`GET ${path}`, 200, 'User-Agent: curl/8.5.0'],
        [`GET ${path}`, 200],
        [`GET ${path}+`, 200, BROWSER],
      ] as const) {
        const lines = [`${line} HTTP/1.1`, 'Host: x', ...headers, 'Connection: close', '', ''];
        const answer = await sendRaw(server.url, lines.join('\r\n'));
        expect([line, headers, answer.status]).toEqual([line, headers, status]);
        expect(answer.head + answer.body).not.toContain('secret');
        if (status === 200) expect(answer.head.toLowerCase()).toContain('x-robots-tag: noindex');
      }
    }
    expect(await countClicks(link)).toBe(0);
    expect(await ask(server.url, `GET ${path}`, BROWSER)).toBe(302);
    for (const line of [`HEAD ${path}`, `GET ${path}`, `GET ${path}+`]) {
      expect([line, await ask(server.url, line)]).toEqual([line, 410]);
    }
    expect(await countClicks(link)).toBe(1);
  });

  test('clicks of bots from before the limit do not count toward it', async () => {
    const link = await create();
    const path = `/${link.short_url}`;
    for (let time = 0; time < 5; time += 1) expect(await ask(server.url, `GET ${path}`)).toBe(302);
    expect(await ask(server.url, `GET ${path}`, BROWSER)).toBe(302);
    await edit(link, { max_clicks: 2 });
    expect(await ask(server.url, `GET ${path}`, BROWSER)).toBe(302);
    expect(await ask(server.url, `GET ${path}`, BROWSER)).toBe(410);
  });
});

testInAll('the preview page of a used up link is closed right after a restart', async () => {
  const dataDir = createDataDir();
  const env = { LOG_LEVEL: 'fatal' };
  const link = { long_url: 'https://secret.example/', title: 'x', short_url: 'a', max_clicks: 2 };
  {
    await using server = await TestProcess.start(dataDir, env);
    const token = await new SiteCaller(server.url).signIn();
    await new SiteCaller(server.url, token).call(createLink, link);
    for (let time = 0; time < 2; time += 1) {
      expect(await ask(server.url, 'GET /a', BROWSER)).toBe(302);
    }
  }
  await using server = await TestProcess.start(dataDir, env);
  const answer = await fetch(`${server.url}a+`);
  expect(answer.status).toBe(410);
  expect(await answer.text()).not.toContain('secret.example');
  rmSync(dataDir, { recursive: true, force: true });
});

testInAll(
  'a used up link is not given out again, though its clicks are not counted yet',
  async () => {
    const dataDir = createDataDir();
    const env = { LOG_LEVEL: 'fatal', CLICK_FLUSH_SECONDS: '3600' };
    const link = { long_url: 'https://example.com/', title: 'x', short_url: 'a', max_clicks: 1 };
    await using server = await TestProcess.start(dataDir, env);
    const site = new SiteCaller(server.url, await new SiteCaller(server.url).signIn());
    for (const isNew of [true, false]) {
      expect((await site.call(createLink, link)).data).toMatchObject({ is_new: isNew });
    }
    expect(await ask(server.url, 'GET /a', BROWSER)).toBe(302);
    expect(await site.call(createLink, link)).toMatchObject({ msg: 'short.url.exists' });
    rmSync(dataDir, { recursive: true, force: true });
  },
);
