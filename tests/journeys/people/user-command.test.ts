import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { login } from '../../../contracts/account.ts';
import { listDeleted } from '../../../contracts/links/bin.ts';
import { createLink, listLinks } from '../../../contracts/links/links.ts';
import { join } from '../../../contracts/people/people.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { runCommand } from '../test-process.ts';
import { admin } from '../test-site.ts';
import { addPerson, expectData, findId, PASSWORD, type Person } from './people-steps.ts';

let site: SetUpSite;

beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const user = (...words: string[]) => runCommand(['user', ...words], site.dataDir);

interface Account {
  readonly username: string;
  readonly role: string;
  readonly sees_all: number;
  readonly is_active: number;
}

async function list(): Promise<Map<string, Account>> {
  const { exitCode, stdout } = await user('list', '--json');
  expect(exitCode).toBe(0);
  return new Map((JSON.parse(stdout) as Account[]).map((account) => [account.username, account]));
}

/** The secret of the link that a command printed, and nothing else. */
function readLink({ stdout }: { readonly stdout: string }): string {
  const [, link] = /^\/admin\/join#(inv-[\w-]+)\n$/.exec(stdout) ?? [];
  expect(stdout).toBe(`/admin/join#${link}\n`);
  return link!;
}

test('user list has each account on a line, with its role, address and links', async () => {
  await addPerson(site, { username: 'lister', role: 'editor' });
  const { exitCode, stdout } = await user('list');
  expect(exitCode).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toContain('ada\towner\t\tada@example.com\t0 links');
  expect(lines).toContain('lister\teditor\t\tlister@example.com\t0 links');
});

test('user add prints a link by which a person joins with the role', async () => {
  const added = await user('add', '--email', 'joan@example.com', '--role', 'author', '--sees-all');
  expect(added.exitCode).toBe(0);
  expect(added.stderr).toContain('account.invited');
  const fields = { link: readLink(added), username: 'joan', password: PASSWORD };
  await expectData(site, join, fields);
  expect((await list()).get('joan')).toMatchObject({ role: 'author', sees_all: 1 });
});

testInAll('user add invites a viewer unless it is told another role', async () => {
  const added = await user('add', '--email', 'vera@example.com', '--json');
  const { link } = JSON.parse(added.stdout) as { link: string };
  const fields = { link: link.slice('/admin/join#'.length), username: 'vera', password: PASSWORD };
  await expectData(site, join, fields);
  expect((await list()).get('vera')).toMatchObject({ role: 'viewer', sees_all: 0 });
});

test('user role changes what the next call may do', async () => {
  const { token } = await addPerson(site, { username: 'roland', role: 'editor' });
  const create = async () =>
    (await site.send(createLink, { long_url: 'https://example.com/' }, token)).status;
  expect(await create()).toBe(200);
  const changed = await user('role', 'Roland', 'viewer');
  expect(changed).toMatchObject({ exitCode: 0, stderr: 'Roland is viewer\n' });
  expect(JSON.parse(changed.stdout)).toMatchObject({ action: 'account.role', actor: 'command' });
  expect(await create()).toBe(403);
});

test('user login prints a link that logs in once', async () => {
  await addPerson(site, { username: 'lola', role: 'editor' });
  const printed = await user('login', 'lola');
  expect(printed.exitCode).toBe(0);
  const link = readLink(printed);
  const { token } = await expectData<{ token: string }>(site, join, { link });
  expect((await site.send(listLinks, {}, token)).status).toBe(200);
  expect((await site.call(join, { link })).msg).toBe('invitation.invalid');
});

test('user disable ends the logins of a person, and user enable lets the person in again', async () => {
  const { token } = await addPerson(site, { username: 'dora', role: 'editor' });
  const log = () => site.call(login, { username: 'dora', password: PASSWORD });
  expect((await user('disable', 'dora')).exitCode).toBe(0);
  expect((await site.send(listLinks, {}, token)).status).toBe(401);
  expect((await log()).msg).toBe('account.disabled');
  expect((await user('enable', 'dora')).exitCode).toBe(0);
  expect((await log()).code).toBe(200);
});

async function addWithLink(username: string): Promise<Person> {
  const person = await addPerson(site, { username, role: 'editor' });
  const fields = { long_url: `https://example.com/${username}`, short_url: `of-${username}` };
  await expectData(site, createLink, fields, person.token);
  return person;
}

