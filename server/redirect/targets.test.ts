import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, LinkTarget } from '../engine/engine.ts';
import { openSqlite } from '../engine/sqlite.ts';
import { seedLinks } from '../../tests/seed.ts';
import { Targets } from './targets.ts';

/** A database whose look-ups have read their row and then wait before they give it back. */
async function openWithSlowLookups() {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-targets-'));
  const engine = await openSqlite(dataDir);
  await seedLinks(engine, [{ short_url: 'abc', long_url: 'https://example.com/old' }]);
  const waiting: (() => void)[] = [];
  const slow = {
    changes: engine.changes,
    findTarget(code: string): Promise<LinkTarget | null> {
      const found = engine.findTarget(code) as LinkTarget | null;
      return new Promise((resolve) => waiting.push(() => resolve(found)));
    },
  };
  return {
    engine,
    targets: new Targets(slow, {}),
    letGo: () => waiting.shift()?.(),
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
    const { engine, targets, letGo } = site;
    const visit = targets.load(typed);
    if (typed === 'ABC') {
      // Exactly this spelling does not exist: the lower case is looked up next.
      letGo();
      await Promise.resolve();
    }
    await lead(engine, 'abc', 'https://example.com/new');
    letGo();
    // The visit began before the edit was answered, and may see what was there.
    expect((await visit)?.long_url).toBe('https://example.com/old');
    expect(targets.get(typed)).toBeUndefined();
    const next = targets.load(typed);
    letGo();
    await Promise.resolve();
    letGo();
    expect((await next)?.long_url).toBe('https://example.com/new');
    expect(targets.get(typed)?.long_url).toBe('https://example.com/new');
  },
);

test('a link created amid the look-up of its code is found by the next visit', async () => {
  await using site = await openWithSlowLookups();
  const { engine, targets, letGo } = site;
  const visit = targets.load('new');
  await seedLinks(engine, [{ short_url: 'new', long_url: 'https://example.com/new' }]);
  letGo();
  expect(await visit).toBeNull();
  const next = targets.load('new');
  letGo();
  expect((await next)?.long_url).toBe('https://example.com/new');
});
