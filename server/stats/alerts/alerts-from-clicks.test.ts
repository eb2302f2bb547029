import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND } from '../../../tests/support/brisk-command.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { databaseEnvironment, openTestEngine } from '../../../tests/support/test-engine.ts';
import { BackgroundProcess } from '../../background/background-process.ts';
import { Journal } from '../../clicks/journal/journal.ts';
import { openJournalDirectory } from '../../clicks/journal/segments.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { anyAddress } from '../../outgoing/address-guard.ts';
import { openStatistics, type Statistics } from '../open-statistics.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import { BASELINE_DAYS } from './baseline.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** Visitors of each link on a usual day, and on the day itself. */
const links = [
  { short_url: 'poster', title: 'The poster', usual: 10, people: 90 },
  { short_url: 'quiet', title: 'Quiet', usual: 25, people: 1 },
  { short_url: 'same', title: 'Same', usual: 30, people: 31 },
];

let dataDir: string;
let engine: Engine;
let background: BackgroundProcess;
let statistics: Statistics;
let receiver: Receiver;
let errors: unknown[];
/** The last complete day, which alerts are about. */
let day: number;
let now: number;

beforeEach(async () => {
  errors = [];
  const onError = (error: unknown) => errors.push(error);
  // The background process uses the real clock.
  const today = dayOf(nowSeconds());
  day = today - 1;
  now = today * DAY_SECONDS + 2 * 3600;
  setSystemTime(now * 1000);
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-alert-clicks-'));
  engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    links.map(({ short_url, title }) => ({ short_url, title })),
  );
  background = new BackgroundProcess({
    command: COMMAND,
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(await databaseEnvironment(dataDir)) },
    assertAvailable: () => Promise.resolve(),
    onCounted: () => undefined,
    onDeath: onError,
    onCrash: () => undefined,
  });
  receiver = new Receiver();
  statistics = openStatistics({
    engine,
    work: background.work,
    settings: () => ({ count_only: false, alerts: true, webhook: receiver.url }),
    webhookGuard: anyAddress,
    baseUrl: 'https://go.example.com/',
    version: '1.2.3',
    clicks: {
      drain: async () => (await background.work.count(true, new Set())).clicks,
      publishTo: () => undefined,
      countPending: () => Promise.resolve(0),
      listPending: () => Promise.resolve(new Map()),
    },
    findLink: () => Promise.reject(new Error('No report is requested')),
    onError,
  });
});
afterEach(async () => {
  setSystemTime();
  await statistics.close();
  await background.close();
  await receiver.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

/** Refuses everything at first. */
class Receiver {
  readonly received: { readonly key: string | null; readonly body: unknown }[] = [];
  takes = false;
  readonly #server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const key = request.headers.get('idempotency-key');
      this.received.push({ key, body: await request.json() });
      return new Response(null, { status: this.takes ? 204 : 503 });
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/hook`;
  }

  close(): Promise<void> {
    return this.#server.stop(true);
  }
}

async function run(name: string): Promise<void> {
  await statistics.jobs.find((job) => job.name === name)!.run();
}

async function visit(first: number, last: number): Promise<void> {
  const journal = new Journal({ directory: openJournalDirectory(dataDir) });
  let clicks = 0;
  const append = (linkId: number, at: number, userAgent: string): void => {
    const time = at * 1000;
    const address = `203.0.${clicks % 200}.7`;
    journal.append({ linkId, time, address, referrer: null, userAgent, language: 'en' });
    clicks += 1;
  };
  for (let on = first; on <= last; on += 1) {
    for (const [index, { usual, people }] of links.entries()) {
      const count = on === day ? people : usual;
      for (let i = 0; i < count; i += 1) {
        append(index + 1, on * DAY_SECONDS + ((i * 3571) % DAY_SECONDS), FIREFOX);
      }
      // Bots do not count, however many.
      for (let i = 0; i < 20; i += 1) append(index + 1, on * DAY_SECONDS + i, BOT);
    }
  }
  journal.close();
  expect((await background.work.count(true, new Set())).clicks).toBe(clicks);
}

const firstDay = () => day - BASELINE_DAYS - 1;
const ways: Readonly<Record<string, () => Promise<void>>> = {
  'none of which is sealed': () => visit(firstDay(), day),
  'which are sealed': async () => {
    await visit(firstDay(), day);
    await run('maintain statistics');
  },
  'of which half are sealed': async () => {
    await visit(firstDay(), day - 14);
    await run('maintain statistics');
    await visit(day - 13, day);
  },
  'of which all but the last day are sealed': async () => {
    await visit(firstDay(), day - 1);
    await run('maintain statistics');
    await visit(day, day);
  },
};

test.each(chooseForRun(['of which half are sealed'], Object.keys(ways)))(
  'clicks of four weeks, %s, become alerts that reach the webhook',
  async (way) => {
    await ways[way]!();
    await run('check for alerts');
    const expected = [
      { kind: 'spike', short_url: 'poster', title: 'The poster', people: 90, usual: 10 },
      { kind: 'silence', short_url: 'quiet', title: 'Quiet', people: 1, usual: 25 },
    ].map((alert) => {
      const link = `https://go.example.com/${alert.short_url}`;
      return Object.assign(alert, { short_link: link, created_at: now });
    });
    const bodies = () => receiver.received.map(({ body }) => body);

    // Each alert is refused once, and not repeated within a minute.
    await run('deliver alerts');
    expect(bodies()).toEqual(expected.slice(0, 1));
    await run('deliver alerts');
    await run('deliver alerts');
    expect(bodies()).toEqual(expected);
    receiver.takes = true;
    setSystemTime((now + 60) * 1000);
    await run('deliver alerts');
    await run('deliver alerts');
    expect(bodies()).toEqual([...expected, ...expected]);
    const keys = receiver.received.map(({ key }) => key);
    expect(keys.slice(2)).toEqual(keys.slice(0, 2));
    expect(new Set(keys).size).toBe(2);

    await run('check for alerts');
    await run('deliver alerts');
    expect(bodies()).toHaveLength(4);
    expect(errors).toEqual([]);
  },
  300_000,
);
