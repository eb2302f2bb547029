import { expect, test } from 'bun:test';
import { ClientSite } from './client-site.ts';
import { runNode, runPython } from './run-client.ts';

test('pyourls3 of PyPI', async () => {
  await using client = await ClientSite.open('yourls');
  const script = `
import pyourls3
client = pyourls3.Yourls(addr=env["SITE"], key=env["TOKEN"])
made = client.shorten("https://example.com/pyourls3", keyword="pyourls3", title="A title")
try:
    client.shorten("https://example.com/twice")
    client.shorten("https://example.com/twice")
    twice = "made twice"
except pyourls3.exceptions.Pyourls3URLAlreadyExistsError:
    twice = "exists"
try:
    pyourls3.Yourls(addr=env["SITE"], key="wrong")
    login = "in"
except pyourls3.exceptions.Pyourls3APIError:
    login = "refused"
answer([made["shorturl"], client.expand("pyourls3"), twice, login,
    client.url_stats("pyourls3")["clicks"], client.stats()["total_links"]])
`;
  expect(await runPython(script, client.values)).toEqual([
    client.short('pyourls3'),
    'https://example.com/pyourls3',
    'exists',
    'refused',
    0,
    2,
  ]);
  client.expectRecorded('pyourls3');
});

test('yourls of PyPI', async () => {
  await using client = await ClientSite.open('yourls');
  const script = `
import yourls
client = yourls.YOURLSClient(env["SITE"] + "/yourls-api.php", signature=env["TOKEN"])
made = client.shorten("https://example.com/yourls", keyword="pypi", title="A title")
client.shorten("https://example.com/again")
try:
    client.shorten("https://example.com/again")
    again = "made again"
except yourls.exceptions.YOURLSURLExistsError as error:
    again = error.url.url
links, totals = client.stats("top", 1)
answer([made.shorturl, client.expand("pypi"), again, client.url_stats("pypi").title,
    len(links), client.db_stats().total_links == totals.total_links])
`;
  expect(await runPython(script, client.values)).toEqual([
    client.short('pypi'),
    'https://example.com/yourls',
    'https://example.com/again',
    'A title',
    1,
    true,
  ]);
  client.expectRecorded('yourls-pypi');
});

// Both lose the port of an address, so it is put back where they make theirs.
test.each([
  ['yourls', 'npm', 'yourls-npm'],
  ['node-yourls', 'node', 'node-yourls'],
])('%s of npm', async (name, code, recording) => {
  await using client = await ClientSite.open('yourls');
  const script = `
import Client from '${name}';
import { promisify } from 'node:util';
const host = '127.0.0.1';
const client = new Client(host, env.TOKEN);
const makeUrl = client._generateNiceUrl.bind(client);
client._generateNiceUrl = (query) =>
  Object.assign(makeUrl(query), { hostname: host, host: host + ':' + env.PORT, port: env.PORT });
const call = (method, ...given) => promisify(client[method].bind(client))(...given);
const link = await call('vanity', 'https://example.com/${code}', '${code}');
const known = await call('shorten', 'https://example.com/known');
const again = await call('shorten', 'https://example.com/known');
const found = await call('expand', link.shorturl);
const about = await call('urlstats', link.shorturl);
answer([link.shorturl, known.shorturl === again.shorturl, found.longurl, about.message]);
`;
  expect(await runNode(script, { ...client.values, PORT: new URL(client.url).port })).toEqual([
    client.short(code),
    true,
    `https://example.com/${code}`,
    'success',
  ]);
  client.expectRecorded(recording);
});
