import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, LinkTarget } from '../engine/engine.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { Targets } from './targets.ts';

/** Look-ups read their row, then wait for the test. */
async function openWithSlowLookups() {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-targets-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ short_url: 'abc', long_url: 'https://example.com/old' }]);
  const reads: Promise<LinkTarget | null>[] = [];
  let gate = Promise.withResolvers<void>();
  const slow = {
    changes: engine.changes,
    findTargetsByFoldedCode: (folded: string) => engine.findTargetsByFoldedCode(folded),
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
    allRead: () => Promise.all(reads),
    /** Returns how many look-ups ended. */
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
  'an edit during the look-up of %s leaves nothing outdated in memory',
  async (typed) => {
    await using site = await openWithSlowLookups();
    const { engine, targets, allRead, letAllGo } = site;
    const visit = targets.load(typed);
    await allRead();
    await lead(engine, 'abc', 'https://example.com/new');
    letAllGo();
    // A visit that began before the edit may see the old link.
    expect((await visit)?.long_url).toBe('https://example.com/old');
    expect(targets.get(typed)).toBeUndefined();
    // This reports no change a second time.
    await engine.changes.pull();
    const next = targets.load(typed);
    letAllGo();
    expect((await next)?.long_url).toBe('https://example.com/new');
    expect(targets.get(typed)?.long_url).toBe('https://example.com/new');
  },
);

test('changes of other links during a look-up do not prevent caching', async () => {
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

test('a visit after an edit does not join an earlier look-up', async () => {
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

test('a change of all links during a look-up leaves nothing outdated in memory', async () => {
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

test('a link created during the look-up of its code is found by the next visit', async () => {
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

test('a failing look-up leaves nothing in memory, and the next visit repeats it', async () => {
  await using site = await openWithSlowLookups();
  const { engine } = site;
  const fails = [true, true, false, false];
  const flaky = new Targets(
    {
      changes: engine.changes,
      findTargetsByFoldedCode: (folded) => engine.findTargetsByFoldedCode(folded),
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

async function openWithLinks(...codes: string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-targets-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    codes.map((short_url) => ({ short_url })),
  );
  const targets = new Targets(engine, {});
  return {
    engine,
    targets,
    lead: async (typed: string): Promise<string | null> => {
      return (targets.get(typed) ?? (await targets.load(typed)))?.short_url ?? null;
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

test('a code is found with text around it, and an exact match comes first', async () => {
  await using site = await openWithLinks(
    'code',
    'sale_',
    'dot.',
    'dot',
    'c++',
    'env',
    'a,b',
    '短链',
  );
  for (const [typed, code] of [
    ['code', 'code'],
    ['CODE.', 'code'],
    ['code.', 'code'],
    ['code),', 'code'],
    ['code”', 'code'],
    ['code\u200b', 'code'],
    ['\u200e(co\u00adde)', 'code'],
    ['code&amp;utm_source=x', 'code'],
    ['code_', 'code'],
    ['code-', 'code'],
    ['sale_', 'sale_'],
    ['sale_.', 'sale_'],
    ['sale', null],
    ['dot.', 'dot.'],
    ['dot..', 'dot.'],
    ['dot,', 'dot'],
    ['c++.', 'c++'],
    ['c+', null],
    ['.env', null],
    ['a,b', 'a,b'],
    ['A,B!', 'a,b'],
    ['a', null],
    ['短链，领取', '短链'],
    ['api.', null],
    ['admin)', null],
    ['...', null],
  ] as const) {
    expect([typed, await site.lead(typed)]).toEqual([typed, code]);
  }
});

test('a code is found in any spelling that only one link has', async () => {
  const nfd = 'Cafe\u0301';
  const codes = ['MyCode', 'Two', 'TWO', 'Low', 'low', nfd, '❤️', 'ΟΔΟΣ', 'Exact', 'eXACT'];
  await using site = await openWithLinks(...codes);
  for (const [typed, code] of [
    ['MyCode', 'MyCode'],
    ['mycode', 'MyCode'],
    ['MYCODE.', 'MyCode'],
    ['Two', 'Two'],
    ['TWO', 'TWO'],
    ['two', null],
    ['tWo.', null],
    ['TWO.', 'TWO'],
    ['LOW', 'low'],
    ['Low', 'Low'],
    ['caf\u00e9', nfd],
    ['CAF\u00c9', nfd],
    ['❤', '❤️'],
    ['❤️.', '❤️'],
    ['οδος', 'ΟΔΟΣ'],
    ['exact', null],
    ['Exact\u200b', 'Exact'],
  ] as const) {
    expect([typed, await site.lead(typed)]).toEqual([typed, code]);
  }
});

test('a remembered spelling is dropped when another link fits it', async () => {
  await using site = await openWithLinks('MyCode', 'a');
  const { engine, lead } = site;
  const add = async (code: string): Promise<void> => {
    await seedLinks(engine, [{ short_url: code }]);
    await engine.write(async (_tx, changed) => changed('link', code));
  };
  expect([await lead('mycode'), await lead('A..'), await lead('a.')]).toEqual(['MyCode', 'a', 'a']);
  await add('MYCODE');
  expect([await lead('mycode'), await lead('MyCode')]).toEqual([null, 'MyCode']);
  await add('mycode');
  expect([await lead('mycode'), await lead('MYCODE.')]).toEqual(['mycode', 'MYCODE']);
  await add('a.');
  expect([await lead('A..'), await lead('a.'), await lead('a')]).toEqual(['a.', 'a.', 'a']);
  await engine.write(async (tx, changed) => {
    await tx.deleteFrom('link').where('short_url', '=', 'a.').execute();
    changed('link', 'a.');
  });
  expect([await lead('A..'), await lead('a.')]).toEqual(['a', 'a']);
});