/** Whom the link of a deleted person belongs to, or `bin`. */
async function whereIs(username: string): Promise<unknown> {
  const find = async (route: typeof listLinks | typeof listDeleted) => {
    type Rows = { urls: { short_url: string; owner: { username: string } | null }[] };
    const { urls } = await expectData<Rows>(site, route, { limit: 100 }, site.token);
    return urls.find(({ short_url }) => short_url === `of-${username}`);
  };
  const link = await find(listLinks);
  if (link !== undefined) return link.owner?.username ?? null;
  return (await find(listDeleted)) === undefined ? undefined : 'in the bin';
}

describe('user delete', () => {
  test.each(
    firstInShort([
      ['deleted', ['--links-to', 'ada'], 'ada'],
      ['left', ['--links-to-nobody'], null],
      ['binned', ['--links-to-bin'], 'in the bin'],
    ] as const),
  )('leads the links of %s where %j says', async (username, fate, place) => {
    const { token } = await addWithLink(username);
    const deleted = await user('delete', username, ...fate, '--yes', '--json');
    const stdout = `${JSON.stringify({ username, links: 1 })}\n`;
    expect(deleted).toMatchObject({ exitCode: 0, stdout });
    expect(await findId(site, username)).toBe(0);
    expect(await whereIs(username)).toBe(place);
    expect((await site.send(listLinks, {}, token)).status).toBe(401);
  });

  test.each(firstInShort(['bin', 'nobody']))(
    'tells a person called %s from the place',
    async (name) => {
      await addPerson(site, { username: name, role: 'editor' });
      const { username } = await addWithLink(`giver${name}`);
      const deleted = await user('delete', username, '--links-to', name, '--yes');
      expect(deleted).toMatchObject({
        exitCode: 0,
        stderr: `${username} is deleted; 1 link went to ${name}\n`,
      });
      expect(await whereIs(username)).toBe(name);
    },
  );

  test('asks first, and deletes only after a yes', async () => {
    const { username } = await addWithLink('asked');
    const run = (stdin: string) =>
      runCommand(['user', 'delete', username, '--links-to', 'ada'], site.dataDir, { stdin });
    expect((await run('n\n')).exitCode).toBe(1);
    expect(await findId(site, username)).not.toBe(0);
    const done = await run('y\n');
    expect(done.exitCode).toBe(0);
    expect(done.stderr).toContain('Delete asked? This cannot be undone.');
    expect(await findId(site, username)).toBe(0);
  });
});

test('the last owner is neither demoted nor disabled nor deleted by a command', async () => {
  for (const words of [
    ['role', admin.username, 'viewer'],
    ['disable', admin.username],
    ['delete', admin.username, '--links-to-nobody', '--yes'],
  ]) {
    expect(await user(...words)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'this is the last owner: make someone else an owner first\n',
    });
  }
  expect((await list()).get(admin.username)).toMatchObject({ role: 'owner', is_active: 1 });
});

test('a name that nobody has exits with 1, and tells the names', async () => {
  const missing = await user('login', 'no\u001B[31mone');
  expect(missing).toMatchObject({ exitCode: 1, stdout: '' });
  expect(missing.stderr).toMatch(/^nobody is called no \[31mone\. These are there: .*ada/);
  expect((await user('delete', 'ada', '--links-to', 'noone', '--yes')).exitCode).toBe(1);
});

test.each(
  firstInShort([
    [['promote', 'ada'], 'unknown command "user promote"'],
    [[], ''],
    [['list', '--role', 'owner'], '"user list" has no option --role'],
    [['list', '--nothing'], "Unknown option '--nothing'"],
    [['add'], '"user add" needs --email'],
    [['add', '--email', 'nowhere'], '"user add" needs --email'],
    [['add', '--email', 'a@example.com', '--role', 'root'], 'there is no such role'],
    [['role', 'ada'], '"user role" needs its words'],
    [['role', 'ada', 'root'], 'there is no such role'],
    [['login'], '"user login" needs its words'],
    [['login', 'ada', 'ada'], '"user login" needs its words'],
    [['factors', 'ada'], '"user factors" needs --remove'],
    [['delete', 'ada', '--yes'], '"user delete" needs --links-to NAME'],
    [
      ['delete', 'ada', '--links-to', 'ada', '--links-to-bin'],
      '"user delete" needs --links-to NAME',
    ],
  ] as const),
)('wrong usage exits with 2 and says what is wrong: user %j', async (words, reason) => {
  const { exitCode, stdout, stderr } = await user(...words);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr.startsWith(reason)).toBe(true);
  expect(stderr).toContain('Usage: brisk user COMMAND');
});
