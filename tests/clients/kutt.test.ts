import { expect, test } from 'bun:test';
import { furtherDomain } from '../journeys/compat/recording.ts';
import { ClientSite } from './client-site.ts';
import { runNode, runPython } from './run-client.ts';

const target = 'https://example.com/page';

const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);

const shown = (client: ClientSite) => ({
  id: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
  address: 'mine',
  link: client.short('mine'),
  target,
  description: 'A note',
  domain: null,
  banned: false,
  password: true,
  expire_in: date,
  visit_count: 0,
  created_at: date,
  updated_at: date,
});

const edits = (client: ClientSite) => ({
  address: 'other',
  link: client.short('other'),
  target: `${target}/b`,
  description: 'Another',
});

test('kutt of npm', async () => {
  await using client = await ClientSite.open('kutt');
  const setUp = `
import Kutt from 'kutt';
const kutt = new Kutt().set('api', env.SITE + '/api/v2').set('key', env.TOKEN);
const links = kutt.links();
const target = '${target}';
const refusal = (call) =>
  call.then(() => 'passed', ({ message, cause }) => cause.status + ' ' + (message === cause.data.error));
`;
  const script = `
const made = await links.create({ target, customurl: 'mine', description: 'A note', password: 'secret', expire_in: '2 days' });
const [first, reused] = [await links.create({ target: target + '/known', customurl: 'known' }), await links.create({ target: target + '/known', reuse: true })];
const edited = await links.update(made.id, { target: target + '/b', address: 'other', description: 'Another', expire_in: '8h' });
const list = await links.list({ limit: 1, skip: 1 });
answer([
  made, first.id === reused.id, edited, [list.total, list.limit, list.skip, list.data[0].id === made.id],
  (await links.list()).data.length, made.created_at instanceof Date,
  await refusal(links.create({ target, customurl: 'known' })),
  await refusal(links.create({ target: 'no URL' })),
  await refusal(links.update(made.id, {})),
  await refusal(kutt.domains().create({ address: 'further.example', homepage: target })),
  await refusal(kutt.domains().remove(made.id)),
  await kutt.users().info().then(({ apikey, email, domains }) => [apikey === env.TOKEN, apikey.length, email, domains]),
  await kutt.health().check(),
  await refusal(new Kutt().set('api', env.SITE + '/api/v2').set('key', 'wrong').links().list()),
]);
`;
  const mine = shown(client);
  expect(await runNode(setUp + script, client.values)).toEqual([
    mine,
    true,
    { ...mine, ...edits(client) },
    [2, 1, 1, true],
    2,
    true,
    '400 true',
    '400 true',
    '400 true',
    // Domains are added on their page.
    '403 true',
    '403 true',
    [true, 40, 'ada', [{ address: furtherDomain, banned: false, homepage: null }]],
    true,
    '401 true',
  ]);
  await client.visit('known');
  const stats = `
const { data: [{ id }] } = await links.list();
const topOf = (rows) => rows.find(({ value }) => value === 1).name;
const inShort = ({ total, views, stats: { browser, os } }) =>
  [total, views.length, topOf(browser), topOf(os)];
const { lastDay, lastYear, visit_count } = await links.stats(id);
const { data: { length } } = await links.list();
answer([
  inShort(lastDay), inShort(lastYear), visit_count, length, id.length,
  await links.remove(id), await refusal(links.remove(id)), (await links.list()).total,
]);
`;
  // The client sends DELETE for `stats`, and deletes nothing.
  expect(await runNode(setUp + stats, client.values)).toEqual([
    [1, 24, 'firefox', 'windows'],
    [1, 12, 'firefox', 'windows'],
    3,
    2,
    36,
    'Link has been deleted successfully.',
    '404 true',
    1,
  ]);
  client.expectRecorded('kutt-npm');
});

test('kutt of PyPI', async () => {
  await using client = await ClientSite.open('kutt');
  const setUp = `
from kutt import kutt
def call(method, *given, **fields):
    return method(env["TOKEN"], *given, host_url=env["SITE"] + "/api/v2/links", **fields)
`;
  const script = `
made = call(kutt.submit, "${target}", customurl="mine", description="A note", password="secret", expire_in="2 days")
plain = call(kutt.submit, "${target}/known", customurl="known")
again = call(kutt.submit, "${target}/known", reuse=True)
new = call(kutt.submit, "${target}/known", customurl="new")
taken = call(kutt.submit, "${target}", customurl="known")
id = made["data"]["id"]
edited = call(kutt.update, id, "${target}/b", "other", description="Another", expire_in="8h")
listed = call(kutt.links, limit=2, skip=1, all=True)
answer([made, again["code"], again["data"]["address"], new["code"], taken, edited,
    listed["code"], listed["data"]["total"], [link["address"] for link in listed["data"]["data"]],
    kutt.links("wrong", host_url=env["SITE"] + "/api/v2/links")["code"]])
`;
  const mine = shown(client);
  expect(await runPython(setUp + script, client.values)).toEqual([
    { code: 201, data: mine },
    200,
    'known',
    201,
    { code: 400, data: { error: expect.any(String) as unknown } },
    { code: 200, data: { ...mine, ...edits(client) } },
    200,
    3,
    // The client sends `limit` and `skip` as the body of a GET, which counts for nothing.
    ['new', 'known', 'other'],
    401,
  ]);
  await client.visit('known');
  const stats = `
listed = call(kutt.links)["data"]["data"]
id = [link["id"] for link in listed if link["address"] == "known"][0]
found = call(kutt.stats, id)
removed = call(kutt.delete, id)
answer([found["code"], found["data"]["lastDay"]["total"], len(found["data"]["lastDay"]["views"]),
    removed, call(kutt.delete, id)["code"]])
`;
  expect(await runPython(setUp + stats, client.values)).toEqual([
    200,
    1,
    24,
    { code: 200, data: { message: 'Link has been deleted successfully.' } },
    404,
  ]);
  client.expectRecorded('kutt-pypi');
});
