import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../../../contracts/account.ts';
import { addDomain } from '../../../contracts/domains.ts';
import { createLink, getLink, type Link } from '../../../contracts/links/links.ts';
import { runLink, runLinkAtTerminal, spawnLink } from './link-process.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { testInAll } from '../../support/test-run.ts';

let site: SetUpSite;
let apiToken: string;
let env: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'brisk-link-'));
beforeAll(async () => {
  site = await openSetUpSite();
  await site.call(addDomain, { host: 'go.example' }, site.token);
  apiToken = ((await site.call(createToken, {}, site.token)).data as { token: string }).token;
  env = { BRISK_URL: site.url, BRISK_TOKEN: apiToken };
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const link = (...args: string[]) => runLink(args, env);

async function read(code: string, domain = ''): Promise<Link> {
  const { data } = await site.call(getLink, { short_url: code, domain }, site.token);
  return data as Link;
}

test('add prints the short link alone, which a visitor can open', async () => {
  const added = await link('add', 'https://example.com/first');
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  expect(added.stdout).toStartWith(site.url);
  const answer = await site.fetch(new URL(added.stdout.trim()).pathname);
  expect(answer.headers.get('location')).toBe('https://example.com/first');
  const again = await link('add', 'https://example.com/first');
  expect(again.stdout).toBe(added.stdout);
  expect(again.stderr).toBe('brisk: this link is already there and stays as it was\n');
});

test('add sets every field that it has an option for', async () => {
  const rules = join(folder, 'rules.json');
  const list = [{ when: { device: ['mobile'] }, target: 'https://m.example.com/' }];
  writeFileSync(rules, JSON.stringify(list));
  const args = ['add', 'https://example.com/all', '--code', 'all', '--title', 'All of it'];
  args.push('--description', 'Public', '--note', 'Private', '--tag', 'one', '--tag', 'two');
  args.push('--starts', '2026-01-01', '--expires', '2099-02-03T04:05+08:00', '--max-clicks', '9');
  args.push('--fallback', 'https://example.com/late', '--status', '307', '--in-app', 'ask');
  args.push('--forward-query', '--forward-path', '--rules', rules, '--password-stdin', '--off');
  const { stdout, ...rest } = await runLink([...args, '--json'], env, 'open sesame\n');
  expect(rest).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ short_url: 'all', is_new: true, title: 'All of it' });
  expect(await read('all')).toMatchObject({
    long_url: 'https://example.com/all',
    description: 'Public',
    note: 'Private',
    tags: ['one', 'two'],
    starts_at: Date.UTC(2026, 0, 1) / 1000,
    expires_at: Date.UTC(2099, 1, 2, 20, 5) / 1000,
    max_clicks: 9,
    fallback_url: 'https://example.com/late',
    has_password: true,
    redirect_status: 307,
    forward_query: 1,
    forward_path: 1,
    rules: list,
    in_app: 'ask',
    is_active: 0,
  });
});

test('edit changes what it is told, and empty texts empty fields', async () => {
  await link('add', 'https://example.com/edit', '--code', 'edit', '--note', 'x', '--title', 'Old');
  const args = ['--max-clicks', '5', '--forward-query', '--days', '3', '--tag', 'a'];
  const edited = await runLink(
    ['edit', 'edit', ...args, '--password-stdin', '--code', 'edited'],
    env,
    'secret\n',
  );
  expect(edited).toEqual({ exitCode: 0, stdout: `${site.url}edited\n`, stderr: '' });
  const full = { title: 'Old', note: 'x', max_clicks: 5, forward_query: 1, tags: ['a'] };
  const changed = await read('edited');
  expect(changed).toMatchObject({ ...full, has_password: true });
  expect(changed.expires_at).toBeGreaterThan(Date.now() / 1000 + 2.9 * 86_400);

  const empty = ['--title', '', '--note', '', '--max-clicks', '', '--expires', '', '--tag', ''];
  empty.push('--no-forward-query', '--no-password', '--off', '--rules', '', '--status', '');
  const emptied = await link('edit', `${site.url}edited`, ...empty, '--json');
  expect(emptied).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(emptied.stdout)).toMatchObject({
    title: '',
    note: '',
    max_clicks: 0,
    expires_at: 0,
    tags: [],
    forward_query: 0,
    has_password: false,
    state: 'off',
  });
  expect((await link('edit', 'edited', '--no-off')).exitCode).toBe(0);
  expect((await read('edited')).state).toBe('live');
});

