import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../tests/support/random.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { Journal } from './journal/journal.ts';
import { upsertOffset } from './counts.store.ts';
import { PendingClicks } from './pending.ts';
import { openJournalDirectory } from './journal/segments.ts';
import { decodeClicks } from './journal/record.ts';

const LINKS = [1, 2, 3];

async function openSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-pending-'));
  const directory = openJournalDirectory(dataDir);
  const engine = await openTestEngine(dataDir);
  const journal = new Journal({ directory });
  return {
    engine,
    directory,
    /** Clicks of one length, each by a new user agent. */
    add(clicks: number): void {
      for (let click = 0; click < clicks; click += 1) {
        const userAgent = `${crypto.randomUUID()} ${'x'.repeat(400)}`;
        const visit = { referrer: null, userAgent, language: null };
        journal.append({ linkId: LINKS[click % 3]!, time: 0, address: '203.0.113.7', ...visit });
      }
    },
    /** The position and the link of each click. */
    list(): { at: number; id: number }[] {
      const found: { at: number; id: number }[] = [];
      const bytes = readFileSync(join(directory, journal.activeSegment!));
      decodeClicks(bytes, (id, at) => found.push({ at, id }));
      return found;
    },
    setDrained: (bytes: number) =>
      engine.write((tx) => upsertOffset(tx, journal.activeSegment!, bytes)),
    async [Symbol.asyncDispose]() {
      journal.close();
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

test('clicks that a drain counts meanwhile are pending no longer, wherever it ends', async () => {
  await using site = await openSite();
  const pending = new PendingClicks(site.engine, site.directory);
  const shares = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), 8);
  let first = 0;
  for (const share of shares) {
    site.add(300);
    const clicks = site.list();
    const left = clicks.slice(first);
    const counts = LINKS.map((link) => [link, left.filter(({ id }) => id === link).length]);
    expect([...(await pending.count(LINKS))]).toEqual(counts as [number, number][]);
    expect(await pending.estimate(0)).toBe(left.length);
    first += Math.floor(share * left.length);
    await site.setDrained(clicks[first]!.at);
  }
  // A restored backup has counted less.
  await site.setDrained(0);
  expect(await pending.estimate(0, new Promise(() => undefined))).toBe(site.list().length);
});

test('without time to read the journal, the pending clicks are estimated by its bytes', async () => {
  await using site = await openSite();
  site.add(600);
  const pending = new PendingClicks(site.engine, site.directory);
  const never = new Promise(() => undefined);
  expect([await pending.estimate(0, never), await pending.estimate(1, never)]).toEqual([600, 200]);
  site.add(6000);
  const [all, own] = [
    pending.estimate(0, Promise.resolve()),
    pending.estimate(1, Promise.resolve()),
  ];
  // The name of the segment stands before the first click.
  expect([Math.round((await all) / 100), Math.round((await own) / 100)]).toEqual([66, 22]);
  expect(await pending.estimate(0, never)).toBe(6600);
});
