import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLink, listLinks, type Link } from '../../../contracts/links/links.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { urlCorpus, type Verdict } from './url-corpus.ts';
import { hostCorpus, loopbackCorpus, ownNameCorpus } from './url-hosts.ts';

/** A URL with spaces, controls and rare characters made visible. */
function name([kind, verdict, url]: readonly [string, Verdict, string]) {
  const text = JSON.stringify(url).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const short = text.length > 80 ? `${text.slice(0, 80)}… (${url.length})` : text;
  return [verdict, kind, short, url] as const;
}

async function findVerdict(site: SetUpSite, url: string): Promise<Verdict> {
  const before = await site.call(listLinks, { limit: 1 }, site.token);
  const got = await site.call(createLink, { long_url: url, title: 'x' }, site.token);
  if (got.code === 200) {
    const link = got.data as Link;
    expect(link.long_url).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
    expect(link.long_url.length).toBeLessThanOrEqual(8192);
    expect(link.long_url).toBe(new URL(url).href);
    const visit = await site.fetch(`/${link.short_url}`);
    expect(visit.status).toBe(302);
    expect(visit.headers.get('location')).toBe(link.long_url);
    return 'stored';
  }
  expect(got).toEqual(expect.objectContaining({ code: 400, msg: 'error.link' }));
  expect(await site.call(listLinks, { limit: 1 }, site.token)).toEqual(before);
  return 'refused';
}

function describeCorpus(
  title: string,
  env: Record<string, string>,
  corpus: readonly (readonly [string, Verdict, string])[],
): void {
  describe(title, () => {
    let site: SetUpSite;
    beforeAll(async () => {
      site = await openSetUpSite({ env });
    });
    afterAll(() => site[Symbol.asyncDispose]());
    test.each(corpus.map(name))('%s: %s: %s', async (verdict, _kind, _name, url) => {
      expect(await findVerdict(site, url)).toBe(verdict);
    });
  });
}

describeCorpus('a long URL', {}, [...urlCorpus, ...hostCorpus]);
describeCorpus('on a site at 127.0.0.1', {}, loopbackCorpus);
describeCorpus(
  'on a site at bücher.example',
  { BASE_URL: 'https://bücher.example' },
  ownNameCorpus,
);

test('the site’s own address is a loop on every port of its name', async () => {
  await using site = await openSetUpSite({ env: { BASE_URL: 'https://go.example.com' } });
  const own = ['https://go.example.com/', 'http://GO.EXAMPLE.COM.:81/a', site.url];
  for (const url of own) expect([url, await findVerdict(site, url)]).toEqual([url, 'refused']);
});

test('the host of the request is an address of the site', async () => {
  await using site = await openSetUpSite();
  const create = async (long_url: string) => {
    const response = await site.fetch(createLink.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${site.token}`,
        'content-type': 'application/json',
        host: 'Links.Example:8080',
      },
      body: JSON.stringify({ long_url, title: 'x' }),
    });
    return ((await response.json()) as { code: number; msg: string }).msg;
  };
  for (const url of ['https://links.example/a', 'http://LINKS.example.:9/']) {
    expect([url, await create(url)]).toEqual([url, 'error.link']);
  }
  expect(await create('https://other.example/')).toBe('success');
});
