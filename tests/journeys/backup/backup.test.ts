import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken, getToken } from '../../../contracts/account.ts';
import { downloadBackup } from '../../../contracts/backup.ts';
import { createLink, deleteLink, type Link } from '../../../contracts/links/links.ts';
import { listTags, setTag } from '../../../contracts/links/tags.ts';
import { setOption } from '../../../contracts/site.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { drain, listAll, openSetUpSite, signIn } from '../set-up-site.ts';
import { runCommand } from '../test-process.ts';
import { TestSite } from '../test-site.ts';
import { testInAll } from '../../support/test-run.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

// Each test starts the program several times.
setDefaultTimeout(300_000);

const parent = mkdtempSync(join(tmpdir(), 'brisk-backup-'));
afterAll(() => rmSync(parent, { recursive: true }));

let count = 0;
function newPath(): string {
  count += 1;
  return join(parent, String(count));
}

async function addLink(site: TestSite, token: string, code: string): Promise<number> {
  const fields = { long_url: `https://example.com/${code}`, short_url: code, title: code };
  const { data } = await site.call(createLink, fields, token);
  return (data as { id: number }).id;
}

async function visit(site: TestSite, code: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await site.fetch(`/${code}`);
}

async function done(...[args, dataDir]: Parameters<typeof runCommand>): Promise<string> {
  const { exitCode, stderr } = await runCommand(args, dataDir);
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  return stderr;
}

/**
 * Opens the site and returns its links, oldest first. Checks that statistics have as many clicks.
 */
async function readLinks(dataDir: string): Promise<Pick<Link, 'id' | 'short_url' | 'clicks'>[]> {
  await using site = await TestSite.open({ dataDir });
  const token = await signIn(site);
  const links = await listAll(site, token);
  for (const { short_url, clicks } of links) {
    const query = { short_url, period: 'all', audience: 'all' };
    expect(await site.call(getReport, query, token)).toMatchObject({ data: { clicks } });
  }
  return links
    .map(({ id, short_url, clicks }) => ({ id, short_url, clicks }))
    .sort((a, b) => a.id - b.id);
}

