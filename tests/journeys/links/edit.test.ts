import { describe, expect, test } from 'bun:test';
import {
  clearLinks,
  createLink,
  deleteLinks,
  getLink,
  listLinks,
  restoreLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { drain, listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';

async function create(site: SetUpSite, fields: object): Promise<Link> {
  return (await site.call(createLink, fields, site.token)).data as Link;
}

async function get(site: SetUpSite, code: string): Promise<Link> {
  return (await site.call(getLink, { short_url: code }, site.token)).data as Link;
}

function update(site: SetUpSite, id: number, fields: object) {
  return site.call(updateLink, { id, ...fields }, site.token);
}

async function locationOf(site: SetUpSite, code: string): Promise<string | null> {
  return (await site.fetch(`/${code}`)).headers.get('location');
}

describe('editing a link', () => {
  test('changes only the fields that are sent, and visitors see it at once', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, {
      long_url: 'https://example.com/old',
      short_url: 'poster',
      title: 'Old',
      description: 'Words',
      ttl_days: 7,
    });
    expect(await locationOf(site, 'poster')).toBe('https://example.com/old');
    const before = await get(site, 'poster');
    const { data } = await update(site, id, { long_url: 'https://example.com/new' });
    expect(data).toMatchObject({
      ...before,
      long_url: 'https://example.com/new',
      updated_at: expect.any(Number) as number,
    });
    expect(await locationOf(site, 'poster')).toBe('https://example.com/new');
    await update(site, id, { short_url: ' Flyer ', expires_at: '0' });
    expect((await site.fetch('/poster')).status).toBe(404);
    expect(await locationOf(site, 'flyer')).toBe('https://example.com/new');
    await update(site, id, { title: '', description: '' });
    expect(await get(site, 'FLYER')).toMatchObject({ title: '', description: '', expires_at: 0 });
  });

  test.each([[''], [null]])(
    'with %j empties a date and a switch, as 0 does, but switches no link off',
    async (empty) => {
      await using site = await openSetUpSite();
      const long_url = 'https://example.com/empty';
      const set = { expires_at: 4_000_000_000, is_count_only: 1, shows_numbers: 1 };
      const { id } = await create(site, { long_url, short_url: 'empty', ...set });
      expect(await get(site, 'empty')).toMatchObject({ ...set, is_active: 1 });
      const emptied = { expires_at: empty, is_count_only: empty, shows_numbers: empty };
      await update(site, id, { title: 'Kept' });
      expect(await get(site, 'empty')).toMatchObject(set);
      await update(site, id, emptied);
      const zeros = { expires_at: 0, is_count_only: 0, shows_numbers: 0 };
      expect(await get(site, 'empty')).toMatchObject({ ...zeros, title: 'Kept', is_active: 1 });
      await update(site, id, { is_active: empty });
      expect(await get(site, 'empty')).toMatchObject({ is_active: 1, state: 'live' });
    },
  );

  test('without a change keeps the link, whatever its code', async () => {
    await using site = await openSetUpSite();
    const engine = await openTestEngine(site.dataDir);
    await seedLinks(engine, [{ short_url: 'Ab.C~' }, { short_url: 'API' }]);
    await engine.close();
    for (const link of await listAll(site, site.token)) {
      const { short_url, long_url, title, description } = link;
      const { data } = await update(site, link.id, { short_url, long_url, title, description });
      expect(data).toEqual(link);
    }
  });

  test('sets whether only clicks are counted and whether visitors see their number', async () => {
    await using site = await openSetUpSite();
    const long_url = 'https://example.com/';
    const { id } = await create(site, { long_url, short_url: 'plain' });
    await create(site, { long_url, short_url: 'set', is_count_only: 1, shows_numbers: '1' });
    expect(await get(site, 'set')).toMatchObject({ is_count_only: 1, shows_numbers: 1 });
    expect(await get(site, 'plain')).toMatchObject({ is_count_only: 0, shows_numbers: 0 });
    for (const [fields, after] of [
      [{ shows_numbers: 1 }, { is_count_only: 0, shows_numbers: 1 }],
      [{ is_count_only: '1' }, { is_count_only: 1, shows_numbers: 1 }],
      [{ title: 'T' }, { is_count_only: 1, shows_numbers: 1 }],
      [
        { is_count_only: null, shows_numbers: '' },
        { is_count_only: 0, shows_numbers: 0 },
      ],
      [
        { is_count_only: 0, shows_numbers: 0 },
        { is_count_only: 0, shows_numbers: 0 },
      ],
    ] as const) {
      expect((await update(site, id, fields)).data).toMatchObject(after);
      expect((await listAll(site, site.token)).find((link) => link.id === id)).toMatchObject(after);
    }
    for (const wrong of [2, -1, 0.5, 'yes', [1]]) {
      for (const field of ['is_count_only', 'shows_numbers']) {
        expect((await update(site, id, { [field]: wrong })).code).toBe(400);
        const made = await site.call(createLink, { long_url, [field]: wrong }, site.token);
        expect(made.code).toBe(400);
      }
    }
    expect(await get(site, 'plain')).toMatchObject({ is_count_only: 0, shows_numbers: 0 });
  });

  test('refuses a taken, reserved or impossible code, and an unknown link', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { long_url: 'https://example.com/1', short_url: 'one' });
    await create(site, { long_url: 'https://example.com/2', short_url: 'two' });
    for (const [code, msg] of [
      ['two', 'short.url.exists'],
      ['TWO', 'short.url.exists'],
      ['Admin', 'reserved.short.url'],
      ['a b', 'invalid.short.url'],
      ['x'.repeat(65), 'invalid.short.url'],
    ] as const) {
      const answer = await update(site, id, { short_url: code, title: 'Lost' });
      expect(answer).toMatchObject({
        code: 400,
        msg,
        data: { issues: [{ field: 'short_url', key: msg }] },
      });
    }
    expect(await update(site, 99, { title: 'x' })).toMatchObject({
      code: 404,
      msg: 'link.not.found',
    });
    expect(await update(site, id, { long_url: `${site.url}two` })).toMatchObject({
      msg: 'error.link',
    });
    expect(await get(site, 'one')).toMatchObject({ title: '', long_url: 'https://example.com/1' });
  });

  test('gives one code to one of two links edited at once', async () => {
    await using site = await openSetUpSite();
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) => (await create(site, { long_url: `https://example.com/${n}` })).id,
      ),
    );
    const answers = await Promise.all(ids.map((id) => update(site, id, { short_url: 'wanted' })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ msg }) => msg === 'short.url.exists')).toHaveLength(19);
  });
});