test('a link of a further domain is named by host and code, or by its short link', async () => {
  const added = await link('add', 'https://example.com/d', '--domain', 'go.example', '--code', 'd');
  const shown = `http://go.example:${new URL(site.url).port}/d`;
  expect(added.stdout).toBe(`${shown}\n`);
  expect(await read('d', 'go.example')).toMatchObject({ short_link: shown });
  expect((await link('edit', 'go.example/d', '--title', 'Over there')).exitCode).toBe(0);
  expect(await read('d', 'go.example')).toMatchObject({ title: 'Over there' });
  expect((await link('list', '--domain', 'go.example')).stdout).toContain(shown);
  expect((await link('edit', 'd', '--title', 'x')).stderr).toBe('brisk: there is no such link\n');
  expect((await link('rm', shown, '--yes')).exitCode).toBe(0);
});

test('BASE_URL is what short links begin with when the site is called by another address', async () => {
  const args = ['add', 'https://example.com/base', '--code', 'base'];
  const added = await runLink(args, { ...env, BASE_URL: 'https://s.example' });
  expect(added.stdout).toBe('https://s.example/base\n');
  const named = await runLink(['edit', 'https://s.example/base', '--title', 'B'], {
    ...env,
    BASE_URL: 'https://s.example',
  });
  expect(named.exitCode).toBe(0);
});

test('list shows an aligned table, filters, and says when there are more', async () => {
  for (const [code, title] of Object.entries({ 'wide-1': '宽的标题', 'wide-2': 'narrow' })) {
    await link(
      'add',
      `https://example.com/${code}`,
      '--code',
      code,
      '--title',
      title,
      '--tag',
      'w',
    );
  }
  await site.fetch('/wide-1');
  const { stdout, stderr, exitCode } = await link('list', 'wide', '--tag', 'w');
  expect([exitCode, stderr]).toEqual([0, '']);
  const width = site.url.length + 'wide-1'.length;
  expect(stdout).toBe(
    [
      `${'SHORT LINK'.padEnd(width)}  CLICKS  STATE  TITLE     TARGET`,
      `${site.url}wide-2       0  live   narrow    https://example.com/wide-2`,
      `${site.url}wide-1       1  live   宽的标题  https://example.com/wide-1`,
      '',
    ].join('\n'),
  );
  const one = await link('list', '--tag', 'w', '--limit', '1');
  expect(one.stderr).toBe('1 of 2 links; --limit shows more\n');
  expect(one.stdout.split('\n')).toHaveLength(3);
  const off = JSON.parse((await link('list', '--state', 'off', '--json')).stdout) as {
    total: number;
    urls: Link[];
  };
  expect(off.total).toBe(1);
  expect(off.urls).toEqual([await read('all')]);
  expect(await link('list', 'nowhere')).toEqual({ exitCode: 0, stdout: '', stderr: 'no links\n' });
});

testInAll(
  'list ends quietly when its reader has enough, and over several pages is complete',
  async () => {
    const longUrl = `https://example.com/${'x'.repeat(1000)}/`;
    for (let number = 0; number < 210; number += 1) {
      const fields = { long_url: `${longUrl}${number}`, tags: 'many', title: 'T' };
      await site.call(createLink, fields, site.token);
    }
    const args = ['list', '--tag', 'many', '--limit', '1000'];
    const table = await link(...args);
    expect(table.stdout.trimEnd().split('\n')).toHaveLength(211);
    const json = JSON.parse((await link(...args, '--json')).stdout) as { urls: Link[] };
    expect(new Set(json.urls.map(({ long_url: url }) => url)).size).toBe(210);
    const child = spawnLink(args, env);
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value!).toString()).toStartWith('SHORT LINK');
    await reader.cancel();
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, '']);
  },
);

