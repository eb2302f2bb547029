import { describe, expect, test } from 'bun:test';
import { createToken } from '../../../contracts/account.ts';
import { addDomain } from '../../../contracts/domains.ts';
import type { Refusal } from '../../../contracts/envelope.ts';
import { createLinks } from '../../../contracts/links/create-many.ts';
import { createLink, type Link } from '../../../contracts/links/links.ts';
import { NEW_LINKS_MAX } from '../../../contracts/links/links.constants.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { setOption } from '../../../contracts/site.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { refusedCalls } from '../api/refusals-table.ts';
import { create, get } from '../link-steps.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { testInAll } from '../../support/test-run.ts';

type Reply = ReplyOf<typeof createLinks>;

const target = 'https://example.com/';

async function createMany(site: SetUpSite, links: unknown, more: object = {}): Promise<Reply> {
  const { code, data } = await site.call(createLinks, { links, ...more }, site.token);
  expect(code).toBe(200);
  return data as Reply;
}

function range(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({ long_url: `${target}${at}`, title: `${at}` }));
}

describe('of many links', () => {
  test('good ones are created with the tags and domain of all, and bad ones fail alone', async () => {
    await using site = await openSetUpSite();
    await site.call(addDomain, { host: 's.example' }, site.token);
    await create(site, { short_url: 'taken', domain: 's.example' });
    const links = [
      { long_url: target, short_url: 'One', title: 'One', tags: 'own, shop' },
      { long_url: 'ftp://example.com/' },
      { long_url: target, short_url: 'taken', title: 'x' },
      { long_url: target, short_url: 'main', domain: '', expires_at: '2099-12-31', color: 'red' },
      'no object',
      { long_url: target, title: 'None', domain: 'other.example' },
      { long_url: site.url, title: 'A loop' },
    ];
    const reply = await createMany(site, links, { tags: ['Shop', 'all'], domain: 'S.example' });
    expect(reply).toMatchObject({ created: 2, existing: 0, failed: 5 });
    expect(reply.results.map(({ index, state, key }) => [index, state, key])).toEqual([
      [0, 'created', undefined],
      [1, 'failed', 'error.link'],
      [2, 'failed', 'short.url.exists'],
      [3, 'created', undefined],
      [4, 'failed', 'bad.request'],
      [5, 'failed', 'domain.not.found'],
      [6, 'failed', 'error.link'],
    ]);
    const [one, bad, taken, main] = reply.results;
    expect(one!.link).toMatchObject({ short_url: 'one', domain: 's.example', is_new: true });
    expect(one!.link!.short_link).toMatch(/^http:\/\/s\.example:\d+\/one$/);
    expect(bad!.issues).toMatchObject([{ field: 'long_url', key: 'error.link' }]);
    expect(taken!.issues).toMatchObject([{ field: 'short_url', key: 'short.url.exists' }]);
    expect(main!.link).toMatchObject({ domain: '', ignored: ['color'] });
    expect(await get(site, 'main')).toMatchObject({ expires_at: 4_102_444_800 });
    expect(await listAll(site, site.token)).toMatchObject([
      { short_url: 'main', tags: ['all', 'shop'] },
      { short_url: 'one', tags: ['all', 'own', 'shop'] },
      { short_url: 'taken', tags: [] },
    ]);
    expect((await site.fetch('/main')).headers.get('location')).toBe(target);
  });

  test('each is stored as a single one is', async () => {
    await using site = await openSetUpSite();
    const fields = {
      long_url: target,
      title: 'Title',
      note: 'a\r\nb',
      is_count_only: '1',
      password: 'right',
      rules: [{ when: { device: ['mobile'] }, target: `${target}mobile` }],
    };
    await create(site, { ...fields, short_url: 'single' });
    await createMany(site, [{ ...fields, short_url: 'many' }]);
    const engine = await openTestEngine(site.dataDir);
    const rows = await engine.db.selectFrom('link').selectAll().orderBy('id').execute();
    await engine.close();
    const [single, many] = rows.map(
      ({ id: _id, short_url: _code, created_at: _at, updated_at: _to, routing, ...row }) => {
        const hidden = routing.replace(/"password_hash":"[^"]+"/, '"password_hash":"…"');
        return Object.assign(row, { routing: hidden });
      },
    );
    expect(single!.routing).toContain('…');
    expect(many).toEqual(single);
  });

  test.each(refusedCalls.filter(({ route }) => route === createLink))(
    'one is refused like $title',
    async ({ fields }) => {
      await using site = await openSetUpSite();
      const single = await site.call(createLink, fields, site.token);
      const { results } = await createMany(site, [fields]);
      expect(results).toEqual([
        { index: 0, state: 'failed', key: single.msg, ...(single.data as Refusal) } as object,
      ] as Reply['results']);
    },
  );

  test('one that is there is found, and stays as it is', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { long_url: `${target}found`, title: 'Found' });
    const links = [{ long_url: `${target}found`, title: 'Other' }, ...range(2), ...range(2)];
    const { existing, results } = await createMany(site, links, { tags: ['late'] });
    expect(existing).toBe(3);
    expect(results[0]).toMatchObject({ state: 'existing', link: { id, title: 'Found' } });
    expect(results[3]!.link!.id).toBe(results[1]!.link!.id);
    expect((await site.call(listTags, {}, site.token)).data).toMatchObject([{ links: 2 }]);
  });

  test('a code that is repeated fails the second time', async () => {
    await using site = await openSetUpSite();
    await site.call(addDomain, { host: 's.example' }, site.token);
    const links = ['same', ' SAME ', 'other'].map((code) => ({
      long_url: target,
      short_url: code,
    }));
    const further = { ...links[0], domain: 's.example' };
    const { results } = await createMany(site, [...links, further]);
    expect(results.map(({ state }) => state)).toEqual(['created', 'failed', 'created', 'created']);
    expect(results[1]).toMatchObject({
      key: 'short.url.exists',
      issues: [{ field: 'short_url', reason: 'An earlier link of the request has this code' }],
    });
  });

  test(`${NEW_LINKS_MAX} are created, and one more is refused as a whole`, async () => {
    await using site = await openSetUpSite();
    const most = range(NEW_LINKS_MAX);
    for (const links of [[...most, ...range(1)], [], {}, undefined, '{}', '[']) {
      const refused = await site.call(createLinks, { links }, site.token);
      expect(refused).toMatchObject({ code: 400, data: { issues: [{ field: 'links' }] } });
    }
    expect(await listAll(site, site.token)).toEqual([]);
    const dry = await createMany(site, most, { dry_run: 1 });
    expect(dry).toMatchObject({ created: NEW_LINKS_MAX, failed: 0 });
    expect(await listAll(site, site.token)).toEqual([]);
    const { created, results } = await createMany(site, most);
    expect(created).toBe(NEW_LINKS_MAX);
    expect(results.map(({ index }) => index)).toEqual(most.map((_, at) => at));
    expect(results.map(({ link }) => link!.title)).toEqual(most.map((_, at) => `${at}`));
    expect(new Set(results.map(({ link }) => link!.short_url)).size).toBe(NEW_LINKS_MAX);
    const last = results.at(-1)!.link!;
    const visit = await site.fetch(`/${last.short_url}`);
    expect(visit.headers.get('location')).toBe(`${target}${NEW_LINKS_MAX - 1}`);
  });

  test('of two requests at once, each code is created by one, and the other finds it', async () => {
    await using site = await openSetUpSite();
    const links = range(300).map((link, at) => Object.assign(link, { short_url: `l${at}` }));
    const replies = await Promise.all([
      createMany(site, links),
      createMany(site, links.toReversed()),
    ]);
    expect(replies[0].created + replies[1].created).toBe(300);
    expect(replies[0].existing + replies[1].existing).toBe(300);
    const ids = replies.map(({ results }) => new Set(results.map(({ link }) => link!.id)));
    expect(ids[0]).toEqual(ids[1]);
  });
});

