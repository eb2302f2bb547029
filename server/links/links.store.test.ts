import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../tests/test-engine.ts';
import { insertLink, selectByCode } from './links.store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-store-'));
const engine = await openTestEngine(dataDir);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test('what is told of a new link is what is stored of it', async () => {
  const link = {
    short_url: 'a',
    long_url: 'https://example.com/',
    title: 'Title',
    description: 'Description',
    expires_at: 1_900_000_000,
    ip: '203.0.113.7',
    is_count_only: 1,
    shows_numbers: 1,
  };
  const insert = () =>
    engine.write((tx, changed) => insertLink(tx, changed, link, 52, 1_800_000_000));
  const told = await insert();
  expect(told).toMatchObject({ ...link, long_url_hash: 52, created_at: 1_800_000_000 });
  expect(await selectByCode(engine, 'a')).toEqual(told);
  expect(await insert()).toBeNull();
});