test('rm asks at a terminal, and elsewhere needs --yes', async () => {
  for (const code of ['rm-1', 'rm-2'])
    await link('add', `https://example.com/${code}`, '--code', code);
  const refused = await link('rm', 'rm-1');
  expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toStartWith('brisk: "link rm" needs --yes where it cannot ask\n');
  const no = await runLinkAtTerminal(['rm', 'rm-1'], env, '\r');
  expect(no.exitCode).toBe(1);
  expect(no.shown).toContain(`${site.url}rm-1 -> https://example.com/rm-1 (clicks: 0)`);
  const missing = await link('rm', 'rm-1', 'rm-3', '--yes');
  expect(missing.stderr).toBe('brisk: rm-3: there is no such link; nothing is deleted\n');
  expect(await read('rm-1')).toMatchObject({ state: 'live' });
  const yes = await runLinkAtTerminal(['rm', 'rm-1', 'rm-2'], env, 'y\r');
  expect(yes.exitCode).toBe(0);
  expect(yes.shown).toContain('2 links deleted; they can be restored for 30 days');
  expect((await site.fetch('/rm-1')).status).toBe(404);
});

test('a password is asked for at a terminal and not shown', async () => {
  const args = ['add', 'https://example.com/asked', '--code', 'asked', '--password-stdin'];
  const { exitCode, shown } = await runLinkAtTerminal(args, env, 'hidden words\r');
  expect(exitCode).toBe(0);
  expect(shown).not.toContain('hidden words');
  expect(await read('asked')).toMatchObject({ has_password: true });
  const none = await runLink(['add', 'https://example.com/none', '--password-stdin'], env, '');
  expect(none).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'brisk: standard input has no password\n',
  });
});

test('a refused field is named by its option, with the reason', async () => {
  await link('add', 'https://example.com/taken', '--code', 'taken');
  const rules = join(folder, 'bad-rules.json');
  writeFileSync(rules, '[{"when": {"device": ["toaster"]}, "target": "https://example.com/"}]');
  const reasons = {
    'add ftp://example.com':
      'URL: An http or https URL of at most 8,192 characters, without a user name or password',
    'add https://example.com/x --code taken': '--code: Another link has this code',
    'add https://example.com/x --code admin': '--code: This path is used by the site itself',
    'add https://example.com/x --domain far.example': '--domain: ',
    'add https://example.com/x --fallback ftp:x': '--fallback: An http or https URL',
    'edit missing --title x': 'there is no such link',
    'list --state sleeping': '--state (0): ',
    [`add https://example.com/x --rules ${rules}`]: '--rules (0',
    'add https://example.com/x --rules missing.json': '--rules: cannot read missing.json',
  };
  for (const [line, reason] of Object.entries(reasons)) {
    const { exitCode, stdout, stderr } = await link(...line.split(' '));
    expect({ line, exitCode, stdout, stderr }).toEqual({
      line,
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(`brisk: ${reason}`),
    });
  }
});

test('wrong usage exits with 2 and shows how it is done', async () => {
  const lines = [
    '',
    'fly',
    'add',
    'add a b',
    'list a b',
    'edit x',
    'edit',
    'rm',
    'add x --limit 2',
  ];
  lines.push('add x --status 300', 'add x --expires tomorrow', 'add x --starts 2027-02-30');
  lines.push('add x --expires 2099-01-01T10:00');
  lines.push('add x --days 1 --expires 2099-01-01', 'add x --max-clicks many', 'list --limit 0');
  lines.push('add x --in-app perhaps', 'edit x --password secret', 'list --timeout 0');
  lines.push('edit https://go.example/ --title x', 'edit x --code=');
  for (const line of lines) {
    const { exitCode, stdout, stderr } = await link(...line.split(' ').filter(Boolean));
    expect({ line, exitCode, stdout }).toEqual({ line, exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^brisk: .+\n\nUsage: brisk link add URL/);
  }
  for (const args of [['--help'], ['add', '-h'], ['help']]) {
    const help = await runLink(args, {});
    expect([help.exitCode, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toStartWith('Usage: brisk link add URL');
  }
});

test('the commands need no data directory and make none', async () => {
  const dataDir = join(folder, 'none');
  expect((await runLink(['list'], { ...env, DATA_DIR: dataDir })).exitCode).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});