describe('many links are created', () => {
  test('by an API token, and never by guests', async () => {
    await using site = await openSetUpSite();
    const value = JSON.stringify({ allowed: true, per_hour: 20 });
    await site.call(setOption, { key: 'anonymous_creation', value }, site.token);
    const links = range(1);
    expect(await site.call(createLinks, { links })).toMatchObject({ code: 401 });
    const { data } = await site.call(createToken, {}, site.token);
    const { token } = data as { token: string };
    expect(await site.call(createLinks, { links }, token)).toMatchObject({ data: { created: 1 } });
  });

  test('with dates of the zone of the site', async () => {
    await using site = await openSetUpSite();
    const zone = { key: 'time_zone', value: '"Asia/Shanghai"' };
    expect((await site.call(setOption, zone, site.token)).code).toBe(200);
    await createMany(site, [{ long_url: target, short_url: 'day', expires_at: '2099-12-31' }]);
    expect((await get(site, 'day')).expires_at).toBe(4_102_444_800 - 8 * 3600);
  });

  testInAll('from 10 MB of JSON, also as the text of a form', async () => {
    await using site = await openSetUpSite();
    const send = (body: string | FormData) =>
      site.fetch(createLinks.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${site.token}`,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        body,
      });
    const note = 'ö'.repeat(1000);
    const description = '测'.repeat(512);
    const links = range(NEW_LINKS_MAX).map((link) => Object.assign(link, { note, description }));
    const text = JSON.stringify({ links });
    const bytes = 10 * 1024 * 1024;
    const filled = text + ' '.repeat(bytes - Buffer.byteLength(text));
    expect((await send(`${filled} `)).status).toBe(413);
    expect(await (await send(filled)).json()).toMatchObject({ data: { created: NEW_LINKS_MAX } });
    const form = new FormData();
    form.set('links', JSON.stringify(links));
    expect(await (await send(form)).json()).toMatchObject({ data: { existing: NEW_LINKS_MAX } });
  });

  test('with at most 64,000 fields, and none nested deeply', async () => {
    await using site = await openSetUpSite();
    const wide = [Object.fromEntries(Array.from({ length: 64_001 }, (_, at) => [`f${at}`, at]))];
    let deep: unknown = 1;
    for (let level = 0; level < 40; level += 1) deep = [deep];
    for (const links of [wide, deep, JSON.stringify(wide), JSON.stringify([deep])]) {
      const refused = await site.call(createLinks, { links }, site.token);
      expect(refused).toMatchObject({ code: 400, msg: 'bad.request' });
    }
  });
});

test('the titles of pages are fetched for many links, behind those of single ones', async () => {
  const fetched: unknown[] = [];
  const pageTitles = {
    fetch: (url: string, urgency?: string) => {
      fetched.push([url, urgency]);
      return Promise.resolve({ title: `Title of ${url}`, description: '' });
    },
    close: () => undefined,
  };
  await using site = await openSetUpSite({ pageTitles });
  await createMany(site, [{ long_url: target }, { long_url: `${target}1`, title: 'Typed' }]);
  expect(fetched).toEqual([[target, 'last']]);
  const readTitles = async () => (await listAll(site, site.token)).map(({ title }: Link) => title);
  while ((await readTitles()).includes('')) await new Promise(setImmediate);
  expect(await readTitles()).toEqual(['Typed', `Title of ${target}`]);
});
