import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { drainJournal } from '../drain.ts';
import { Journal } from './journal.ts';
import { findLastLinkId } from './last-link-id.ts';
import { findOldestPending, PendingClicks } from '../pending.ts';
import {
  createSegmentName,
  listFinished,
  openJournalDirectory,
  openSegment,
  listOldSegments,
} from './segments.ts';

const LINK = 7;
const GONE = '000000000-gone.clicks';
const BAD = '000000001-bad.clicks';

async function openJournal() {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-segments-'));
  const directory = openJournalDirectory(dataDir);
  const engine = await openTestEngine(dataDir);
  const journal = new Journal({ directory });
  const visit = { referrer: null, userAgent: null, language: null };
  journal.append({ linkId: LINK, time: Date.now(), address: '203.0.113.7', ...visit });
  return {
    directory,
    engine,
    segment: journal.activeSegment!,
    async [Symbol.asyncDispose]() {
      journal.close();
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Makes a segment that is listed but cannot be opened, like one that is removed meanwhile. */
function addGone(directory: string): void {
  symlinkSync('nowhere', join(directory, GONE));
}

function fail(error: unknown): never {
  throw error;
}

test('a missing segment does not break pending counts', async () => {
  await using site = await openJournal();
  addGone(site.directory);
  const pending = new PendingClicks(site.engine, site.directory);
  expect(await pending.count([LINK])).toEqual(new Map([[LINK, 1]]));
});

test('a missing segment has no last link', async () => {
  await using site = await openJournal();
  addGone(site.directory);
  expect(await findLastLinkId(site.directory)).toBe(LINK);
});

test('a missing segment counts as drained, without a report', async () => {
  await using site = await openJournal();
  addGone(site.directory);
  const drained = await drainJournal({ ...site, onError: fail });
  expect(drained).toEqual({ clicks: 1, segments: [site.segment] });
});

test('an unreadable segment is reported', async () => {
  await using site = await openJournal();
  mkdirSync(join(site.directory, BAD));
  expect(() => openSegment(site.directory, BAD, fail)).toThrow('is not a file');
});

test('an unreadable segment does not break pending counts', async () => {
  await using site = await openJournal();
  mkdirSync(join(site.directory, BAD));
  const pending = new PendingClicks(site.engine, site.directory);
  expect(await pending.count([LINK])).toEqual(new Map([[LINK, 1]]));
});

test('a segment with an unreadable place blocks no other, and is kept', async () => {
  await using site = await openJournal();
  // The file opens, and a read of its start fails with EIO.
  symlinkSync('/proc/self/mem', join(site.directory, BAD));
  const pending = new PendingClicks(site.engine, site.directory);
  expect(await pending.count([LINK])).toEqual(new Map([[LINK, 1]]));
  expect(await findOldestPending(site.engine, site.directory)).not.toBeNull();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push((error as NodeJS.ErrnoException).code);
  const drained = await drainJournal({ ...site, onError });
  expect([drained, errors]).toEqual([{ clicks: 1, segments: [site.segment] }, ['EIO']]);
  expect(await findLastLinkId(site.directory).catch(String)).toContain('EIO');
});

test('the last link is unknown while a segment is unreadable', async () => {
  await using site = await openJournal();
  mkdirSync(join(site.directory, BAD));
  expect(await findLastLinkId(site.directory).catch(String)).toContain('is not a file');
});

test('the newest segment of each active writer is unfinished, all others are finished', () => {
  const names = [
    createSegmentName(1, 'server'),
    createSegmentName(2, 'worker'),
    createSegmentName(3, 'dead'),
    createSegmentName(4, 'server'),
    createSegmentName(5, 'dead'),
  ];
  expect(listFinished(names, new Set(['server', 'worker', 'new']))).toEqual([
    names[0]!,
    names[2]!,
    names[4]!,
  ]);
  expect(listFinished(names, new Set())).toEqual(names);
});

test('the newest drained segments stay while there is room', () => {
  const directory = mkdtempSync(join(tmpdir(), 'brisk-segments-'));
  const names = Array.from({ length: 9 }, (_, instant) => createSegmentName(instant, 'server'));
  for (const name of names) {
    writeFileSync(join(directory, name), '');
    // A sparse file of 64 MiB.
    truncateSync(join(directory, name), 64 * 1024 * 1024);
  }
  expect(listOldSegments(directory, names, Date.now()).toSorted()).toEqual(names.slice(0, -4));
  rmSync(directory, { recursive: true });
});
