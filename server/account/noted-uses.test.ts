import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedOwner } from '../../tests/support/owner.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { ApiTokens } from './api-tokens.ts';
import { NotedUses } from './noted-uses.ts';
import { Sessions } from './sessions.ts';
import { createTokenCipher, hashToken } from './tokens.ts';

const NEVER = 2 ** 31;

test('the last use of logins and tokens is written, and of no others', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-uses-'));
  const engine = await openTestEngine(dataDir);
  await seedOwner(engine);
  for (const name of ['used', 'unused']) {
    const fields = { account_id: 1, created_at: 1, user_agent: '' };
    const session = { way: 'password', seen_at: 1, confirmed_at: 1, network: '', sid: '' } as const;
    await engine.db
      .insertInto('session')
      .values({ ...fields, ...session, token_hash: hashToken(`web-${name}`), expires_at: NEVER })
      .execute();
    const token = { name, is_default: 0, token_sealed: '', scopes: '', per_minute: 0, ip: '' };
    await engine.db
      .insertInto('api_token')
      .values({ ...fields, ...token, token_hash: hashToken(`sk-${name}`), expires_at: 0 })
      .execute();
  }
  const sessions = new Sessions(engine, { demandsFactor: () => false, idleDays: () => 0 });
  const tokens = new ApiTokens({
    engine,
    cipher: createTokenCipher(Buffer.alloc(32)),
    managed: () => Promise.reject(new Error('nobody manages')),
    daysMax: () => 0,
  });
  const before = nowSeconds();
  await sessions.authenticate('web-used');
  await tokens.authenticate('sk-used', '203.0.113.7');
  await sessions.writeSeen();
  await tokens.writeUsed();
  const logins = await engine.db.selectFrom('session').select(['token_hash', 'seen_at']).execute();
  const seenAt = new Map(logins.map((row) => [row.token_hash, row.seen_at]));
  expect(seenAt.get(hashToken('web-used'))).toBeGreaterThanOrEqual(before);
  expect(seenAt.get(hashToken('web-unused'))).toBe(1);
  const rows = await engine.db
    .selectFrom('api_token')
    .select(['name', 'used_at', 'used_network'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { name: 'used', used_at: expect.any(Number) as number, used_network: '203.0.113.0/24' },
    { name: 'unused', used_at: 0, used_network: '' },
  ]);
  expect(rows[0]!.used_at).toBeGreaterThanOrEqual(before);
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test('a use is written at most every ten minutes, and at most 10,000 wait', () => {
  const uses = new NotedUses<number, string>();
  uses.note(1, 'first');
  uses.note(1, 'second');
  expect(uses.take(1000)).toEqual([[1, 'second']]);
  uses.note(1, 'third');
  expect(uses.take(1060)).toEqual([]);
  expect(uses.take(1600)).toEqual([]);
  uses.note(1, 'fourth');
  expect(uses.take(1660)).toEqual([[1, 'fourth']]);
  for (let key = 0; key < 20_000; key += 1) uses.note(key, '');
  expect(uses.take(9000)).toHaveLength(10_000);
});
