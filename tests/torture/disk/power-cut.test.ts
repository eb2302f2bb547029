import { afterEach, expect, jest, spyOn, test } from 'bun:test';
import * as fs from 'node:fs';
import { appendFileSync, cpSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { drainJournal } from '../../../server/clicks/drain.ts';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { encodeOrigin } from '../../../server/clicks/journal/origin.ts';
import { listSegments, openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import { createDataDir } from '../../journeys/test-site.ts';
import { seedLinks } from '../../support/statistics/seed.ts';

/*
 * No test cuts the power. These tests hold what must be true at a power cut: what is synced and
 * when, and how a journal is read whose end is missing on the disk.
 */

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

function newDataDir(): string {
  const dataDir = createDataDir();
  cleanups.push(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

function visit(journal: Journal, times: number): void {
  for (let click = 0; click < times; click += 1) {
    journal.append({
      linkId: 1,
      time: Date.now(),
      address: '203.0.113.7',
      referrer: null,
      userAgent: 'Browser/1',
      language: null,
    });
  }
}

test('new clicks are synced to the disk within a second, and nothing is synced without them', async () => {
  jest.useFakeTimers();
  cleanups.push(() => jest.useRealTimers());
  const synced: number[] = [];
  const spy = spyOn(fs, 'fdatasync').mockImplementation(((fd, callback) => {
    synced.push(fs.fstatSync(fd).size);
    callback(null);
  }) as typeof fs.fdatasync);
  cleanups.push(() => spy.mockRestore());
  const journal = new Journal({ directory: newDataDir() });
  cleanups.push(() => journal.close());
  const sizes: number[] = [];
  for (let second = 0; second < 3; second += 1) {
    visit(journal, 2);
    jest.advanceTimersByTime(1000);
    expect(synced).toHaveLength(second + 1);
    sizes.push(synced.at(-1)!);
    jest.advanceTimersByTime(5000);
    expect(synced).toHaveLength(second + 1);
  }
  const origin = encodeOrigin(journal.activeSegment!).length;
  const clicks = sizes.map((size) => size - origin);
  expect(clicks).toEqual([1, 2, 3].map((times) => times * clicks[0]!));
  expect(clicks[0]).toBeGreaterThan(0);
});

const COUNTED = 5;
const WAITING = 5;
const LATER = 3;

test('a journal cut off by a power cut loses only its end, and doubles nothing', async () => {
  const dataDir = newDataDir();
  const engine = await openSqlite(dataDir);
  await seedLinks(engine, [{ short_url: 'a' }]);
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  visit(journal, COUNTED);
  await drain(dataDir);
  visit(journal, WAITING);
  journal.close();
  await engine.close();
  const [name] = listSegments(directory) as [string];
  const { size } = fs.statSync(join(directory, name));
  const origin = encodeOrigin(name).length;
  const recordBytes = (size - origin) / (COUNTED + WAITING);
  for (let left = 0; left <= size; left += recordBytes / 4) {
    const image = newDataDir();
    cpSync(dataDir, image, { recursive: true });
    const segment = join(openJournalDirectory(image), name);
    truncateSync(segment, Math.floor(left));
    // Some file systems leave zeros in place of unwritten data.
    appendFileSync(segment, Buffer.alloc(left % 2 === 0 ? 100 : 0));
    const next = new Journal({ directory: openJournalDirectory(image) });
    visit(next, LATER);
    next.close();
    const safe = Math.max(COUNTED, Math.floor((left - origin) / recordBytes));
    expect([left, await drain(image)]).toEqual([left, safe + LATER]);
    expect(await drain(image)).toBe(safe + LATER);
  }
});

/** Counts all readable clicks; returns those of the only link. */
async function drain(dataDir: string): Promise<number> {
  const engine = await openSqlite(dataDir);
  const directory = openJournalDirectory(dataDir);
  await drainJournal({ engine, directory, onError: () => undefined });
  const { clicks } = await engine.db
    .selectFrom('click_count')
    .select('clicks')
    .executeTakeFirstOrThrow();
  await engine.close();
  return clicks;
}