describe('deleting', () => {
  test('can be undone: the link comes back with its id and every click', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, {
      long_url: 'https://example.com/',
      short_url: 'poster',
      title: 'Poster',
    });
    await site.fetch('/poster');
    await drain(site);
    await site.fetch('/poster');
    const before = await get(site, 'poster');
    expect(before).toMatchObject({ clicks: 1, pending_clicks: 1 });
    await site.call(deleteLinks, { ids: [id] }, site.token);
    expect((await site.fetch('/poster')).status).toBe(404);
    // Clicks counted during the deletion are there after the restore.
    await drain(site);
    expect((await site.call(restoreLinks, { ids: [id, 77] }, site.token)).data).toBe(1);
    expect(await get(site, 'poster')).toEqual({
      ...before,
      clicks: 2,
      people: expect.any(Number) as number,
      pending_clicks: 0,
    });
    expect(await locationOf(site, 'poster')).toBe('https://example.com/');
    expect((await site.call(restoreLinks, { ids: [id] }, site.token)).data).toBe(0);
  });

  test('all links must be confirmed, and leaves nothing', async () => {
    await using site = await openSetUpSite();
    await create(site, { long_url: 'https://example.com/1', short_url: 'one' });
    const { id } = await create(site, { long_url: 'https://example.com/2', short_url: 'two' });
    expect(await locationOf(site, 'one')).toBe('https://example.com/1');
    await site.call(deleteLinks, { ids: [id] }, site.token);
    for (const confirm of [undefined, false, 'no', 1]) {
      expect((await site.call(clearLinks, { confirm }, site.token)).code).toBe(400);
    }
    expect((await site.call(clearLinks, { confirm: true }, site.token)).data).toBe(1);
    expect((await site.fetch('/one')).status).toBe(404);
    expect((await site.call(restoreLinks, { ids: [id] }, site.token)).data).toBe(0);
    expect((await site.call(listLinks, {}, site.token)).data).toMatchObject({ total: 0, urls: [] });
  });
});

test('the search finds edited and restored links by their present values, and no deleted ones', async () => {
  await using site = await openSetUpSite();
  const { id } = await create(site, { long_url: 'https://example.com/', title: 'Spring' });
  const find = async (keyword: string) =>
    (await site.call(searchLinks, { filter: 'title', keyword }, site.token)).code;
  await update(site, id, { title: 'Autumn' });
  expect([await find('spring'), await find('autumn')]).toEqual([404, 200]);
  await site.call(deleteLinks, { ids: [id] }, site.token);
  expect(await find('autumn')).toBe(404);
  await site.call(restoreLinks, { ids: [id] }, site.token);
  expect(await find('autumn')).toBe(200);
});

test('a click is either counted or pending, never both', async () => {
  await using site = await openSetUpSite();
  await create(site, { long_url: 'https://example.com/', short_url: 'poster', title: 'Poster' });
  for (let visits = 1; visits <= 3; visits += 1) {
    await site.fetch('/poster');
    expect(await get(site, 'poster')).toMatchObject({ clicks: 0, pending_clicks: visits });
  }
  await site.fetch('/poster', { method: 'HEAD' });
  await drain(site);
  await site.fetch('/poster');
  expect(await listAll(site, site.token)).toMatchObject([{ clicks: 3, pending_clicks: 1 }]);
});
