import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '../../contracts/envelope.ts';
import { createLink } from '../../contracts/links/links.ts';
import { ClickCounter } from '../../server/clicks/click-counter.ts';
import { Clicks } from '../../server/clicks/clicks.ts';
import { openPostgres } from '../../server/engine/postgres/postgres.ts';
import { expectTotals, sum } from '../support/statistics/click-totals.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import type { PostgresAt } from '../postgres/postgres-at.ts';
import { TcpProxy } from '../postgres/tcp-proxy.ts';
import { seedLinks } from '../support/statistics/seed.ts';
import { databaseOf, startNodes } from './node.ts';
import { chooseForRun } from '../support/test-run.ts';

const DROPS = chooseForRun(4, 100);
const LINKS = 3;
const UNAVAILABLE = { code: 503, msg: 'storage.unavailable' };

let postgres: PostgresAt;
let proxy: TcpProxy;
beforeAll(async () => {
  postgres = await sharedPostgres();
  proxy = await TcpProxy.start(postgres);
});
afterAll(() => proxy[Symbol.dispose]());

/** The test causes lost connections, so their errors are expected. */
function onError(): void {}

function click(linkId: number) {
  const nothing = { referrer: null, userAgent: null, language: null };
  return { linkId, time: Date.now(), address: '203.0.113.7', ...nothing };
}

test(`clicks are counted once when the answer to COMMIT is lost, ${DROPS} times`, async () => {
  const database = databaseOf(await postgres.createDatabase());
  const engine = await openPostgres({ databaseUrl: proxy.url(database), onError });
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-doubt-'));
  const codes = Array.from({ length: LINKS }, (_, index) => ({ short_url: `code${index}` }));
  await seedLinks(engine, codes);
  const links = await engine.db.selectFrom('link').select('id').orderBy('id').execute();
  const counter = new ClickCounter({ engine, dataDir, onError });
  const clicks = new Clicks({ engine, dataDir, counter, onError });
  const made = Array.from(links, () => 0);
  // The first click of a day has a second COMMIT, for the salt of its visitor hashes.
  clicks.record(click(links[0]!.id));
  made[0]! += 1;
  expect(await clicks.drain()).toBe(1);
  for (let drop = 0; drop < DROPS; drop += 1) {
    let fresh = 0;
    for (const [index, { id }] of links.entries()) {
      for (let count = 0; count <= (drop + index) % LINKS; count += 1) {
        clicks.record(click(id));
        made[index]! += 1;
        fresh += 1;
      }
    }
    const dropped = proxy.dropNextCommitAnswer();
    const counted = await clicks.drain().catch(() => 0);
    await dropped;
    // The second drain reads from the database that the clicks were counted.
    expect([counted, await clicks.drain()]).toEqual([fresh, 0]);
  }
  await clicks.close();
  const counted = await engine.db
    .selectFrom('click_count')
    .select('clicks')
    .orderBy('link_id')
    .execute();
  const logged = await expectTotals(engine);
  await engine.close();
  rmSync(dataDir, { recursive: true });
  expect(counted.map((row) => row.clicks)).toEqual(made);
  expect(logged).toBe(sum(made));
}, 300_000);

test(`a create whose COMMIT is in doubt answers so and makes no link twice, ${DROPS} times`, async () => {
  const database = databaseOf(await postgres.createDatabase());
  await using site = await startNodes(1, proxy.url(database));
  const node = site.nodes[0]!;
  const caller = node.caller(await node.caller().signIn());
  const create = (fields: object): Promise<Envelope<unknown>> =>
    caller.call(createLink, { title: 'doubt', ...fields });
  for (let drop = 0; drop < DROPS; drop += 1) {
    const longUrl = `https://example.com/${drop}`;
    // Every other link has a custom code.
    const fields = { long_url: longUrl, ...(drop % 2 === 0 ? {} : { short_url: `code${drop}` }) };
    const dropped = proxy.dropNextCommitAnswer();
    const answer = await create(fields);
    await dropped;
    expect(answer).toMatchObject(UNAVAILABLE);
    const again = await create(fields);
    expect(again).toMatchObject({ code: 200, data: { is_new: false } });
    if (drop % 2 === 1) expect(await node.visit(`code${drop}`)).toBe(longUrl);
  }
  const rows = await postgres.query<{ long_url: string }>(database, 'select long_url from link');
  expect(rows).toHaveLength(DROPS);
  expect(new Set(rows.map((row) => row.long_url)).size).toBe(DROPS);
}, 300_000);
