import { afterAll, beforeAll, expect, test } from 'bun:test';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import { createLink, getLink, listLinks, type Link } from '../../../contracts/links/links.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { openService } from './services.ts';

let site: SetUpSite;
let author: Awaited<ReturnType<typeof openService>>;
let viewer: typeof author;
let editor: typeof author;
beforeAll(async () => {
  site = await openSetUpSite();
  author = await openService(site, 'author', { role: 'author' });
  viewer = await openService(site, 'viewer', { role: 'viewer' });
  editor = await openService(site, 'editor', { role: 'editor' });
  for (const [short_url, token] of [
    ['of-owner', site.token],
    ['of-author', author.token],
  ] as const) {
    const fields = { long_url: `https://example.com/${short_url}`, short_url, title: 'x' };
    await site.call(createLink, fields, token);
  }
});
afterAll(() => site[Symbol.asyncDispose]());

async function readFile(token: string, fields: object = {}, from: SetUpSite = site) {
  return (await from.send(exportLinks, fields, token)).text();
}

type Exported = { short_url: string; owner?: string; ip: string };
const readLinks = async (token: string) =>
  (JSON.parse(await readFile(token)) as { links: Exported[] }).links;

async function sendFile(to: SetUpSite, token: string, text: string): Promise<void> {
  const body = new FormData();
  body.set('file', new File([text], 'links.json', { type: 'application/json' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await to.fetch(importLinks.path, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ data: { failed: 0 } });
}

const rows = (ofOwner: unknown, ofAuthor: unknown) => [
  { short_url: 'of-owner', owner: 'ada', ip: ofOwner },
  { short_url: 'of-author', owner: 'author', ip: ofAuthor },
];

test('a file tells owners, and addresses of creators to those who may see them', async () => {
  const known = expect.stringMatching(/./);
  expect(await readLinks(site.token)).toMatchObject(rows(known, known));
  expect(await readLinks(viewer.token)).toMatchObject(rows('', ''));
  expect(await readLinks(author.token)).toMatchObject(rows('', known).slice(1));
  const [head] = (await readFile(author.token, { format: 'csv' })).split('\n');
  expect(head!.trim()).toEndWith(',last_clicked_at,owner');
  await using alone = await openSetUpSite();
  expect(await readFile(alone.token, { format: 'csv' }, alone)).not.toContain('owner');
});

test('imported links belong to the named account, or to the importer', async () => {
  const links = ['author', 'unknown', ''].map((owner, at) => ({
    short_url: `imported-${at}`,
    long_url: `https://example.com/${at}`,
    owner,
  }));
  await sendFile(site, editor.token, JSON.stringify({ format: 'brisk', version: 1, links }));
  const owners = await Promise.all(
    links.map(async ({ short_url }) => {
      const { data } = await site.call(getLink, { short_url }, site.token);
      return (data as Link).owner?.username;
    }),
  );
  expect(owners).toEqual(['author', 'editor', 'editor']);
  await using alone = await openSetUpSite();
  await sendFile(alone, alone.token, await readFile(site.token));
  await openService(alone, 'other', { role: 'viewer' });
  const { urls } = (await alone.call(listLinks, {}, alone.token)).data as { urls: Link[] };
  expect(new Set(urls.map(({ owner }) => owner?.id))).toEqual(new Set([1]));
});
