import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editLinks, listBulks, undoBulk } from '../../../contracts/links/bulk.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { TestProcess } from '../test-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-bulk-kill-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const LINKS = 20_000;
const from = 'https://old.example/';
const to = 'https://new.example/';

async function signIn({ url }: TestProcess): Promise<SiteCaller> {
  return new SiteCaller(url, await new SiteCaller(url).signIn());
}

/** Polls until a condition holds; otherwise the test's time limit ends the wait. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(1);
}

test('a killed bulk edit leaves whole thousands, and a killed undo can be repeated', async () => {
  const engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    Array.from({ length: LINKS }, (_, at) => ({ short_url: `l${at}`, long_url: from })),
  );
  const countWith = async (url: string) => {
    const row = await engine.db
      .selectFrom('link')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('long_url', '=', url)
      .executeTakeFirstOrThrow();
    return row.count;
  };
  {
    await using server = await TestProcess.start(dataDir);
    const site = await signIn(server);
    const replace_in_url = { find: from, put: to };
    const edit = site.call(editLinks, { where: { all: 1 }, replace_in_url }).catch(() => null);
    await until(async () => (await countWith(to)) > 0);
    await server.end('SIGKILL');
    expect(await edit).toBeNull();
  }
  const changed = await countWith(to);
  expect(changed % 1000).toBe(0);
  expect(changed).toBeLessThan(LINKS);
  let bulkId = 0;
  {
    await using server = await TestProcess.start(dataDir);
    const site = await signIn(server);
    const bulks = (await site.call(listBulks, {})).data as ReplyOf<typeof listBulks>;
    expect(bulks).toMatchObject([{ matched: changed, changed, failed_count: 0 }]);
    bulkId = bulks[0]!.bulk_id;
    const undo = site.call(undoBulk, { bulk_id: bulkId }).catch(() => null);
    await until(async () => (await countWith(to)) < changed);
    await server.end('SIGKILL');
    await undo;
  }
  expect((await countWith(to)) % 1000).toBe(0);
  await using server = await TestProcess.start(dataDir);
  const site = await signIn(server);
  const undone = await site.call(undoBulk, { bulk_id: bulkId });
  // The kill may have come after the last batch.
  if (undone.code === 200) expect(undone.data).toEqual({ restored: changed, kept: 0 });
  expect([await countWith(from), await countWith(to)]).toEqual([LINKS, 0]);
  expect((await site.call(listBulks, {})).data).toEqual([]);
  await engine.close();
}, 300_000);
