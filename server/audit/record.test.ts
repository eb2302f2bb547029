import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { owner } from '../../tests/support/owner.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { Engine } from '../engine/engine.ts';
import { record, recordLinks, recordSaved, recordSoFar } from './record.ts';

let dataDir: string;
let engine: Engine;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-audit-'));
  engine = await openTestEngine(dataDir);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test('a change that fails leaves no row', async () => {
  const fail = engine.write(async (tx) => {
    await recordLinks(tx, owner, 'link.deleted', 3);
    throw new Error('the change fails');
  });
  expect(await fail.catch(String)).toContain('the change fails');
  expect(await engine.db.selectFrom('audit').selectAll().execute()).toEqual([]);
  await engine.write((tx) => recordLinks(tx, owner, 'link.deleted', 0));
  await engine.write((tx) => recordLinks(tx, owner, 'link.deleted', 3));
  expect(await engine.db.selectFrom('audit').selectAll().execute()).toMatchObject([
    { actor_kind: 'account', actor_id: 1, action: 'link.deleted', target_name: '3' },
  ]);
});

test('a change that cannot be recorded fails', async () => {
  await engine.db.schema.dropTable('audit').execute();
  const change = engine.write(async (tx) => {
    await tx.insertInto('option').values({ key: 'changed', value: '1', updated_at: 1 }).execute();
    await record(tx, owner, { action: 'setting.changed' });
  });
  expect(await change.catch(() => 'refused')).toBe('refused');
  const options = engine.db.selectFrom('option').select('key').where('key', '=', 'changed');
  expect(await options.execute()).toEqual([]);
});

test('work of several transactions has one row, with the links so far', async () => {
  let row: number | null = null;
  for (const count of [0, 2, 5]) {
    row = await engine.write((tx) => recordSoFar(tx, owner, 'links.bulk', count, row));
  }
  expect(owner.recorded.at(-1)).toMatchObject({ action: 'links.bulk', target: { name: '5' } });
  const rows = await engine.db.selectFrom('audit').select('target_name').execute();
  expect(rows).toEqual([{ target_name: '5' }]);
});

test('addresses are recorded without their queries', async () => {
  const home_url = 'https://home.example/a?key=1#part';
  const event = { action: 'domain.changed', present: { home_url, note: 'a?b' } } as const;
  await engine.write((tx) => record(tx, owner, event));
  const rows = await engine.db.selectFrom('audit').select('present').execute();
  expect(rows).toEqual([{ present: '{"home_url":"https://home.example/a","note":"a?b"}' }]);
});

test('of a changed setting, only the fields that differ are recorded', async () => {
  const former = { name: 'Login', issuer: 'https://a.example', roles: [{ role: 'viewer' }] };
  const present = { ...former, name: 'Company', roles: [{ role: 'viewer' }], hours: 8 };
  const event = { action: 'setting.changed', former, present } as const;
  await engine.write((tx) => record(tx, owner, event));
  const rows = await engine.db.selectFrom('audit').select(['former', 'present']).execute();
  expect(rows).toEqual([{ former: '{"name":"Login"}', present: '{"name":"Company","hours":8}' }]);
});

test('an export or a backup goes on when it cannot be recorded', async () => {
  await engine.db.schema.dropTable('audit').execute();
  const errors: unknown[] = [];
  await recordSaved(engine, owner, 'site.exported', (error) => void errors.push(error));
  expect(errors).toHaveLength(1);
});
