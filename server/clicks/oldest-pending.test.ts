import { expect, test } from 'bun:test';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { drainJournal } from './drain.ts';
import { Journal } from './journal/journal.ts';
import { findOldestPending } from './pending.ts';
import { createOwner, openJournalDirectory } from './journal/segments.ts';

const FIRST = 1_700_000_000_000;

async function openSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-oldest-'));
  const engine = await openTestEngine(dataDir);
  const directory = openJournalDirectory(dataDir);
  const journals: Journal[] = [];
  return {
    directory,
    oldest: () => findOldestPending(engine, directory),
    drain: () => drainJournal({ engine, directory, onError: () => undefined }),
    openJournal() {
      const journal = new Journal({ directory, owner: createOwner() });
      journals.push(journal);
      return (time: number): string => {
        const noHeaders = { referrer: null, userAgent: null, language: null };
        journal.append({ linkId: 1, time, address: '203.0.113.7', ...noHeaders });
        return join(directory, journal.activeSegment!);
      };
    },
    async [Symbol.asyncDispose]() {
      for (const journal of journals) journal.close();
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

test('the oldest click of all processes is found, until it is counted', async () => {
  await using site = await openSite();
  expect(await site.oldest()).toBeNull();
  const [visit, visitOther] = [site.openJournal(), site.openJournal()];
  visit(FIRST + 2000);
  visit(FIRST + 3000);
  expect(await site.oldest()).toBe(FIRST + 2000);
  visitOther(FIRST + 1000);
  expect(await site.oldest()).toBe(FIRST + 1000);
  await site.drain();
  expect(await site.oldest()).toBeNull();
  visit(FIRST + 5000);
  visitOther(FIRST + 4000);
  expect(await site.oldest()).toBe(FIRST + 4000);
});

test('an incomplete record is no pending click, and a record behind damage is one', async () => {
  await using site = await openSite();
  writeFileSync(join(site.directory, '000000000-torn.clicks'), Buffer.alloc(50, 1));
  expect(await site.oldest()).toBeNull();
  const segment = site.openJournal()(FIRST);
  await site.drain();
  appendFileSync(segment, Buffer.alloc(5000, 255));
  const whole = site.openJournal()(FIRST + 1000);
  appendFileSync(segment, new Uint8Array(await Bun.file(whole).arrayBuffer()));
  rmSync(whole);
  expect(await site.oldest()).toBe(FIRST + 1000);
});
