import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectTotals } from '../../../tests/support/statistics/click-totals.ts';
import { readLog } from '../../../tests/support/statistics/read-log.ts';
import { rules } from '../../../tests/support/statistics/report-clicks.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { addCounts } from '../../clicks/counts.store.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal/journal.ts';
import { openJournalDirectory } from '../../clicks/journal/segments.ts';
import type { Engine } from '../../engine/engine.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { Warehouse } from '../warehouse/warehouse.ts';
import { MaintainLog } from './maintain-log.ts';
import { chooseForRun, firstInShort, testInAll } from '../../../tests/support/test-run.ts';

/** Rounds in which all servers work at once. */
/** Where the other server acts. */
const meetings = firstInShort(['writes', 'reads'] as const);
const ROUNDS = chooseForRun(1, 8);
/** An open day keeps this many batches unmerged. */
const BATCHES = 32;
const LINKS = 3;
const DAY = 20_000;
/** Noon of the next day. */
const NOW = (DAY + 1.5) * DAY_SECONDS;

let dataDir: string;
let one: Server;
let other: Server;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-servers-'));
  [one, other] = [await Server.open('one'), await Server.open('other')];
  const links = Array.from({ length: LINKS }, (_, index) => ({ short_url: `l${index}` }));
  await seedLinks(one.engine, links);
});
beforeEach(async () => {
  for (const table of ['click_batch', 'visitor_salt'] as const) {
    await one.engine.db.deleteFrom(table).execute();
  }
  await one.engine.db.updateTable('click_count').set({ clicks: 0, bots: 0 }).execute();
  await one.engine.db.deleteFrom('unsorted_block').execute();
});
afterAll(async () => {
  await one.close();
  await other.close();
  rmSync(dataDir, { recursive: true });
});

class Server {
  readonly engine: Engine;
  readonly #directory: string;
  readonly #journal: Journal;
  readonly #warehouse: Warehouse;
  #visits = 0;

  private constructor(engine: Engine, own: string) {
    this.engine = engine;
    this.#directory = openJournalDirectory(own);
    this.#journal = new Journal({ directory: this.#directory });
    this.#warehouse = new Warehouse({ engine, dataDir: own, onError: fail });
  }

  static async open(name: string): Promise<Server> {
    const own = join(dataDir, name);
    mkdirSync(own);
    return new Server(await openTestEngine(dataDir), own);
  }

  visit(times: number): void {
    for (let time = 0; time < times; time += 1) {
      this.#visits += 1;
      this.#journal.append({
        linkId: 1 + (this.#visits % LINKS),
        time: (DAY + (this.#visits % 2)) * DAY_SECONDS * 1000 + this.#visits * 60_000,
        address: `203.0.${this.#visits % 5}.7`,
        referrer: null,
        userAgent: `agent ${this.#visits % 4}`,
        language: 'en',
      });
    }
  }

  async drain(meanwhile?: () => Promise<unknown>): Promise<void> {
    const engine = this.#interrupt(meanwhile);
    const recorder = new VisitRecorder(engine, undefined, rules);
    await drainJournal({ engine, directory: this.#directory, recorder, onError: fail });
  }

  async maintain(moment?: 'reads' | 'writes', meanwhile?: () => Promise<unknown>): Promise<void> {
    const engine = this.#interrupt(moment === 'writes' ? meanwhile : undefined);
    let isOver = moment !== 'reads';
    const log = new MaintainLog({
      engine,
      warehouse: {
        compute: async (work) => {
          if (!isOver) await meanwhile?.();
          isOver = true;
          return this.#warehouse.compute(work);
        },
        read: (work) => this.#warehouse.read(work),
      },
      rules,
      changeCounts: (tx, counts) => addCounts(engine, tx, counts),
      keepDays: 30,
      clock: () => NOW,
      onError: fail,
    });
    await log.run();
  }

  count(): Promise<number> {
    return this.#warehouse.read(async ({ db }) => {
      const [row] = await db.all<{ clicks: number }>(
        'select coalesce(sum(clicks), 0)::double as clicks from click',
      );
      return row!.clicks;
    });
  }

  async close(): Promise<void> {
    this.#journal.close();
    await this.#warehouse.close();
    await this.engine.close();
  }

  /** An engine that runs something else before its first transaction. */
  #interrupt(meanwhile: (() => Promise<unknown>) | undefined): Engine {
    const { engine } = this;
    let isOver = meanwhile === undefined;
    return {
      ...engine,
      async write(work) {
        const isFirst = !isOver;
        isOver = true;
        if (isFirst) await meanwhile?.();
        return engine.write(work);
      },
    };
  }
}

/** No click is lost or counted twice, also after everything is done. */
async function expectClicks(clicks: number): Promise<void> {
  expect(await expectTotals(one.engine)).toBe(clicks);
  await one.maintain();
  expect(await expectTotals(one.engine)).toBe(clicks);
  for (const { day, state, visitor } of await readLog(one.engine)) {
    if (day === DAY) expect([state, visitor]).toEqual(['sealed', null]);
  }
  expect([await one.count(), await other.count()]).toEqual([clicks, clicks]);
}

test.each(meetings)(
  'clicks that are counted while another server %s the day for sealing are kept',
  async (moment) => {
    one.visit(20);
    other.visit(20);
    await one.drain();
    await one.maintain(moment, () => other.drain());
    await expectClicks(40);
  },
);

testInAll.each(meetings)(
  'a day that another server seals while one %s it for sealing is sealed once',
  async (moment) => {
    one.visit(20);
    await one.drain();
    await one.maintain(moment, () => other.maintain());
    await expectClicks(20);
  },
);

test('clicks that are read before a day is sealed and stored after it are kept', async () => {
  one.visit(20);
  await one.drain();
  other.visit(20);
  await other.drain(() => one.maintain());
  await expectClicks(40);
});

test('two servers at work together count each click once', async () => {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    one.visit(2);
    await one.drain();
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const servers = [one, other];
    for (const server of servers) server.visit(5);
    await Promise.all(
      servers.flatMap((server) => [server.drain(), server.maintain(), server.count()]),
    );
    expect(await expectTotals(one.engine)).toBe(2 * BATCHES + round * 10);
    expect(await one.count()).toBe(await other.count());
  }
  await expectClicks(2 * BATCHES + ROUNDS * 10);
}, 300_000);

function fail(error: unknown): never {
  throw error;
}
