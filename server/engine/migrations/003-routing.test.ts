import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { sql, type Kysely } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLink, listLinks, updateLink, type Link } from '../../../contracts/links/links.ts';
import { admin, TestSite } from '../../../tests/journeys/test-site.ts';
import { signIn } from '../../../tests/journeys/set-up-site.ts';
import { createFormerDatabase, firstMigrations } from '../../../tests/support/former-database.ts';
import { removeLinks, seedLinks } from '../../../tests/support/statistics/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import { deleteByIds, purgeAll, restoreByIds } from '../../links/bin/deleted-links.store.ts';
import type { Engine } from '../engine.ts';
import { createMigrations } from '../migrations.ts';
import type { Dialect } from '../sql.ts';
import { authority } from '../../../tests/support/owner.ts';

/** Codes with and without a number, in any spelling. */
const CODES = ['a', 'B', 'b2', '-', 'zzzzzzzz', 'a-code-of-its-own', 'a,b', '短', 'Ä'];
const LONG = 'https://example.com/old';

function secondMigrations(dialect: Dialect) {
  return Object.fromEntries(Object.entries(createMigrations(dialect)).slice(0, 2));
}

/** Links of an earlier version: one for each code, an expired, a closed, and one in the bin. */
async function insertOldLinks(db: Kysely<object>): Promise<void> {
  const rows = [...CODES, 'expired', 'off', 'binned'].map((code, index) => {
    const expiresAt = code === 'expired' ? 1 : 0;
    return sql`(${index + 1}, ${code}, ${`${LONG}/${index}`}, 1, '', '', 1, 1, ${expiresAt}, ${code === 'off' ? 0 : 1}, '')`;
  });
  await sql`
    insert into link (id, short_url, long_url, long_url_hash, title, description, created_at,
      updated_at, expires_at, is_active, ip) values ${sql.join(rows)}`.execute(db);
  await sql`insert into click_count (link_id, clicks) select id, 3 from link`.execute(db);
  await sql`
    insert into deleted_link (id, short_url, long_url, long_url_hash, title, description, clicks,
      created_at, updated_at, expires_at, is_active, ip, deleted_at)
    select id, short_url, long_url, 1, '', '', 3, 1, 1, 0, 1, '', 4000000000
    from link where short_url = 'binned'`.execute(db);
  await sql`delete from click_count where link_id = (select id from link where short_url = 'binned')`.execute(
    db,
  );
  await sql`delete from link where short_url = 'binned'`.execute(db);
  if (isPostgres) await sql`select setval(pg_get_serial_sequence('link', 'id'), 99)`.execute(db);
}

test.each([
  ['the first version', firstMigrations],
  ['the second version', secondMigrations],
])('an upgrade from %s keeps each link plain, and its look-up', async (_, migrations) => {
  await using former = await createFormerDatabase(insertOldLinks, migrations);
  const engine = await former.open();
  for (const [index, code] of CODES.entries()) {
    expect(await engine.findTarget(code)).toEqual({
      id: index + 1,
      short_url: code,
      long_url: `${LONG}/${index}`,
      expires_at: 0,
      is_active: 1,
      routing: '',
    });
  }
  expect(await engine.findTarget('expired')).toMatchObject({ expires_at: 1, routing: '' });
  expect(await engine.findTarget('off')).toMatchObject({ is_active: 0, routing: '' });
  expect(await engine.findTarget('binned')).toBeNull();
  const rows = await engine.db.selectFrom('deleted_link').select('routing').execute();
  expect(rows).toEqual([{ routing: '' }]);
  await engine.close();
});

test('a site of the first version redirects as before, and its links take rules', async () => {
  await using former = await createFormerDatabase(insertOldLinks);
  const { dataDir, databaseUrl } = former;
  const env = {
    ADMIN_USERNAME: admin.username,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
  await using site = await TestSite.open({ dataDir, env });
  const lead = async (code: string) => {
    const answer = await site.fetch(`/${encodeURIComponent(code)}`);
    return answer.headers.get('location') ?? answer.status;
  };
  for (const [index, code] of CODES.entries()) expect(await lead(code)).toBe(`${LONG}/${index}`);
  expect(await Promise.all(['expired', 'off', 'binned'].map(lead))).toEqual([410, 410, 404]);
  const token = await signIn(site);
  const { urls } = (await site.call(listLinks, { limit: 200 }, token)).data as { urls: Link[] };
  expect(urls).toHaveLength(CODES.length + 2);
  const rules = [{ when: {}, target: 'https://example.com/new' }];
  for (const { id, short_url: code } of urls) {
    const edit = { id, rules, is_active: 1, expires_at: 0 };
    expect((await site.call(updateLink, edit, token)).code).toBe(200);
    expect([code, await lead(code)]).toEqual([code, 'https://example.com/new']);
  }
  const fresh = { long_url: LONG, title: 'x', short_url: 'fresh', rules };
  expect((await site.call(createLink, fresh, token)).code).toBe(200);
  expect(await lead('fresh')).toBe('https://example.com/new');
});

const IDS = [1, 2, 3] as const;
const step = fc.record({
  kind: fc.constantFrom('route', 'route', 'rename', 'bin', 'restore', 'purge'),
  id: fc.constantFrom(...IDS),
  routing: fc.constantFrom('', '{"max_clicks":3}', '{"forward_query":1}'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes the database, and the settings of links and of those in the bin. */
async function run(
  engine: Engine,
  { kind, id, routing }: Step,
  live: Map<number, string>,
  binned: Map<number, string>,
): Promise<void> {
  if (kind === 'purge') {
    await purgeAll(engine, authority);
    binned.clear();
  } else if (kind === 'bin') {
    await deleteByIds(engine, authority, [id], 1_800_000_000);
    if (live.has(id)) binned.set(id, live.get(id)!);
    live.delete(id);
  } else if (kind === 'restore') {
    await restoreByIds(engine, { authority, ids: [id], now: 1_800_000_000, ownHostnames: [] });
    if (binned.has(id)) live.set(id, binned.get(id)!);
    binned.delete(id);
  } else {
    const code = kind === 'rename' ? `l${id}-renamed-${'x'.repeat(9)}` : `l${id}`;
    const set = kind === 'rename' ? { short_url: code } : { routing };
    await engine.db.updateTable('link').set(set).where('id', '=', id).execute();
    if (kind === 'route' && live.has(id)) live.set(id, routing);
  }
}

test('look-ups know the settings of a link through edits, new codes and the bin', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-routing-'));
  const engine = await openTestEngine(dataDir);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await purgeAll(engine, authority);
      await removeLinks(engine);
      await seedLinks(
        engine,
        IDS.map((id) => ({ id, short_url: `l${id}` })),
      );
      const live = new Map<number, string>(IDS.map((id) => [id, '']));
      const binned = new Map<number, string>();
      for (const one of steps) {
        await run(engine, one, live, binned);
        const rows = await engine.db.selectFrom('link').select(['id', 'short_url']).execute();
        expect(rows).toHaveLength(live.size);
        for (const { id, short_url: code } of rows) {
          expect(await engine.findTarget(code)).toMatchObject({ id, routing: live.get(id)! });
        }
      }
    }),
    { numRuns: isPostgres ? 15 : 60 },
  );
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
