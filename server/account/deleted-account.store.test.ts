import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { owner } from '../../tests/support/owner.ts';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { deleteByIds } from '../links/bin/deleted-links.store.ts';
import { readAccount } from './account.store.ts';
import { deleteAccountRow } from './deleted-account.store.ts';
import { insertAccount } from './people.store.ts';

let dataDir: string;
let engine: Engine;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-deleted-'));
  engine = await openTestEngine(dataDir);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function insert(username: string): Promise<number> {
  const standing = { kind: 'person', role: 'editor', sees_all: 0 } as const;
  const times = { created_at: 1, created_by: 0 };
  const account = { ...standing, ...times, username, email: '', password_hash: '' };
  return (await engine.write((tx) => insertAccount(tx, () => owner, account)))!.id;
}

test.each([
  ['an account', (other: number) => other],
  ['nobody', () => 0],
  ['the bin', () => 'bin' as const],
])('a link that comes while an account is deleted has an owner who is there: %s', async (_, to) => {
  const [gone, other] = [await insert('gone'), await insert('other')];
  await engine.db.updateTable('account').set({ is_active: 0 }).where('id', '=', gone).execute();
  // The links were given away before.
  await seedLinks(engine, [
    { id: 1, short_url: 'late', owner_id: gone },
    { id: 2, short_url: 'binned', owner_id: gone },
  ]);
  await deleteByIds(engine, { actor: owner, reach: 'all' }, [2], nowSeconds());
  const links = { count: 0, to: to(other) };
  expect(await deleteAccountRow(engine, owner, { account: { id: gone }, links })).toBe(true);
  expect(await readAccount(engine.db, gone)).toBeNull();
  const ownerId = links.to === 'bin' ? 0 : links.to;
  const late = { id: 1, owner_id: ownerId };
  const binned = { id: 2, owner_id: ownerId };
  expect(await selectOwners('link')).toEqual(links.to === 'bin' ? [] : [late]);
  expect(await selectOwners('deleted_link')).toEqual(
    links.to === 'bin' ? [late, binned] : [binned],
  );
});

function selectOwners(table: 'link' | 'deleted_link') {
  return engine.db.selectFrom(table).select(['id', 'owner_id']).orderBy('id').execute();
}
