import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESTORE_SECONDS } from '../../../contracts/links/bin.constants.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { readLog } from '../../../tests/support/statistics/read-log.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal/journal.ts';
import { openJournalDirectory } from '../../clicks/journal/segments.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import {
  deleteAll,
  deleteByIds,
  pruneDeleted,
  restoreByIds,
} from '../../links/bin/deleted-links.store.ts';
import { VisitRecorder } from './visit-recorder.ts';
import { authority } from '../../../tests/support/owner.ts';

const NOW = nowSeconds();
const COUNT_ONLY = 1;
const DETAILED = 2;
const LAST = 3;

let dataDir: string;
let engine: Engine;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-count-only-'));
  engine = await openTestEngine(dataDir);
  await seedLinks(engine, [
    { id: COUNT_ONLY, short_url: 'counted', is_count_only: 1 },
    { id: DETAILED, short_url: 'detailed', is_count_only: 0 },
    { id: LAST, short_url: 'last', is_count_only: 0 },
  ]);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function keepAfter(change: () => Promise<unknown>): Promise<string[]> {
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  visit(journal, COUNT_ONLY, 'hidden');
  visit(journal, DETAILED, 'detailed');
  journal.close();
  await change();
  const { clicks } = await drainJournal({ engine, directory, onError: fail });
  expect(clicks).toBe(2);
  return listKept();
}

function visit(journal: Journal, linkId: number, source: string): void {
  journal.append({
    linkId,
    time: NOW * 1000,
    address: '203.0.113.7',
    referrer: null,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    language: null,
    query: `utm_source=${source}`,
  });
}

async function listKept(): Promise<string[]> {
  const sources = (await readLog(engine)).map(({ texts }) => texts['utm_source'] ?? '');
  return [...new Set(sources)].filter((source) => source !== '').toSorted();
}

function fail(error: unknown): never {
  throw error;
}

const both = [COUNT_ONLY, DETAILED];

test('a count-only link keeps nothing but its number of clicks', async () => {
  expect(await keepAfter(() => Promise.resolve())).toEqual(['detailed']);
});

test("clicks of a deleted link are stored by the link's own setting", async () => {
  expect(await keepAfter(() => deleteByIds(engine, authority, both, NOW))).toEqual(['detailed']);
  await restoreByIds(engine, { authority, ids: both, now: NOW, ownHostnames: [] });
  const counts = engine.db.selectFrom('click_count').select('clicks').where('link_id', 'in', both);
  expect(await counts.execute()).toEqual([{ clicks: 1 }, { clicks: 1 }]);
});

test.each([
  [
    'can no longer be brought back',
    async () => {
      await deleteByIds(engine, authority, both, NOW);
      await pruneDeleted(engine, NOW + RESTORE_SECONDS + 1);
    },
  ],
  [
    'was deleted with all links',
    async () => {
      await deleteAll(engine, authority);
      await seedLinks(engine, [{ id: LAST + 1, short_url: 'next' }]);
    },
  ],
])('of a link that %s only the number of clicks is kept', async (_, remove) => {
  expect(await keepAfter(remove)).toEqual([]);
});

test('a link that a restore lost keeps nothing but its number of clicks', async () => {
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  visit(journal, LAST + 1, 'hidden');
  journal.close();
  await drainJournal({ engine, directory, onError: fail });
  expect(await listKept()).toEqual([]);
});

test('the setting of a link holds for all clicks that are counted after it', async () => {
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  // More than one read takes.
  for (let click = 0; click < 5000; click += 1) visit(journal, COUNT_ONLY, 'hidden');
  visit(journal, DETAILED, 'detailed');
  journal.close();
  const { clicks } = await drainJournal({
    engine,
    directory,
    onError: fail,
    clicksAtOnce: 1,
    rest: async () => {
      await engine.db.updateTable('link').set({ is_count_only: 1 }).execute();
    },
  });
  expect(clicks).toBe(5001);
  expect(await listKept()).toEqual([]);
});

test("a click that arrives during counting is stored by the link's latest setting", async () => {
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  visit(journal, DETAILED, 'detailed');
  class LateLinks extends VisitRecorder {
    override async open(): ReturnType<VisitRecorder['open']> {
      const opened = await super.open();
      // The links were read before this one existed.
      await seedLinks(engine, [{ id: LAST + 1, short_url: 'late', is_count_only: 1 }]);
      visit(journal, LAST + 1, 'hidden');
      return opened;
    }
  }
  const recorder = new LateLinks(engine);
  expect((await drainJournal({ engine, directory, recorder, onError: fail })).clicks).toBe(1);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(1);
  expect(await listKept()).toEqual(['detailed']);
  journal.close();
});
