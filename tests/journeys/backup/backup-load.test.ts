import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import { selectLinks } from '../../../server/links/links.store.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { admin } from '../test-site.ts';
import { Visitors } from './visitors.ts';

const visited = Array.from({ length: 20 }, (_, index) => `k${index}`);

/** Creates links one after the other until it is stopped. */
class Creator {
  readonly created: string[] = [];
  readonly failures: unknown[] = [];
  readonly #url: string;
  readonly #token: string;
  readonly #name: string;
  #stopped = false;

  constructor(url: string, token: string, name: string) {
    this.#url = url;
    this.#token = token;
    this.#name = name;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      const code = `${this.#name}-${this.created.length}`;
      const response = await fetch(`${this.#url}api/shorten_url`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}` },
        body: new URLSearchParams({ long_url: `https://example.com/${code}`, short_url: code }),
      });
      const answer = (await response.json()) as { code: number };
      if (answer.code !== 200) this.failures.push(answer);
      this.created.push(code);
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}

async function login(url: string): Promise<string> {
  const response = await fetch(`${url}api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: admin.username, password: admin.password }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

async function readLinks(dataDir: string): Promise<Map<string, number>> {
  const engine = await openSqlite(dataDir);
  const rows = await selectLinks(engine.db, 'all').execute();
  await engine.close();
  return new Map(rows.map((row) => [row.short_url, row.clicks]));
}

test('a backup under load is consistent, and every click comes back with the journal', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'brisk-load-'));
  const dataDir = join(parent, 'data');
  const engine = await openSqlite(dataDir);
  await seedLinks(
    engine,
    visited.map((short_url) => ({ short_url })),
  );
  await engine.close();

  const server = await TestProcess.start(dataDir, { CLICK_FLUSH_SECONDS: '1' });
  const token = await login(server.url);
  const creators = ['a', 'b', 'c'].map((name) => new Creator(server.url, token, name));
  const creating = Promise.all(creators.map((creator) => creator.run()));
  const visitors = new Visitors({ port: server.port, codes: visited, connections: 20 });
  const visiting = visitors.run();

  const backups: { file: string; before: string[] }[] = [];
  for (const name of chooseForRun(['first', 'page'], ['first', 'second', 'page', 'last'])) {
    const file = join(parent, name);
    const before = creators.flatMap(({ created }) => created);
    if (name === 'page') {
      const headers = { authorization: `Bearer ${token}` };
      await Bun.write(file, await fetch(`${server.url}api/backup`, { headers }));
    } else {
      const { exitCode, stderr } = await runCommand(['backup', file], dataDir);
      expect([exitCode, stderr]).toEqual([0, `${file}: backed up\n`]);
    }
    backups.push({ file, before });
  }
  for (const creator of creators) creator.stop();
  await creating;
  visitors.stop();
  await visiting;
  await server.killAll();
  expect(visitors.wrongAnswers).toEqual([]);
  expect(creators.flatMap(({ failures }) => failures)).toEqual([]);

  for (const { file, before } of backups) {
    const restored = join(parent, 'restored');
    expect(await runCommand(['restore', file], restored)).toMatchObject({ exitCode: 0 });
    const links = await readLinks(restored);
    expect(before.filter((code) => !links.has(code))).toEqual([]);
    // It has an unbroken sequence of each creator's links from the first one.
    for (const { created } of creators) {
      const kept = created.filter((code) => links.has(code));
      expect(kept).toEqual(created.slice(0, kept.length));
    }
    rmSync(restored, { recursive: true });
  }

  const { file } = backups[0]!;
  expect(await runCommand(['restore', file], dataDir)).toMatchObject({ exitCode: 0 });
  expect(await runCommand(['flush'], dataDir)).toMatchObject({ exitCode: 0 });
  const counts = await readLinks(dataDir);
  for (const [code, { sent, acknowledged }] of visitors.totals) {
    expect(acknowledged).toBeGreaterThan(0);
    expect(counts.get(code)).toBeGreaterThanOrEqual(acknowledged);
    expect(counts.get(code)).toBeLessThanOrEqual(sent);
  }
  rmSync(parent, { recursive: true });
  // The download's process has a low priority, so the visitors leave it little of a busy machine.
}, 300_000);
