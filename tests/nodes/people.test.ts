import { expect, test } from 'bun:test';
import { listLinks } from '../../contracts/links/links.ts';
import * as people from '../../contracts/people/people.ts';
import { createNamedToken, endToken } from '../../contracts/people/tokens.ts';
import type { Role } from '../../contracts/access.constants.ts';
import type { Route } from '../../contracts/route.ts';
import { LiveClicks } from '../journeys/statistics/live-clicks.ts';
import { admin } from '../journeys/test-site.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { withSlack } from '../support/promised-time.ts';
import { testInAll } from '../support/test-run.ts';
import type { SiteCaller } from '../torture/site-caller.ts';
import { startNodes, type Node } from './node.ts';

const AT_ONCE = 50;
const PASSWORD = 'a long password';

interface Account {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly is_active: number;
}

async function startTwo() {
  const site = await startNodes(2, await (await sharedPostgres()).createDatabase());
  const [one, other] = site.nodes as [Node, Node];
  const token = await one.caller().signIn();
  return Object.assign(site, { one, other, token, owner: one.caller(token) });
}

async function expectData<Data>(by: SiteCaller, route: Route, fields: object = {}): Promise<Data> {
  const { code, msg, data } = await by.call(route, fields);
  expect([route.path, code, msg]).toEqual([route.path, 200, 'success']);
  return data as Data;
}

const list = (by: SiteCaller) => expectData<Account[]>(by, people.listAccounts);

async function invite(by: SiteCaller, role: Role): Promise<string> {
  const fields = { email: 'someone@example.com', role };
  return (await expectData<{ link: string }>(by, people.inviteAccount, fields)).link;
}

async function addPerson(by: SiteCaller, username: string, role: Role) {
  const link = await invite(by, role);
  const fields = { link, username, password: PASSWORD };
  const { token } = await expectData<{ token: string }>(by, people.join, fields);
  const id = (await list(by)).find((account) => account.username === username)!.id;
  return { id, token };
}

test('demotions and deletions at once on two nodes leave one owner', async () => {
  await using site = await startTwo();
  const owners = [
    { id: 1, token: site.token },
    await addPerson(site.owner, 'second', 'owner'),
    await addPerson(site.owner, 'third', 'owner'),
    await addPerson(site.owner, 'fourth', 'owner'),
  ];
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => {
      const by = owners[index % 4]!;
      const { id } = owners[(index + 1 + (index % 3)) % 4]!;
      const caller = site.nodes[index % 2]!.caller(by.token);
      if (index % 3 === 0) return caller.call(people.deleteAccount, { id, links_to: 0 });
      if (index % 3 === 1) return caller.call(people.disableAccount, { id });
      return caller.call(people.setRole, { id, role: 'viewer' });
    }),
  );
  expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
  expect(answers.filter(({ code }) => code >= 500)).toEqual([]);
  const left: Account[] = [];
  for (const { token } of owners) {
    const { code, data } = await site.other.caller(token).call(people.listAccounts, {});
    if (code !== 200) continue;
    left.push(
      ...(data as Account[]).filter(({ role, is_active }) => role === 'owner' && is_active),
    );
    break;
  }
  expect(left).toHaveLength(1);
}, 300_000);

test('an invitation that is used at once on two nodes makes one account', async () => {
  await using site = await startTwo();
  const link = await invite(site.owner, 'editor');
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      site.nodes[index % 2]!.caller().call(people.join, {
        link,
        username: `grace${index}`,
        password: PASSWORD,
      }),
    ),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  const names = (await list(site.owner)).map(({ username }) => username);
  expect(names).toEqual([admin.username, expect.stringMatching(/^grace\d+$/)]);
}, 300_000);

testInAll(
  'what ends on one node fails the next call on the other, and ends its streams',
  async () => {
    await using site = await startTwo();
    const { id, token } = await addPerson(site.owner, 'grace', 'editor');
    const grace = site.other.caller(token);
    const named = { name: 'reports', scopes: ['links:read', 'stats:read'] };
    const made = await expectData<{ id: number; token: string }>(grace, createNamedToken, named);
    const program = site.other.caller(made.token);
    for (const caller of [grace, program]) await expectData(caller, listLinks);
    const { url } = site.other.server;
    await using streams = new AsyncDisposableStack();
    const ofToken = streams.use(await LiveClicks.open(url, made.token));
    const ofLogin = streams.use(await LiveClicks.open(url, token));

    await expectData(site.one.caller(token), endToken, { id: made.id });
    const tokenEnd = performance.now();
    expect((await program.call(listLinks, {})).code).toBe(401);
    await ofToken.ended();
    expect(performance.now() - tokenEnd).toBeLessThan(withSlack(10_000));

    await expectData(site.owner, people.disableAccount, { id });
    const loginEnd = performance.now();
    expect((await grace.call(listLinks, {})).code).toBe(401);
    await ofLogin.ended();
    expect(performance.now() - loginEnd).toBeLessThan(withSlack(10_000));
  },
  300_000,
);

testInAll(
  'the calls a minute of an API token are counted on both nodes together',
  async () => {
    await using site = await startTwo();
    const perMinute = 10;
    const fields = { name: 'reports', scopes: ['links:read'], per_minute: perMinute };
    const { token } = await expectData<{ token: string }>(site.owner, createNamedToken, fields);
    const codes = await Promise.all(
      Array.from(
        { length: 3 * perMinute },
        async (_, index) => (await site.nodes[index % 2]!.caller(token).call(listLinks, {})).code,
      ),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(perMinute);
    expect(codes.filter((code) => code === 429)).toHaveLength(2 * perMinute);
  },
  300_000,
);
