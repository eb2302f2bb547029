import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, LinkTarget } from '../engine/engine.ts';
import { openTestEngine } from '../../tests/test-engine.ts';
import { seedLinks } from '../../tests/seed.ts';
import { Targets } from './targets.ts';

/** A database whose look-ups have read their row and then wait before they give it back. */
async function openWithSlowLookups() {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-targets-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ short_url: 'abc', long_url: 'https://example.com/old' }]);
  const reads: Promise<LinkTarget | null>[] = [];
  let gate = Promise.withResolvers<void>();
  const slow = {
    changes: engine.changes,
    findTarget(code: string): Promise<LinkTarget | null> {
      const read = Promise.resolve(engine.findTarget(code));
      reads.push(read);
      const { promise: opened } = gate;
      return Promise.all([read, opened]).then(([found]) => found);
    },
  };
  return {
    engine,
    targets: new Targets(slow, {}),
    /** Resolves when the look-ups that have begun have read their rows. */
    allRead: () => Promise.all(reads),
    /** Ends the look-ups that have begun; tells how many they were. */
    letAllGo: () => {
      gate.resolve();
      gate = Promise.withResolvers();
      return reads.splice(0).length;
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function lead(engine: Engine, code: string, longUrl: string): Promise<void> {
  return engine.write(async (tx, changed) => {
    await tx.updateTable('link').set({ long_url: longUrl }).where('short_url', '=', code).execute();
    changed('link', code);
  });
}

test.each(['abc', 'ABC'])(
  'an edit amid the look-up of %s leaves nothing old in memory',
  async (typed) => {
    await using site = await openWithSlowLookups();
    const { engine, targets, allRead, letAllGo } = site;
    const visit = targets.load(typed);
    await allRead();
    await lead(engine, 'abc', 'https://example.com/new');
    letAllGo();
    // The visit began before the edit was answered, and may see what was there.
    expect((await visit)?.long_url).toBe('https://example.com/old');
    expect(targets.get(typed)).toBeUndefined();
    // From here on nobody is told of it a second time.
    await engine.changes.pull();
    const next = targets.load(typed);
    letAllGo();
    expect((await next)?.long_url).toBe('https://example.com/new');
    expect(targets.get(typed)?.long_url).toBe('https://example.com/new');
  },
);

test('changes of other links amid a look-up do not keep its link out of memory', async () => {
  await using site = await openWithSlowLookups();
  const { engine, targets, allRead, letAllGo } = site;
  await seedLinks(engine, [{ short_url: 'other', long_url: 'https://example.com/' }]);
  const visit = targets.load('abc');
  await allRead();
  await lead(engine, 'other', 'https://example.com/new');
  await engine.changes.pull();
  letAllGo();
  expect((await visit)?.long_url).toBe('https://example.com/old');
  expect(targets.get('abc')?.long_url).toBe('https://example.com/old');
});

test('a visit after an edit does not wait for what was looked up before it', async () => {
  await using site = await openWithSlowLookups();
  const { engine, targets, allRead, letAllGo } = site;
  const before = targets.load('abc');
  await allRead();
  await lead(engine, 'abc', 'https://example.com/new');
  await engine.changes.pull();
  const after = targets.load('abc');
  letAllGo();
  expect((await before)?.long_url).toBe('https://example.com/old');
  expect((await after)?.long_url).toBe('https://example.com/new');
  expect(targets.get('abc')?.long_url).toBe('https://example.com/new');
});

test('a change of all links amid a look-up leaves nothing old in memory', async () => {
  await using site = await openWithSlowLookups();
  const { engine, targets, allRead, letAllGo } = site;
  const visit = targets.load('abc');
  await allRead();
  await engine.write(async (_tx, changed) => changed('all-links', ''));
  await engine.changes.pull();
  letAllGo();
  expect((await visit)?.long_url).toBe('https://example.com/old');
  expect(targets.get('abc')).toBeUndefined();
});

test('a link created amid the look-up of its code is found by the next visit', async () => {
  await using site = await openWithSlowLookups();
  const { engine, targets, allRead, letAllGo } = site;
  const visit = targets.load('new');
  await allRead();
  await seedLinks(engine, [{ short_url: 'new', long_url: 'https://example.com/new' }]);
  letAllGo();
  expect(await visit).toBeNull();
  const next = targets.load('new');
  letAllGo();
  expect((await next)?.long_url).toBe('https://example.com/new');
});

test('both spellings are looked up at once, and the exact one wins', async () => {
  await using site = await openWithSlowLookups();
  const { engine, targets, letAllGo } = site;
  await seedLinks(engine, [{ short_url: 'ABC', long_url: 'https://example.com/exact' }]);
  const visits = ['ABC', 'Abc', 'abc', 'Xyz'].map(async (typed) => targets.load(typed));
  expect(letAllGo()).toBe(7);
  const found = await Promise.all(visits);
  expect(found.map((target) => target?.short_url)).toEqual(['ABC', 'abc', 'abc', undefined]);
});

test('a look-up that fails leaves nothing in memory, and the next one is another', async () => {
  await using site = await openWithSlowLookups();
  const { engine } = site;
  const fails = [true, true, false, false];
  const flaky = new Targets(
    {
      changes: engine.changes,
      findTarget: (code) =>
        fails.shift() === true
          ? Promise.reject(new Error('the database is gone'))
          : Promise.resolve(engine.findTarget(code)),
    },
    {},
  );
  expect(await Promise.resolve(flaky.load('ABC')).catch(String)).toContain('gone');
  expect(flaky.get('ABC')).toBeUndefined();
  expect((await flaky.load('ABC'))?.short_url).toBe('abc');
});
