import { afterAll, expect, test } from 'bun:test';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Envelope } from '../../../contracts/envelope.ts';
import type { ImportReport } from '../../../contracts/import.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { TestProcess } from '../test-process.ts';
import { admin } from '../test-site.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-import-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const ROWS = chooseForRun(15_000, 60_000);
const rows = Array.from({ length: ROWS }, (_, index) => yourlsRow(`r${index}`, { title: null }));
const file = new File([JSON.stringify(rows)], 'yourls_url.json');

async function login(server: TestProcess): Promise<Headers> {
  const body = new URLSearchParams(admin);
  const response = await fetch(`${server.url}api/login`, { method: 'POST', body });
  const { data } = (await response.json()) as Envelope<{ token: string }>;
  return new Headers({ authorization: `Bearer ${data.token}` });
}

async function upload(server: TestProcess): Promise<ImportReport | null> {
  const body = new FormData();
  body.append('file', file);
  const init = { method: 'POST', headers: await login(server), body };
  const response = await fetch(`${server.url}api/import`, init).catch(() => null);
  if (response?.status !== 200) return null;
  return ((await response.json()) as Envelope<ImportReport>).data;
}

/** Polls until a condition holds; otherwise the test's time limit ends the wait. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(1);
}

async function countLinks(engine: Engine): Promise<number> {
  const { count } = await engine.db
    .selectFrom('link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function childrenOf(pid: number): number[] {
  return globSync('/proc/[0-9]*/stat').flatMap((path) => {
    const [child, , parent] = readStat(path);
    return parent === String(pid) ? [Number(child)] : [];
  });
}

/** The id, state and parent of a process; nothing when it is gone. */
function readStat(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .replace(/\(.*\)/, '')
      .split(/ +/);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  const [, state] = readStat(`/proc/${pid}/stat`);
  return state !== undefined && state !== 'Z';
}

test('an import ends when its server ends or dies, and the next one completes it', async () => {
  const engine = await openTestEngine(dataDir);
  let stored = 0;
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await using server = await TestProcess.start(dataDir);
    const uploaded = upload(server);
    const before = stored;
    await until(async () => (await countLinks(engine)) > before);
    const children = childrenOf(server.pid);
    expect(children).toHaveLength(1);
    expect(await server.end(signal)).toBe(signal === 'SIGTERM' ? 0 : 137);
    await until(() => !children.some(isAlive));
    await uploaded;
    stored = await countLinks(engine);
    if (signal === 'SIGKILL') expect(stored).toBeWithin(1, ROWS);
    // In one look: PostgreSQL may still commit what a killed process sent.
    const { rows } = await sql<{ links: number; recorded: number }>`
      select cast((select count(*) from link) as integer) as links,
        cast((select sum(cast(target_name as integer)) from audit
          where action = 'site.imported' and actor_name = ${admin.username} and network <> '')
          as integer) as recorded`.execute(engine.db);
    expect(rows[0]!.recorded).toBe(rows[0]!.links);
  }
  await using server = await TestProcess.start(dataDir);
  expect(await upload(server)).toEqual({
    imported: ROWS - stored,
    skipped: stored,
    failed: 0,
    rows: [],
  });
  expect(await countLinks(engine)).toBe(ROWS);
  await engine.close();
}, 300_000);

test('links are created and redirect while a file uploads', async () => {
  await using server = await TestProcess.start(join(dataDir, 'busy'));
  const headers = await login(server);
  const state = { done: false };
  const uploaded = upload(server).finally(() => (state.done = true));
  let created = 0;
  while (!state.done) {
    const body = new URLSearchParams({
      long_url: 'https://example.com/',
      short_url: `own${created}`,
      title: 'Own',
    });
    const answer = await fetch(`${server.url}api/shorten_url`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ code: 200 });
    const visit = await fetch(`${server.url}own${created}`, { redirect: 'manual' });
    expect(visit.status).toBe(302);
    created += 1;
  }
  expect(created).toBeGreaterThan(5);
  expect(await uploaded).toMatchObject({ imported: ROWS, failed: 0 });
}, 300_000);
