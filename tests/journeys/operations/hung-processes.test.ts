import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import { createLink, getLink, type Link } from '../../../contracts/links/links.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { getStatus } from '../../../contracts/status.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { childrenOf, TestProcess } from '../test-process.ts';
import { createDataDir, pathOf } from '../test-site.ts';
import { withSlack } from '../../support/promised-time.ts';
import { testInAll } from '../../support/test-run.ts';

// The server detects a hung process only after seconds.
setDefaultTimeout(300_000);

const WORKERS = 3;
/** Enough connections to reach every process with near certainty. */
const VISITS = 40;
/** A hung process must be gone after this time. */
const NOTICED_MS = 5000;
/** The limit for the end of a server. */
const STOP_MS = 5000;

async function open() {
  const dataDir = createDataDir();
  const env = { WORKERS: String(WORKERS), LOG_LEVEL: 'silent' };
  const server = await TestProcess.start(dataDir, env);
  const token = await new SiteCaller(server.url).signIn();
  const site = new SiteCaller(server.url, token);
  await site.call(createLink, { long_url: 'https://example.com/', short_url: 'a', title: 'a' });
  return {
    server,
    site,
    token,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Visits the link on a new connection; returns whether it was redirected. */
async function visit({ url }: TestProcess): Promise<boolean> {
  const init = { redirect: 'manual', headers: { Connection: 'close' } } as const;
  return (await fetch(`${url}a`, init).catch(() => null))?.status === 302;
}

async function visitOften(server: TestProcess): Promise<number> {
  const answers = await Promise.all(Array.from({ length: VISITS }, () => visit(server)));
  return answers.filter(Boolean).length;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(5);
}

async function countClicks(site: SiteCaller): Promise<number> {
  const { data } = await site.call(getLink, { short_url: 'a' });
  return (data as Link).clicks + (data as Link).pending_clicks;
}

/** Resolves with the milliseconds until the process is gone. */
async function waitForEnd(pid: number): Promise<number> {
  const begun = performance.now();
  await until(() => !existsSync(`/proc/${pid}`));
  return performance.now() - begun;
}

/** Waits for the background process. */
async function startBackground({ server, site }: Awaited<ReturnType<typeof open>>) {
  const asked = { short_url: 'a', period: '7d', audience: 'all' };
  await site.call(getReport, asked);
  return childrenOf(server.pid, 'background')[0]!;
}

test('a hung worker is replaced within 5 s, and no visitor or click is lost', async () => {
  await using opened = await open();
  const { server, site } = opened;
  expect(await visitOften(server)).toBe(VISITS);
  const [hung] = server.workers as [number];
  process.kill(hung, 'SIGSTOP');
  const [ms, answered] = await Promise.all([waitForEnd(hung), visitOften(server)]);
  expect(ms).toBeLessThan(withSlack(NOTICED_MS));
  await until(() => server.workers.length === WORKERS - 1);
  expect(await visitOften(server)).toBe(VISITS);
  const { data } = await site.call(getStatus, {});
  const { workers, replaced } = data as ReplyOf<typeof getStatus>;
  expect(replaced).toEqual({ workers: 1, background: 0 });
  expect(workers.map(({ pid }) => pid)).toEqual([server.pid, ...server.workers]);
  // Connections of the hung worker were cut off and not counted.
  await until(async () => (await countClicks(site)) === 2 * VISITS + answered);
});

testInAll('the status reports a hung worker before it is replaced', async () => {
  await using opened = await open();
  const { server, site } = opened;
  const [hung] = server.workers as [number];
  process.kill(hung, 'SIGSTOP');
  // On a connection of the server, as the hung worker answers nothing.
  const read = () =>
    Promise.race([site.call(getStatus, {}).catch(() => null), Bun.sleep(200).then(() => null)]);
  await until(async () => {
    const status = (await read())?.data as ReplyOf<typeof getStatus> | undefined;
    return (status?.workers.find(({ pid }) => pid === hung)?.silent_seconds ?? 0) >= 2;
  });
  expect(existsSync(`/proc/${hung}`)).toBeTrue();
  await waitForEnd(hung);
});

test('a hung background process is replaced, and waiting work continues', async () => {
  await using opened = await open();
  const { server, site, token } = opened;
  const hung = await startBackground(opened);
  await visitOften(server);
  process.kill(hung, 'SIGSTOP');
  const headers = { authorization: `Bearer ${token}` };
  const exported = fetch(new URL(pathOf(exportLinks, {}), server.url), { headers });
  const reported = site.call(getReport, { short_url: 'a', period: '7d', audience: 'all' });
  expect(await waitForEnd(hung)).toBeLessThan(withSlack(NOTICED_MS));
  const file = (await (await exported).json()) as { links: { clicks: number }[] };
  expect(file.links).toMatchObject([{ clicks: VISITS }]);
  expect(await reported).toMatchObject({ code: 200, data: { clicks: expect.any(Number) } });
  const { data } = await site.call(getStatus, {});
  expect((data as ReplyOf<typeof getStatus>).replaced).toEqual({ workers: 0, background: 1 });
});

/** Uploads enough links to keep the import busy; resolves with the HTTP status. */
function upload({ server, token }: Awaited<ReturnType<typeof open>>): Promise<number | null> {
  const body = new FormData();
  const rows = Array.from({ length: 50_000 }, (_, row) => ({
    keyword: `r${row}`,
    url: 'https://example.com/',
  }));
  body.append('file', new File([JSON.stringify(rows)], 'links.json'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = fetch(new URL(importLinks.path, server.url), { method: 'POST', headers, body });
  return answer.then(({ status }) => status).catch(() => null);
}

testInAll('a hung import is ended, and the next one starts', async () => {
  await using opened = await open();
  const { server } = opened;
  const imported = upload(opened);
  await until(() => childrenOf(server.pid, '-').length > 0);
  const [hung] = childrenOf(server.pid, '-') as [number];
  process.kill(hung, 'SIGSTOP');
  const next = upload(opened);
  expect(await waitForEnd(hung)).toBeLessThan(withSlack(NOTICED_MS));
  expect(await Promise.all([imported, next])).toEqual([500, 200]);
});

test('SIGTERM ends a server in time, even when its processes hang', async () => {
  await using opened = await open();
  const { server } = opened;
  await startBackground(opened);
  await visitOften(server);
  const imported = upload(opened);
  await until(() => childrenOf(server.pid, '-').length > 0);
  const { children } = server;
  expect(children).toHaveLength(WORKERS + 1);
  for (const pid of children) process.kill(pid, 'SIGSTOP');
  const begun = performance.now();
  expect(await server.end('SIGTERM')).toBe(0);
  expect(performance.now() - begun).toBeLessThan(withSlack(STOP_MS));
  await Promise.all(children.map(waitForEnd));
  await imported;
});
