import { expect, test } from 'bun:test';
import { ClientSite } from './client-site.ts';
import { runPython } from './run-client.ts';

test('mypolr of PyPI', async () => {
  await using client = await ClientSite.open('polr');
  const setUp = `
from mypolr import PolrApi, exceptions
api = PolrApi(env["SITE"], env["TOKEN"])
url = "https://example.com/page"
def refusal(call, *given, **fields):
    try:
        return call(*given, **fields)
    except exceptions.MypolrError as error:
        return type(error).__name__
`;
  const script = `
made = api.shorten(url, custom_ending="mine")
answer([made, api.shorten(url), api.lookup("mine")["long_url"], api.lookup(made)["clicks"], api.lookup("nowhere"),
    refusal(api.shorten, url + "/other", custom_ending="mine"),
    refusal(api.shorten, "no URL"),
    refusal(api.shorten, url, is_secret=True),
    refusal(api.lookup, "mine", url_key="any"),
    api.shorten_no_raise("no URL"), api.lookup_no_raise("nowhere"),
    refusal(PolrApi(env["SITE"], "wrong").shorten, url),
    refusal(PolrApi(env["SITE"], "wrong").lookup, "mine")])
`;
  const date = expect.objectContaining({ timezone_type: 3, timezone: 'UTC' }) as unknown;
  expect(await runPython(setUp + script, client.values)).toEqual([
    client.short('mine'),
    // The link that leads there.
    client.short('mine'),
    'https://example.com/page',
    0,
    false,
    'CustomEndingUnavailable',
    'BadApiRequest',
    // Links have passwords in place of secret endings.
    'BadApiRequest',
    { long_url: 'https://example.com/page', clicks: 0, created_at: date, updated_at: date },
    null,
    false,
    'UnauthorizedKeyError',
    'UnauthorizedKeyError',
  ]);
  await client.visit('mine');
  const lookup = `
found = api.lookup("mine")
answer([found["clicks"], sorted(found["created_at"])])
`;
  expect(await runPython(setUp + lookup, client.values)).toEqual([
    3,
    ['date', 'timezone', 'timezone_type'],
  ]);
  client.expectRecorded('mypolr');
});
