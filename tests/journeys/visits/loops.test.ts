import { expect, test } from 'bun:test';
import { editLinks, undoBulk } from '../../../contracts/links/bulk.ts';
import { addDomain, setDomain } from '../../../contracts/domains.ts';
import type { Issue } from '../../../contracts/envelope.ts';
import { getHistory, revertLink, type Change } from '../../../contracts/links/history.ts';
import { deleteLinks, restoreLinks, updateLink } from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import { create, get, update } from '../link-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const HOST = 'go.example';
const own = `https://${HOST}:8443/x`;
const foreign = 'https://a.example/';

async function refusedField(site: SetUpSite, route: Route, fields: object): Promise<string> {
  const { code, msg, data } = await site.call(route, fields, site.token);
  expect([code, msg]).toEqual([400, 'error.link']);
  return (data as { issues: Issue[] }).issues[0]!.field;
}

/** Links to a host, and then edits of them, before the host belongs to the site. */
async function openWithLoops(): Promise<{ site: SetUpSite; ids: number[]; bulkId: number }> {
  const site = await openSetUpSite();
  const rules = [{ when: {}, split: [{ target: own, weight: 1 }] }];
  const made = [
    await create(site, { short_url: 'url', long_url: own }),
    await create(site, { short_url: 'rule', rules }),
    await create(site, { short_url: 'fallback', fallback_url: own }),
  ];
  const ids = made.map(({ id }) => id);
  await create(site, { short_url: 'other', long_url: `${foreign}?//${HOST}` });
  return { site, ids, bulkId: 0 };
}

test('adding a domain names the links that lead to it', async () => {
  const { site, ids } = await openWithLoops();
  await using _ = site;
  const { data } = await site.call(addDomain, { host: HOST }, site.token);
  expect(data).toMatchObject({ host: HOST, loops_total: 3 });
  const { loops } = data as { loops: object[] };
  expect(loops).toEqual(ids.map((id, at) => ({ id, short_url: ['url', 'rule', 'fallback'][at] })));
});

test('no revert, undo or restore brings a loop back', async () => {
  const { site, ids } = await openWithLoops();
  await using _ = site;
  const [url, rule, fallback] = ids as [number, number, number];
  const replace_in_url = { find: own, put: foreign };
  const bulk = await site.call(editLinks, { ids: [url], replace_in_url }, site.token);
  await update(site, rule, { rules: [] });
  await site.call(deleteLinks, { ids: [fallback] }, site.token);
  await site.call(addDomain, { host: HOST }, site.token);
  for (const [id, field] of [
    [url, 'long_url'],
    [rule, 'rules.0.split.0.target'],
  ] as const) {
    const changes = (await site.call(getHistory, { id }, site.token)).data as Change[];
    expect(await refusedField(site, revertLink, { id, at: changes[0]!.at })).toBe(field);
  }
  const { bulk_id } = bulk.data as { bulk_id: number };
  const undone = await site.call(undoBulk, { bulk_id }, site.token);
  expect(undone.data).toEqual({ restored: 0, kept: 1 });
  expect((await get(site, 'url')).long_url).toBe(foreign);
  expect(await refusedField(site, restoreLinks, { ids: [fallback] })).toBe('ids');
  const back = await site.call(
    editLinks,
    { ids: [url], replace_in_url: { find: foreign, put: own } },
    site.token,
  );
  expect(back.data).toMatchObject({ changed: 0, failed: [{ id: url, reason: 'own_site' }] });
  expect(await refusedField(site, updateLink, { id: url, fallback_url: own })).toBe('fallback_url');
});

test('a domain leads neither to itself nor to a host of the site without a link', async () => {
  await using site = await openSetUpSite();
  for (const host of [HOST, 's.example']) await site.call(addDomain, { host }, site.token);
  await create(site, { short_url: 'there', domain: 's.example' });
  const { host: main } = new URL(site.url);
  for (const url of [
    `https://${HOST}/`,
    `http://GO.example.:81/a`,
    'https://s.example/',
    'https://s.example/nothing',
    `http://${main}/nothing`,
  ]) {
    expect(await refusedField(site, setDomain, { host: HOST, home_url: url })).toBe('home_url');
    const lost = { host: HOST, not_found_url: url };
    expect(await refusedField(site, setDomain, lost)).toBe('not_found_url');
  }
  for (const home_url of ['https://s.example/THERE?a=1', `http://${main}/`, foreign, '']) {
    expect((await site.call(setDomain, { host: HOST, home_url }, site.token)).code).toBe(200);
  }
});
