import { afterAll, afterEach, describe, expect, jest, setSystemTime, spyOn, test } from 'bun:test';
import * as fs from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { SmallDisk } from '../../../tests/torture/disk/small-disk.ts';
import { removeOldSegments } from './old-segments.ts';
import { drainJournal } from '../drain.ts';
import { Journal } from './journal.ts';
import { listFinished, listSegments, measureSegments, openJournalDirectory } from './segments.ts';

const HOUR_MS = 3_600_000;

/** The position of a header that the visitor did not send. */
const absent = { start: 0, end: 0 };
const nothing = {
  userAgent: absent,
  referrer: absent,
  language: absent,
  query: absent,
  country: absent,
  asksNotToBeTracked: false,
  isEmbedded: false,
};

function fail(error: unknown): never {
  throw error;
}

function stage(journal: Journal, clicks: number): void {
  for (let click = 0; click < clicks; click += 1) {
    journal.stage(1, Date.now(), Buffer.from('203.0.113'), Buffer.alloc(0), nothing);
  }
}

function visit(journal: Journal): void {
  stage(journal, 1);
  journal.commit();
}

const disk = SmallDisk.mount(1);
afterAll(() => disk?.unmount());

test.skipIf(disk === null)(
  'on a full disk each click is either counted or reported as lost',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'brisk-journal-'));
    const engine = await openTestEngine(dataDir);
    await seedLinks(engine, [{ short_url: 'l1' }]);
    const directory = openJournalDirectory(disk!.path);
    const reserve = join(disk!.path, 'reserve');
    writeFileSync(reserve, Buffer.alloc(300_000));
    const journal = new Journal({ directory });
    let staged = 0;
    let counted = 0;
    const visitAndDrain = async (clicks: number): Promise<void> => {
      stage(journal, clicks);
      journal.commit();
      staged += clicks;
      counted += (await drainJournal({ engine, directory, onError: fail })).clicks;
    };
    while (journal.counts.uncounted === 0) await visitAndDrain(3000);
    rmSync(reserve);
    await visitAndDrain(1);
    await visitAndDrain(500);
    journal.close();
    const { acknowledged, journalled, uncounted } = journal.counts;
    expect([acknowledged, journalled, counted + uncounted]).toEqual([staged, counted, staged]);
    await engine.close();
    rmSync(dataDir, { recursive: true });
  },
);

test('above its quota the journal reports clicks as lost until there is room again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-journal-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ short_url: 'l1' }]);
  const directory = openJournalDirectory(dataDir);
  const former = new Journal({ directory });
  visit(former);
  former.close();
  jest.useFakeTimers();
  const failures: string[] = [];
  const recoveries: number[] = [];
  const journal = new Journal({
    directory,
    quotaBytes: measureSegments(directory),
    onFailure: (error) => failures.push(String(error)),
    onRecovery: (uncounted) => recoveries.push(uncounted),
  });
  stage(journal, 2);
  journal.commit();
  visit(journal);
  expect(journal.counts).toEqual({ acknowledged: 3, journalled: 0, uncounted: 3 });
  expect(failures).toEqual([expect.stringContaining('the journal is full')]);

  // The counted segments are removed a day later.
  const { clicks, segments } = await drainJournal({ engine, directory, onError: fail });
  expect(clicks).toBe(1);
  await removeOldSegments(
    directory,
    segments,
    { now: Date.now() + 86_401_000, quotaBytes: undefined },
    fail,
  );
  expect(measureSegments(directory)).toBe(0);
  jest.advanceTimersByTime(1000);
  visit(journal);
  expect(journal.counts).toEqual({ acknowledged: 4, journalled: 1, uncounted: 3 });
  expect(recoveries).toEqual([3]);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(1);
  jest.useRealTimers();
  journal.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test('a segment ends after six hours at any size, and is removed a day after counting', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-journal-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ short_url: 'l1' }]);
  const directory = openJournalDirectory(dataDir);
  jest.useFakeTimers();
  const begun = Date.now();
  const journal = new Journal({ directory, owner: 'a' });
  const tickAfter = (hours: number) => {
    setSystemTime(begun + hours * HOUR_MS);
    jest.advanceTimersByTime(1000);
    return listSegments(directory);
  };
  visit(journal);
  const [first] = tickAfter(5.9);
  expect(listSegments(directory)).toEqual([first!]);
  const [, second] = tickAfter(6);
  expect(listSegments(directory)).toEqual([first!, second!]);
  // An empty segment holds no visitor's data.
  expect(tickAfter(12)).toEqual([first!, second!]);
  setSystemTime();
  const { clicks, segments } = await drainJournal({ engine, directory, onError: fail });
  expect(clicks).toBe(1);
  const finished = listFinished(segments, new Set(['a']));
  expect(finished).toEqual([first!]);
  const later = Date.now() + 24 * HOUR_MS + 1000;
  await removeOldSegments(directory, finished, { now: later, quotaBytes: undefined }, fail);
  expect(listSegments(directory)).toEqual([second!]);
  visit(journal);
  expect((await drainJournal({ engine, directory, onError: fail })).clicks).toBe(1);
  jest.useRealTimers();
  journal.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

describe('a journal on a disk that fails', () => {
  const directory = mkdtempSync(join(tmpdir(), 'brisk-journal-'));
  const ioError = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  const events: string[] = [];

  function open(): Journal {
    jest.useFakeTimers();
    return new Journal({
      directory,
      onFull: () => events.push('drain'),
      onFailure: (error) => events.push(String(error)),
    });
  }

  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    for (const name of listSegments(directory)) rmSync(join(directory, name));
    events.length = 0;
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test('replaces a segment that cannot be written, once a second at most', () => {
    const journal = open();
    visit(journal);
    const spy = spyOn(fs, 'writeSync');
    const fail = (): void => {
      spy.mockImplementationOnce(() => {
        throw ioError;
      });
      visit(journal);
      visit(journal);
    };
    fail();
    expect([listSegments(directory).length, events]).toEqual([2, [String(ioError), 'drain']]);
    fail();
    expect(listSegments(directory)).toHaveLength(2);
    jest.advanceTimersByTime(1000);
    fail();
    expect(listSegments(directory)).toHaveLength(3);
    // An empty segment is kept: the next one would probably fail too.
    jest.advanceTimersByTime(1000);
    fail();
    spy.mockImplementation(() => {
      throw ioError;
    });
    for (let second = 0; second < 3; second += 1) {
      visit(journal);
      jest.advanceTimersByTime(1000);
    }
    expect(listSegments(directory)).toHaveLength(5);
    expect(journal.counts).toEqual({ acknowledged: 12, journalled: 5, uncounted: 7 });
    journal.close();
  });

  test('replaces a segment that cannot be synced, and requests its counting at once', () => {
    spyOn(fs, 'fdatasync').mockImplementationOnce(((_, callback) =>
      callback(ioError)) as typeof fs.fdatasync);
    const journal = open();
    visit(journal);
    const [failed] = listSegments(directory);
    jest.advanceTimersByTime(1000);
    expect(events).toEqual([String(ioError), 'drain']);
    visit(journal);
    expect(listSegments(directory)).toHaveLength(2);
    expect(journal.activeSegment).not.toBe(failed!);
    journal.close();
  });
});
