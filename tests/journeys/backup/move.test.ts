import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createToken, getToken } from '../../../contracts/account.ts';
import { editLinks, undoBulk } from '../../../contracts/links/bulk.ts';
import {
  createLink,
  deleteLink,
  getLink,
  listLinks,
  restoreLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { listTags, setTag } from '../../../contracts/links/tags.ts';
import { getOption, setOption } from '../../../contracts/site.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { withMoveTarget } from '../../../server/engine/move/target.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import { sharedPostgres } from '../../postgres/postgres-server.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import { readRows, SQLITE } from './move-steps.ts';
import { runCommand } from '../test-process.ts';
import { TestSite } from '../test-site.ts';
import { testInAll } from '../../support/test-run.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** A link with a limit gives its target to people only. */
const person = { headers: { 'User-Agent': FIREFOX } };
/** The largest alert id that was ever assigned. */
const LAST_ALERT = 40;

const parent = mkdtempSync(join(tmpdir(), 'brisk-move-'));
/** A site after a kill, with counted and pending clicks. */
const dataDir = join(parent, 'killed');
const left = { login: '', apiToken: '', ids: { gone: 0, top: 0, bulk: 0 } };

beforeAll(async () => {
  const running = join(parent, 'running');
  await using site = await openSetUpSite({ dataDir: running, env: SQLITE });
  const create = async (code: string, title: string): Promise<number> => {
    const fields = {
      long_url: `https://example.com/${code}`,
      short_url: code,
      title,
      note: 'A note',
      tags: ['moved', code],
      max_clicks: 1000,
      rules: [{ when: { query: { ö: '*' } }, target: 'https://example.com/rule' }],
    };
    return ((await site.call(createLink, fields, site.token)).data as Link).id;
  };
  left.login = site.token;
  const { data } = await site.call(createToken, {}, site.token);
  left.apiToken = (data as { token: string }).token;
  await site.call(setOption, { key: 'motto', value: '"short"' }, site.token);
  await create('kept', 'Grüße aus 中文');
  left.ids.gone = await create('gone', 'To be restored');
  const { data: kept } = await site.call(getLink, { short_url: 'kept' }, site.token);
  await site.call(updateLink, { id: (kept as Link).id, note: 'Changed' }, site.token);
  const change = { where: { all: 1 }, add_tags: ['bulk'] };
  const { data: bulk } = await site.call(editLinks, change, site.token);
  left.ids.bulk = (bulk as { bulk_id: number }).bulk_id;
  left.ids.top = await create('top', 'The largest id, forgotten');
  await site.call(setTag, { name: 'moved', color: 'teal', description: 'Ü' }, site.token);
  await visit(site, 'kept', 3);
  await visit(site, 'gone', 1);
  expect((await runCommand(['flush'], running, { env: SQLITE })).exitCode).toBe(0);
  await visit(site, 'kept', 2);
  await visit(site, 'gone', 1);
  for (const code of ['gone', 'top']) {
    await site.call(deleteLink, { short_url: code }, site.token);
  }
  cpSync(running, dataDir, { recursive: true });
  const engine = await openSqlite(dataDir);
  await engine.db.deleteFrom('deleted_link').where('id', '=', left.ids.top).execute();
  await addStatistics(engine);
  await engine.close();
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Some hours later: alerts, the newest of them removed, unknown codes, and purged days. */
async function addStatistics({ db }: Engine): Promise<void> {
  const alert = { link_id: 1, kind: 'spike', people: 70, usual: 0.1 + 0.2, created_at: 9 } as const;
  await db
    .insertInto('alert')
    .values([
      { ...alert, dismissed_at: null },
      { ...alert, dismissed_at: 10 },
      { ...alert, id: LAST_ALERT, dismissed_at: null },
    ])
    .execute();
  await db.deleteFrom('alert').where('id', '=', LAST_ALERT).execute();
  await db.insertInto('alert_delivery').values({ alert_id: 1, attempts: 3, next_at: 99 }).execute();
  await db
    .insertInto('missed_code')
    .values(['中文', 'B', 'a'].map((code) => ({ code, day: 5, times: 2, last_at: 432_100 })))
    .execute();
  const salt = Uint8Array.of(0, 255, 92, 34);
  await db.insertInto('visitor_salt').values({ day: 5, salt }).execute();
}

async function visit(site: TestSite, code: string, times: number): Promise<void> {
  const headers = { 'user-agent': FIREFOX, referer: 'https://example.org/\u00fc' };
  for (let i = 0; i < times; i += 1) {
    const path = `/${code}?utm_source=brief-${i}`;
    expect((await site.fetch(path, { headers })).status).toBe(302);
  }
}

/** A new data directory with the site of this file. */
function copySite(name: string): string {
  const copy = join(parent, name);
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

async function createDatabase(): Promise<string> {
  return (await sharedPostgres()).createDatabase();
}

async function query(url: string, text: string): Promise<void> {
  await (await sharedPostgres()).query(basename(url), text);
}

function move(from: string, url: string) {
  return runCommand(['move', '--to', url], from, { env: SQLITE });
}

test('a site continues in PostgreSQL with everything that it had in SQLite', async () => {
  const from = copySite('journey');
  const url = await createDatabase();
  const moved = await runCommand(['move'], from, { env: { DATABASE_URL: url } });
  expect(moved).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"site.moved"') });
  expect(moved.stderr).toContain(
    '1 links with 5 clicks (5 by people) are in PostgreSQL, every row compared',
  );
  expect(moved.stderr).toContain(`DATA_DIR=${from}`);
  const rows = await readRows(await sharedPostgres(), url);
  expect(rows).toEqual(await readRows(from));
  for (const [table, { length }] of Object.entries(rows)) {
    expect({ table, isEmpty: length === 0 }).toEqual({ table, isEmpty: false });
  }

  await using node = await TestSite.open({ dataDir: from, env: { DATABASE_URL: url } });
  // The segments there are already counted.
  const [kept] = await listAll(node, left.login);
  expect(kept).toMatchObject({ short_url: 'kept', clicks: 5, pending_clicks: 0 });
  expect(await node.call(getToken, {}, left.login)).toMatchObject({
    data: { token: left.apiToken },
  });
  expect(await node.call(listLinks, {}, left.apiToken)).toMatchObject({ code: 200 });
  const tag = { name: 'moved', clicks: 5, color: 'teal', description: 'Ü' };
  expect((await node.call(listTags, {}, left.login)).data).toContainEqual(
    expect.objectContaining(tag),
  );
  expect(await node.call(getOption, { key: 'motto' }, left.login)).toMatchObject({ data: 'short' });
  expect(
    await node.call(searchLinks, { filter: 'title', keyword: 'grüße aus' }, left.login),
  ).toMatchObject({ data: { total: 1, urls: [{ short_url: 'kept' }] } });

  expect(
    await node.call(getReport, { short_url: 'kept', period: '24h' }, left.login),
  ).toMatchObject({ data: { clicks: 5, totals: { person: 5, visitors: 1 } } });
  expect((await node.fetch('/kept', person)).headers.get('location')).toBe(
    'https://example.com/kept',
  );
  const [alert] = await (
    await sharedPostgres()
  ).query<{ id: string }>(
    basename(url),
    `insert into alert (link_id, kind, people, usual, created_at)
      values (1, 'spike', 2, 1, 0) returning id`,
  );
  expect(Number(alert?.id)).toBe(LAST_ALERT + 1);

  const fresh = { long_url: 'https://example.com/new', tags: ['new'] };
  const { data } = await node.call(createLink, fresh, left.login);
  expect((data as Link).id).toBeGreaterThan(left.ids.top);
  expect(await node.call(restoreLinks, { ids: [left.ids.gone] }, left.login)).toMatchObject({
    data: 1,
  });
  expect(await node.call(undoBulk, { bulk_id: left.ids.bulk }, left.login)).toMatchObject({
    data: { restored: 2, kept: 0 },
  });
  await visit(node, 'gone', 1);
  const counted = await listAll(node, left.login);
  expect(counted.find(({ short_url: code }) => code === 'gone')).toMatchObject({
    clicks: 2,
    pending_clicks: 1,
  });
}, 300_000);

testInAll(
  'a site moves only once',
  async () => {
    const from = copySite('once');
    const url = await createDatabase();
    expect(await move(from, url)).toMatchObject({ exitCode: 0 });
    const again = await move(from, url);
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toMatch(/this site was already moved there at \d{4}-\S+Z/);
  },
  300_000,
);

testInAll(
  'a move beside a running server is refused',
  async () => {
    const from = copySite('served');
    const url = await createDatabase();
    await using site = await TestSite.open({ dataDir: from, env: SQLITE });
    const refused = await move(from, url);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`a Brisk server uses ${from}: stop it first`);
    expect((await site.fetch('/kept', person)).status).toBe(302);
  },
  300_000,
);

testInAll(
  'a move into the database of another site is refused',
  async () => {
    const url = await createDatabase();
    {
      await using _other = await openSetUpSite({ env: { DATABASE_URL: url } });
    }
    const occupied = await move(copySite('occupied'), url);
    expect(occupied.exitCode).toBe(1);
    expect(occupied.stderr).toContain('the database already has a site');
    // Like a database into which another move has begun.
    await query(url, `insert into move (id, started_at) values (1, 0)`);
    const unfinished = await move(join(parent, 'occupied'), url);
    expect(unfinished.exitCode).toBe(1);
    expect(unfinished.stderr).toContain('another site was already moved there');
  },
  300_000,
);

testInAll(
  'a move into a database that a server uses is refused',
  async () => {
    const from = copySite('leased');
    const url = await createDatabase();
    {
      await using _server = await TestSite.open({ env: { DATABASE_URL: url } });
    }
    await query(url, `insert into lease values ('jobs', 'it', extract(epoch from now()) + 600)`);
    const refused = await move(from, url);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('a Brisk server uses the database');
    await query(url, 'update lease set ends_at = extract(epoch from now())');
    expect(await move(from, url)).toMatchObject({ exitCode: 0 });
  },
  300_000,
);

testInAll(
  'one of two moves into one database waits and gives up',
  async () => {
    const from = copySite('two');
    const url = await createDatabase();
    await withMoveTarget(url, async () => {
      const second = await move(from, `${url}?options=-c%20lock_timeout%3D100ms`);
      expect(second.exitCode).toBe(1);
      expect(second.stderr).toContain('another "brisk move" is running there');
    });
    expect(await move(from, url)).toMatchObject({ exitCode: 0 });
  },
  300_000,
);

test('a copy that differs is reported with its table, and no server starts on it', async () => {
  const from = copySite('differing');
  const url = await createDatabase();
  {
    await using _server = await TestSite.open({ env: { DATABASE_URL: url } });
  }
  await query(
    url,
    `create function lie() returns trigger language plpgsql as
       $$ begin new.clicks := new.clicks + 1; return new; end $$;
     create trigger lie before insert on click_count for each row execute function lie()`,
  );
  const differing = await move(from, url);
  expect(differing.exitCode).toBe(1);
  expect(differing.stderr).toMatch(/the table click_count differs, first at link_id \d+/);
  const served = await runCommand(['serve'], from, { env: { DATABASE_URL: url } });
  expect(served.exitCode).toBe(1);
  expect(served.stderr).toContain('holds only a part of a site');
  // After the repair, the next attempt replaces that copy.
  await query(url, 'drop trigger lie on click_count');
  expect(await move(from, url)).toMatchObject({ exitCode: 0 });
  expect(await readRows(await sharedPostgres(), url)).toEqual(await readRows(from));
}, 300_000);

testInAll(
  'a move reports values that PostgreSQL cannot store before it copies anything',
  async () => {
    const from = copySite('unstorable');
    const url = await createDatabase();
    const engine = await openSqlite(from);
    await engine.db.updateTable('link').set({ title: 'a\0b' }).execute();
    const { id } = await engine.db.selectFrom('link').select('id').executeTakeFirstOrThrow();
    const missed = { code: 'a\0b', day: 5, times: 1, last_at: 1 };
    await engine.db.insertInto('missed_code').values(missed).execute();
    await engine.close();
    const refused = await move(from, url);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`PostgreSQL cannot hold the character U+0000`);
    expect(refused.stderr).toContain(`link ${id}: title`);
    expect(refused.stderr).toContain('missed_code ');
    const tables = await (
      await sharedPostgres()
    ).query(basename(url), `select 1 from pg_tables where tablename = 'link'`);
    expect(tables).toEqual([]);
  },
  300_000,
);

test('wrong usage is explained', async () => {
  const nowhere = await runCommand(['move'], dataDir, { env: SQLITE });
  expect(nowhere).toMatchObject({ exitCode: 2 });
  expect(nowhere.stderr).toContain('"move" needs --to postgres://');
  const strange = await move(dataDir, 'mysql://root:secret@host/db');
  expect(strange).toMatchObject({ exitCode: 1 });
  expect(strange.stderr).toContain('must begin with postgres://');
  expect(strange.stderr).not.toContain('secret');
  const empty = await move(join(parent, 'nothing'), await createDatabase());
  expect(empty.stderr).toContain('there is no site in');
}, 300_000);
