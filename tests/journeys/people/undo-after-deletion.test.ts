import { afterAll, beforeAll, expect, test } from 'bun:test';
import { getJobs, startJob, undoJob } from '../../../contracts/import-jobs.ts';
import { editLinks, undoBulk } from '../../../contracts/links/bulk.ts';
import { getHistory } from '../../../contracts/links/history.ts';
import { createLink, getLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import { deleteAccount } from '../../../contracts/people/people.ts';
import { check, waitFor } from '../import/import-jobs.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { admin } from '../test-site.ts';
import { addPerson, expectData } from './people-steps.ts';

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function create(short_url: string, token: string): Promise<Link> {
  const fields = { long_url: `https://example.com/${short_url}`, short_url, title: 'first' };
  return expectData<Link>(site, createLink, fields, token);
}

const find = (short_url: string) => expectData<Link>(site, getLink, { short_url }, site.token);

async function deletePerson(id: number, links_to: number): Promise<void> {
  await expectData(site, deleteAccount, { id, links_to }, site.token);
}

test('the undo of a bulk edit gives no link to an account that is gone', async () => {
  const gone = await addPerson(site, { username: 'gone', role: 'author' });
  const stays = await addPerson(site, { username: 'stays', role: 'author' });
  const { id } = await create('given', gone.token);
  const { id: other } = await create('given-too', site.token);
  const bulk = { ids: [id, other], set: { owner: stays.id, note: 'given' } };
  const { bulk_id } = await expectData<{ bulk_id: number }>(site, editLinks, bulk, site.token);
  await deletePerson(gone.id, 1);
  // What else was edited returns, and the link of an owner who is there.
  expect(await expectData<object>(site, undoBulk, { bulk_id }, site.token)).toEqual({
    restored: 1,
    kept: 1,
  });
  expect(await find('given')).toMatchObject({ note: '', owner: { id: stays.id } });
  expect(await find('given-too')).toMatchObject({ note: '', owner: { id: 1 } });
});

test('the undo of an import leaves links with the account that has them', async () => {
  const gone = await addPerson(site, { username: 'goneaswell', role: 'author' });
  await create('replaced', gone.token);
  const links = [{ short_url: 'replaced', long_url: 'https://example.com/new', title: 'second' }];
  const file = JSON.stringify({ format: 'brisk', version: 1, links });
  const { id } = await check(site, file, { taken: 'replace' });
  await expectData(site, startJob, { id }, site.token);
  await waitFor(site, id, 'done');
  expect(await find('replaced')).toMatchObject({ title: 'second', owner: { id: gone.id } });
  await deletePerson(gone.id, 1);
  await expectData(site, undoJob, { id }, site.token);
  await waitFor(site, id, 'undone');
  expect(await find('replaced')).toMatchObject({ title: 'first', owner: { id: 1 } });
});

test('an import no longer names an account that is gone, and is undone', async () => {
  const gone = await addPerson(site, { username: 'importer', role: 'editor' });
  const sender = {
    fetch: site.fetch.bind(site),
    call: site.call.bind(site),
    token: gone.token,
  };
  const links = [{ short_url: 'from-file', long_url: 'https://example.com/file' }];
  const { id, by } = await check(sender, JSON.stringify({ format: 'brisk', version: 1, links }));
  expect(by).toBe('importer');
  await expectData(site, startJob, { id }, gone.token);
  await waitFor(sender, id, 'done');
  await deletePerson(gone.id, 1);
  const jobs = await expectData<object>(site, getJobs, {}, site.token);
  expect(JSON.stringify(jobs)).not.toContain('importer');
  expect(await expectData<object>(site, getJobs, { id }, site.token)).toMatchObject({
    by: `deleted account ${gone.id}`,
  });
  await expectData(site, undoJob, { id }, site.token);
  await waitFor(site, id, 'undone');
  expect((await site.call(getLink, { short_url: 'from-file' }, site.token)).code).toBe(404);
});

test('a history names who edited, also on a site with one account again', async () => {
  await using alone = await openSetUpSite();
  const gone = await addPerson(alone, { username: 'gone', role: 'editor' });
  const fields = { long_url: 'https://example.com/kept', short_url: 'kept', title: 'first' };
  const { id } = await expectData<Link>(alone, createLink, fields, gone.token);
  const edit = (title: string, token: string) =>
    expectData(alone, updateLink, { id, title }, token);
  await edit('second', gone.token);
  await edit('third', alone.token);
  await expectData(alone, updateLink, { id, owner: 1 }, alone.token);
  await expectData(alone, deleteAccount, { id: gone.id, links_to: 1 }, alone.token);
  const name = `deleted account ${gone.id}`;
  const history = await expectData<object[]>(alone, getHistory, { id }, alone.token);
  expect(history).toMatchObject([
    { field: 'owner', from: name, to: admin.username, by: admin.username },
    { to: 'third', by: admin.username },
    { to: 'second', by: name },
  ]);
});
