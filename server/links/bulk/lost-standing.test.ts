import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authority, ownerCall, ownerToken } from '../../../tests/support/owner.ts';
import { removeLinks, seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { editInBulk } from './bulk-edits.ts';
import { undoBulk } from './undo-bulk.ts';

const BATCH = 1000;
const LINKS = 2 * BATCH + 1;
const dataDir = mkdtempSync(join(tmpdir(), 'brisk-lost-standing-'));
const engine = await openTestEngine(dataDir);
const site = { engine, ownHostname: null, domains: () => [] };
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await removeLinks(engine);
  await seedLinks(
    engine,
    Array.from({ length: LINKS }, (_, at) => ({ short_url: `l${at}` })),
  );
});

async function countNotes(): Promise<number> {
  const links = engine.db.selectFrom('link').select('id').where('note', '=', 'x');
  return (await links.execute()).length;
}

/** Its account becomes an author when so many links have the note. */
function demotedAt(links: number) {
  const assertCaller = async () =>
    (await countNotes()) === links ? ({ ...ownerToken, role: 'author' } as const) : ownerToken;
  return { ...ownerCall, assertCaller };
}

function edit(call: typeof ownerCall) {
  const request = { where: {}, set: { note: 'x' }, dry_run: false };
  return editInBulk(site, request, { authority, call });
}

test('a bulk edit and its undo end between two batches when the caller is demoted', async () => {
  const refused = await edit(demotedAt(BATCH)).catch((error: unknown) => error);
  expect(refused).toMatchObject({ problem: 'call.not-allowed' });
  expect(await countNotes()).toBe(BATCH);

  const { bulk_id: bulkId } = await edit(ownerCall);
  expect(await countNotes()).toBe(LINKS);
  const undo = { bulkId: bulkId!, authority, ownHostnames: [] };
  const ended = undoBulk(engine, { ...undo, call: demotedAt(BATCH + 1) });
  expect(await ended.catch((error: unknown) => error)).toMatchObject({
    problem: 'call.not-allowed',
  });
  const left = await countNotes();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(LINKS);
  await undoBulk(engine, { ...undo, call: ownerCall });
  expect(await countNotes()).toBe(BATCH);
});
