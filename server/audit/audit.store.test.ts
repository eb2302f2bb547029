import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { owner } from '../../tests/support/owner.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { AuditAction } from '../../contracts/people/audit.constants.ts';
import type { Engine } from '../engine/engine.ts';
import { countWrongCodes } from './audit.store.ts';
import { describeRow } from './record.ts';

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

const ROWS = 1000;
const account = { kind: 'account', id: owner.account, name: owner.name };
const links = { kind: 'links', name: '1' };
const guest = { ...owner, kind: 'guest' as const, account: 0 };

async function add(action: AuditAction, target: typeof account | typeof links, by = owner) {
  await engine.db.insertInto('audit').values(describeRow(by, { action, target })).execute();
}

async function addMany(action: AuditAction, target: typeof account | typeof links) {
  await engine.write(async (tx) => {
    const rows = Array.from({ length: ROWS / 10 }, () => describeRow(owner, { action, target }));
    for (let part = 0; part < 10; part += 1) await tx.insertInto('audit').values(rows).execute();
  });
}

test('wrong codes are found behind a thousand rows of other work of the account', async () => {
  await add('login.in', account);
  await add('login.factor_failed', account, guest);
  await addMany('link.deleted', links);
  await add('login.in', account);
  expect(await countWrongCodes(engine, owner.account)).toBe(1);
});

test('wrong codes are sought in the newest thousand rows about the account', async () => {
  await add('login.factor_failed', account, guest);
  await addMany('account.changed', account);
  expect(await countWrongCodes(engine, owner.account)).toBe(0);
});
