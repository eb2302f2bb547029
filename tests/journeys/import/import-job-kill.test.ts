import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '../../../contracts/envelope.ts';
import type { Job } from '../../../contracts/import-jobs.ts';
import type { Report } from '../../../contracts/stats/stats.ts';
import { fc, seed } from '../../support/random.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { childrenOf, TestProcess } from '../test-process.ts';
import { admin } from '../test-site.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-job-kill-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** More than a transaction holds. */
const ROWS = chooseForRun(3500, 20_000);
const KILLS = chooseForRun(1, 4);
const rows = Array.from({ length: ROWS }, (_, index) => yourlsRow(`r${index}`, { title: null }));
/** On every link one more than the other, on days that follow each other. */
const VISITS = chooseForRun(7000, 100_000);

/** As `rows`, with visits. */
function writeDump(): string {
  const links = rows.map(({ keyword, url }) => `('${String(keyword)}','${String(url)}',1)`);
  const start = Date.UTC(2026, 0, 1);
  const visits = Array.from({ length: VISITS }, (_, at) => {
    const time = new Date(start + at * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    return `('${time}','r${at % ROWS}','','curl/8.0')`;
  });
  return `-- MySQL dump 10.13
CREATE TABLE y_url (keyword varchar(9), url text, clicks int);
CREATE TABLE y_log (click_time datetime, shorturl varchar(9), referrer text, user_agent text);
INSERT INTO y_url VALUES ${links.join(',')};
INSERT INTO y_log VALUES ${visits.join(',')};
`;
}

/** A site whose server is killed now and then. */
class Killed implements AsyncDisposable {
  #server: TestProcess;
  #token = '';

  private constructor(server: TestProcess) {
    this.#server = server;
  }

  static async start(): Promise<Killed> {
    const site = new Killed(await TestProcess.start(dataDir));
    const body = new URLSearchParams(admin);
    const { token } = await site.#send<{ token: string }>('api/login', { method: 'POST', body });
    site.#token = token;
    return site;
  }

  get<Data>(path: string): Promise<Data> {
    return this.#send(path, {});
  }

  post<Data>(path: string, fields: Record<string, string | File>): Promise<Data> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.#send(path, { method: 'POST', body });
  }

  async exportAll(): Promise<string> {
    const text = await (await this.#fetch('api/export?format=json', {})).text();
    return text.replace(/"exported_at":\d+/, '');
  }

  job(id: number): Promise<Job> {
    return this.get(`api/imports?id=${id}`);
  }

  /** Kills the child process that works on the job, or the server with it; false: none works. */
  async kill(id: number, victim: 'child' | 'server'): Promise<boolean> {
    if (victim === 'server') {
      await this.#server.killAll();
      this.#server = await TestProcess.start(dataDir);
      return true;
    }
    const [child] = childrenOf(this.#server.pid, `--job=${id}`);
    if (child !== undefined) await this.#server.kill(child);
    return child !== undefined;
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return fetch(`${this.#server.url}${path}`, { ...init, headers });
  }

  async #send<Data>(path: string, init: RequestInit): Promise<Data> {
    const response = await this.#fetch(path, init);
    const { code, msg, data } = (await response.json()) as Envelope<Data>;
    if (code !== 200) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`);
    return data;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

const kill = fc.record({
  victim: fc.constantFrom('child' as const, 'server' as const),
  /** The share of the work that is done before. */
  after: fc.double({ min: 0, max: 0.9, noNaN: true }),
});

/** Waits for the end of the work, and kills it on its way. */
async function reach(site: Killed, id: number, state: Job['state'], salt: number): Promise<Job> {
  const kills = fc.sample(kill, { numRuns: KILLS, seed: seed + salt });
  for (;;) {
    const job = await site.job(id);
    if (job.state === state) return job;
    expect(['checking', 'running', 'undoing']).toContain(job.state);
    const { done, total } = job.progress;
    if (kills[0] !== undefined && done >= total * kills[0].after) {
      if (await site.kill(id, kills[0].victim)) kills.shift();
    } else await Bun.sleep(5);
  }
}

testInAll(
  `a killed check, import and undo go on by themselves (seed ${seed})`,
  async () => {
    await using site = await Killed.start();
    await site.post('api/shorten_url', { long_url: 'https://mine.example/', short_url: 'r7' });
    const before = await site.exportAll();
    const { id } = await site.post<Job>('api/imports/upload', {
      file: new File([JSON.stringify(rows)], 'yourls_url.json'),
      options: JSON.stringify({ taken: 'rename', tag: 'moved' }),
    });
    const counts = { read: ROWS, new: ROWS, here: 0, taken: 0, refused: 0, cut: 1, kept: 0 };
    expect(await reach(site, id, 'ready', 1)).toMatchObject({ counts });
    expect(await site.exportAll()).toBe(before);
    await site.post('api/imports/start', { id: String(id) });
    expect(await reach(site, id, 'done', 2)).toMatchObject({ counts, error: null });
    while (readdirSync(join(dataDir, 'imports')).length > 0) await Bun.sleep(5);
    const codes = (await site.exportAll()).match(/(?<="short_url":")[^"]+/g) ?? [];
    expect(codes.length).toBe(ROWS + 1);
    expect(new Set(codes)).toEqual(
      new Set([...rows.map(({ keyword }) => keyword as string), 'r7-2']),
    );
    await site.post('api/imports/undo', { id: String(id) });
    expect(await reach(site, id, 'undone', 3)).toMatchObject({ counts: { kept: 0 } });
    expect(await site.exportAll()).toBe(before);
    expect(await site.get<unknown[]>('api/tags')).toEqual([]);
  },
  900_000,
);

test(`a killed import counts each visit once, and its undo each one less (seed ${seed})`, async () => {
  await using site = await Killed.start();
  const before = await site.exportAll();
  const count = async (): Promise<number> => {
    const { clicks } = await site.get<Report>('api/stats/report?period=all&audience=all');
    return clicks;
  };
  const former = await count();
  const { id } = await site.post<Job>('api/imports/upload', {
    file: new File([writeDump()], 'yourls.sql'),
    options: JSON.stringify({ taken: 'rename' }),
  });
  const clicks = { with_details: VISITS, beyond: VISITS - ROWS, without: 0 };
  expect(await reach(site, id, 'ready', 4)).toMatchObject({ clicks });
  await site.post('api/imports/start', { id: String(id) });
  expect(await reach(site, id, 'done', 5)).toMatchObject({ clicks, counts: { new: ROWS } });
  expect(await count()).toBe(former + VISITS);
  const exported = await site.exportAll();
  const sum = [...exported.matchAll(/"clicks":(\d+)/g)].reduce(
    (all, [, one]) => all + Number(one),
    0,
  );
  expect(sum).toBe(former + VISITS);
  await site.post('api/imports/undo', { id: String(id) });
  await reach(site, id, 'undone', 6);
  expect(await site.exportAll()).toBe(before);
  expect(await count()).toBe(former);
}, 900_000);
