import { describe, expect, test } from 'bun:test';
import {
  createLink,
  deleteLink,
  deleteLinks,
  listLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { create, get } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

async function step(site: SetUpSite, fields: object): Promise<Link[]> {
  const { code, data } = await site.call(listLinks, fields, site.token);
  expect(code).toBe(200);
  return (data as { urls: Link[] }).urls;
}

describe('a walk with after', () => {
  test.each([
    ['desc', {}],
    ['asc', {}],
    ['desc', { tag: 'walk' }],
    ['asc', { tag: 'walk' }],
  ] as const)('sees each link once while others come and go: %s %j', async (order, filter) => {
    await using site = await openSetUpSite();
    const ids: number[] = [];
    for (let nth = 0; nth < 30; nth += 1) {
      ids.push((await create(site, { short_url: `w${nth}`, tags: ['walk'] })).id);
    }
    const seen: number[] = [];
    for (let after = 0, nth = 0; ; nth += 1) {
      const links = await step(site, { after, limit: 7, order, ...filter });
      seen.push(...links.map(({ id }) => id));
      if (links.length < 7) break;
      after = links.at(-1)!.id;
      await create(site, { short_url: `new${nth}`, tags: ['walk'] });
      await site.call(deleteLinks, { ids: [links[0]!.id] }, site.token);
    }
    const old = seen.filter((id) => ids.includes(id));
    expect(old).toEqual(order === 'asc' ? ids : ids.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each([{ page: 1 }, { sort: 'clicks' }])('has no place for %j', async (fields) => {
    await using site = await openSetUpSite();
    const answer = await site.call(listLinks, { after: 0, ...fields }, site.token);
    expect(answer).toMatchObject({
      code: 400,
      data: { issues: [{ field: Object.keys(fields)[0] }] },
    });
  });
});

describe('creating with restore: 1', () => {
  const long_url = 'https://a.example/binned';

  test('brings the same link back as it was', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a', long_url, title: 'old', tags: ['t'] });
    await site.call(deleteLink, { short_url: 'a' }, site.token);
    const wanted = { short_url: 'A', long_url, title: 'new' };
    expect(await site.call(createLink, wanted, site.token)).toMatchObject({
      code: 400,
      msg: 'short.url.exists',
    });
    const { data } = await site.call(createLink, { ...wanted, restore: 1 }, site.token);
    expect(data).toMatchObject({ id, title: 'old', is_new: false, is_restored: true });
    expect(await get(site, 'a')).toMatchObject({ id, tags: ['t'] });
  });

  test('is like without it for another long URL or code', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a', long_url });
    await site.call(updateLink, { id, title: 'x' }, site.token);
    await site.call(deleteLink, { short_url: 'a' }, site.token);
    const other = { short_url: 'a', long_url: `${long_url}?b`, restore: 1 };
    expect(await site.call(createLink, other, site.token)).toMatchObject({
      msg: 'short.url.exists',
    });
    const made = await create(site, { short_url: 'b', long_url, restore: 1 });
    expect(made).toMatchObject({ is_new: true });
    expect(made).not.toHaveProperty('is_restored');
  });

  test('does not bring a link back that leads to the host of the call', async () => {
    await using site = await openSetUpSite();
    const fallback_url = 'https://later.example/x';
    await create(site, { short_url: 'a', long_url, fallback_url });
    await site.call(deleteLink, { short_url: 'a' }, site.token);
    const answer = await site.fetch(createLink.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${site.token}`,
        'content-type': 'application/json',
        host: 'later.example',
      },
      body: JSON.stringify({ short_url: 'a', long_url, restore: 1 }),
    });
    expect(await answer.json()).toMatchObject({
      code: 400,
      msg: 'error.link',
      data: { issues: [{ field: 'restore' }] },
    });
  });
});