describe('a backup made beside a running server', () => {
  test('restores everything on another machine', async () => {
    await using site = await openSetUpSite();
    await addLink(site, site.token, 'one');
    await visit(site, 'one', 3);
    await site.call(createToken, {}, site.token);
    const info = JSON.stringify({ title: 'Kept title' });
    await site.call(setOption, { key: 'site_info', value: info }, site.token);
    const file = newPath();
    expect(await done(['backup', file], site.dataDir)).toBe(`${file}: backed up\n`);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');

    const dataDir = newPath();
    const output = await done(['restore', file], dataDir);
    expect(output).toMatch(/^1 links, as they were at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n$/);
    expect(readdirSync(dataDir).toSorted()).toEqual([
      'brisk.db',
      'clicks',
      'secret.key',
      'server.lock',
    ]);
    expect(await readLinks(dataDir)).toEqual([{ id: 1, short_url: 'one', clicks: 3 }]);
    await using other = await TestSite.open({ dataDir });
    expect(await (await other.fetch('/')).text()).toContain('Kept title');
    // Logins stay valid, and the API token is shown and works.
    const { data } = await other.call(getToken, {}, site.token);
    expect(data).toEqual((await site.call(getToken, {}, site.token)).data);
    expect(await listAll(other, (data as { token: string }).token)).toHaveLength(1);
  });

  testInAll('restores rules, limits and passwords of links, and colors of tags', async () => {
    await using site = await openSetUpSite();
    const when = { device: ['mobile'] };
    const rules = [{ when, target: 'https://example.com/rule' }];
    const fields = { rules, max_clicks: 2, redirect_status: 307, forward_query: 1 };
    const link = { long_url: 'https://example.com/', title: 'x', ...fields };
    await site.call(createLink, { ...link, short_url: 'ruled', tags: ['shop'] }, site.token);
    const about = { name: 'shop', color: 'teal', description: 'Posters' };
    await site.call(setTag, about, site.token);
    await site.call(createLink, { ...link, short_url: 'secret', password: 'x y' }, site.token);
    const agent = { headers: { 'User-Agent': IPHONE } };
    expect((await site.fetch('/ruled?a=b', agent)).status).toBe(307);
    const file = newPath();
    await done(['backup', file], site.dataDir);
    const dataDir = newPath();
    await done(['restore', file], dataDir);
    await using other = await TestSite.open({ dataDir });
    const token = await signIn(other);
    expect(await other.call(listTags, {}, token)).toMatchObject({ data: [about] });
    const links = await listAll(other, token);
    for (const { rules: restored, max_clicks: limit } of links) {
      expect({ restored, limit }).toMatchObject({ restored: rules, limit: 2 });
    }
    expect(links.find(({ has_password: has }) => has)).toMatchObject({ short_url: 'secret' });
    // The click before the backup counts toward the limit.
    const target = 'https://example.com/rule?a=b';
    expect((await other.fetch('/ruled?a=b', agent)).headers.get('location')).toBe(target);
    expect((await other.fetch('/ruled', agent)).status).toBe(410);
    const body = new URLSearchParams({ password: 'x y' });
    expect((await other.fetch('/secret', { method: 'POST', body, ...agent })).status).toBe(303);
  });

  test('downloaded from the page can be restored, and leaves no file on the server', async () => {
    await using site = await openSetUpSite();
    await addLink(site, site.token, 'one');
    await visit(site, 'one', 2);
    const response = await site.send(downloadBackup, {}, site.token);
    expect(response.headers.get('content-type')).toBe('application/vnd.sqlite3');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="brisk-\d{4}-\d\d-\d\d\.db"$/,
    );
    expect(readdirSync(join(site.dataDir, 'backups'))).toEqual([]);
    const file = newPath();
    await Bun.write(file, await response.bytes());
    const dataDir = newPath();
    await done(['restore', file], dataDir);
    expect(await readLinks(dataDir)).toEqual([{ id: 1, short_url: 'one', clicks: 2 }]);
  });

  test('overwrites a file only with --force', async () => {
    await using site = await openSetUpSite();
    const file = newPath();
    writeFileSync(file, 'precious');
    const refused = await runCommand(['backup', file], site.dataDir);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--force') });
    expect(readFileSync(file, 'utf8')).toBe('precious');
    await done(['backup', '--force', file], site.dataDir);
    await done(['restore', file], newPath());
    const itself = join(site.dataDir, 'brisk.db');
    expect(await runCommand(['backup', '--force', itself], site.dataDir)).toMatchObject({
      exitCode: 1,
    });
    expect(readdirSync(parent).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('after a restore', () => {
  test('clicks before and after the backup are each counted once', async () => {
    const dataDir = newPath();
    const file = newPath();
    {
      await using site = await openSetUpSite({ dataDir });
      await addLink(site, site.token, 'one');
      await addLink(site, site.token, 'gone');
      await visit(site, 'one', 3);
      await drain(site);
      await visit(site, 'one', 2);
      await done(['backup', file], dataDir);
      await visit(site, 'one', 4);
      await visit(site, 'gone', 1);
      await drain(site);
      await visit(site, 'one', 1);
      await site.call(deleteLink, { short_url: 'gone' }, site.token);
    }
    await done(['restore', file], dataDir);
    const counted = [
      { id: 1, short_url: 'one', clicks: 10 },
      { id: 2, short_url: 'gone', clicks: 1 },
    ];
    expect(await readLinks(dataDir)).toEqual(counted);
    expect(await readLinks(dataDir)).toEqual(counted);
    await done(['restore', file], dataDir);
    expect(await readLinks(dataDir)).toEqual(counted);
  });

  testInAll('the former database is kept', async () => {
    const dataDir = newPath();
    const file = newPath();
    {
      await using site = await openSetUpSite({ dataDir });
      await done(['backup', file], dataDir);
      await addLink(site, site.token, 'one');
    }
    const output = await done(['restore', file], dataDir);
    expect(await readLinks(dataDir)).toEqual([]);
    const former = /the former database is (\S+)/.exec(output)![1]!;
    renameSync(former, join(dataDir, 'brisk.db'));
    expect(await readLinks(dataDir)).toEqual([{ id: 1, short_url: 'one', clicks: 0 }]);
  });

  test('new links get neither the ids nor the clicks of links newer than the backup', async () => {
    const dataDir = newPath();
    const file = newPath();
    let last = 0;
    {
      await using site = await openSetUpSite({ dataDir });
      await addLink(site, site.token, 'kept');
      await done(['backup', file], dataDir);
      for (const code of ['a', 'b', 'c']) last = await addLink(site, site.token, code);
      await visit(site, 'a', 5);
    }
    await done(['restore', file], dataDir);
    await using site = await TestSite.open({ dataDir });
    const token = await signIn(site);
    expect(await addLink(site, token, 'new')).toBe(last + 1);
    await drain(site);
    const clicks = (await listAll(site, token)).map(({ short_url, clicks }) => [short_url, clicks]);
    expect(clicks).toEqual([
      ['new', 0],
      ['kept', 0],
    ]);
  });

  testInAll('new links get no earlier clicks when the former database is unreadable', async () => {
    const dataDir = newPath();
    const file = newPath();
    {
      await using site = await openSetUpSite({ dataDir });
      await addLink(site, site.token, 'kept');
      await done(['backup', file], dataDir);
      await addLink(site, site.token, 'a');
      await visit(site, 'a', 5);
    }
    writeFileSync(join(dataDir, 'brisk.db'), 'junk'.repeat(10_000));
    for (const suffix of ['-wal', '-shm', '-journal']) {
      writeFileSync(join(dataDir, `brisk.db${suffix}`), `junk ${suffix}`.repeat(1000));
    }
    const output = await done(['restore', file], dataDir);
    const former = /the former database is (\S+)/.exec(output)![1]!;
    expect(readFileSync(former, 'utf8')).toStartWith('junkjunk');
    await using site = await TestSite.open({ dataDir });
    expect(await addLink(site, await signIn(site), 'new')).toBe(3);
  });

  testInAll("clicks of another site's journal in the directory are not counted", async () => {
    await using site = await openSetUpSite();
    await addLink(site, site.token, 'one');
    await visit(site, 'one', 2);
    await site.call(createToken, {}, site.token);
    const file = newPath();
    await done(['backup', file], site.dataDir);
    const dataDir = newPath();
    {
      await using other = await openSetUpSite({ dataDir });
      await addLink(other, other.token, 'other');
      await visit(other, 'other', 7);
      await drain(other);
      await visit(other, 'other', 7);
    }
    const key = readFileSync(join(dataDir, 'secret.key'));
    await done(['restore', file], dataDir);
    expect(await readLinks(dataDir)).toEqual([{ id: 1, short_url: 'one', clicks: 2 }]);
    expect(readFileSync(join(dataDir, 'secret.key')).equals(key)).toBe(true);
    await using restored = await TestSite.open({ dataDir });
    const shown = await restored.call(getToken, {}, await signIn(restored));
    expect(shown.data).toMatchObject((await site.call(getToken, {}, site.token)).data as object);
  });

  test('the database holds no key of the API token', async () => {
    await using site = await openSetUpSite();
    await site.call(createToken, {}, site.token);
    const file = newPath();
    await done(['backup', file], site.dataDir);
    const key = readFileSync(join(site.dataDir, 'secret.key'));
    expect(readFileSync(file).includes(key)).toBe(true);
    const dataDir = newPath();
    await done(['restore', file], dataDir);
    expect(readFileSync(join(dataDir, 'brisk.db')).includes(key)).toBe(false);
    expect(readFileSync(join(dataDir, 'secret.key')).equals(key)).toBe(true);
  });
});
