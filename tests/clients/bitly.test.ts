import { expect, test } from 'bun:test';
import { ClientSite } from './client-site.ts';
import { runPython } from './run-client.ts';

const setUp = `
def refusal(call, *given):
    try:
        return call(*given)
    except Exception as error:
        return type(error).__name__
`;

test('pyshorteners of PyPI', async () => {
  await using client = await ClientSite.open('bitly');
  const bitly = `${setUp}
import pyshorteners
def open(token):
    client = pyshorteners.Shortener(api_key=token).bitly
    client.api_url = env["SITE"] + "/v4"
    return client
client = open(env["TOKEN"])
url = "https://example.com/page"
link = env["SITE"] + "/mine"
`;
  // Its own calls cannot choose the code of a link, which recorded calls need.
  const script = `${bitly}
import requests
requests.post(env["SITE"] + "/v4/bitlinks", headers={"Authorization": "Bearer " + env["TOKEN"]},
    json={"long_url": url, "keyword": "mine"})
answer([client.short(url) == link, client.short(url + "/new").startswith(env["SITE"] + "/"),
    client.expand(link), client.total_clicks(link),
    refusal(client.short, "https://exa mple.com/"),
    refusal(client.expand, env["SITE"] + "/nowhere"),
    refusal(client.total_clicks, env["SITE"] + "/nowhere"),
    refusal(open("wrong").short, url)])
`;
  expect(await runPython(script, client.values)).toEqual([
    true,
    true,
    'https://example.com/page',
    0,
    'ShorteningErrorException',
    'ExpandingErrorException',
    'BadAPIResponseException',
    'ShorteningErrorException',
  ]);
  await client.visit('mine', 2);
  // People alone count.
  expect(await runPython(`${bitly}answer(client.total_clicks(link))`, client.values)).toBe(2);
  client.expectRecorded('pyshorteners-bitly');
});

test('bitlyshortener of PyPI', async () => {
  await using client = await ClientSite.open('bitly');
  const script = `${setUp}
from bitlyshortener import Shortener, config
base = env["SITE"] + "/v4"
config.API_URL_SHORTEN = base + "/shorten"
config.API_URL_BITLINKS = base + "/bitlinks"
config.API_URL_ORGANIZATIONS = base + "/organizations"
config.API_URL_FORMAT_ORGANIZATION_LIMITS = base + "/organizations/{organization_guid}/plan_limits"
def open(token): return Shortener(tokens=[token], max_cache_size=0)
client = open(env["TOKEN"])
urls = ["https://example.com/a", "https://example.com/b"]
first = client.shorten_urls(urls[:1])
answer([first[0].startswith(env["SITE"].replace("http:", "https:") + "/"), client.shorten_urls(urls[:1]) == first,
    list(client.shorten_urls_to_dict(urls[1:])), refusal(client.usage),
    refusal(client.shorten_urls, ["no URL"]),
    refusal(open("wrong").shorten_urls, urls[:1])])
`;
  expect(await runPython(script, client.values)).toEqual([
    // It makes every link one of https.
    true,
    true,
    ['https://example.com/b'],
    // It asks for organizations, which Brisk lacks.
    'HTTPError',
    'RequestError',
    'RequestError',
  ]);
  client.expectRecorded('bitlyshortener');
});
