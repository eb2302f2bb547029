import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Route } from '../../../contracts/route.ts';
import { createLink } from '../../../contracts/links/links.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import { getImport, importLinks } from '../../../contracts/import.ts';
import { getJobs, uploadJob } from '../../../contracts/import-jobs.ts';
import { setRole } from '../../../contracts/people/people.ts';
import {
  exportReport,
  getLines,
  getLive,
  getMissedCodes,
  getReport,
  getTopLinks,
  type Report,
} from '../../../contracts/stats/stats.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { openService } from './services.ts';

const target = 'https://example.com/target';

let site: SetUpSite;
let author: Awaited<ReturnType<typeof openService>>;
let viewer: typeof author;
let own: { id: number; short_url: string };
let foreign: typeof own;
beforeAll(async () => {
  site = await openSetUpSite();
  author = await openService(site, 'author', { role: 'author' });
  viewer = await openService(site, 'viewer', { role: 'viewer' });
  const create = async (token: string, fields: object) => {
    const { data } = await site.call(
      createLink,
      { long_url: target, title: 'x', ...fields },
      token,
    );
    return data as typeof own;
  };
  foreign = await create(site.token, { short_url: 'foreign', tags: ['both', 'hidden'] });
  own = await create(author.token, { short_url: 'own', tags: ['both'] });
  const browser = { headers: { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0' } };
  for (const code of ['foreign', 'foreign', 'own', 'nothing-here'])
    await site.fetch(`/${code}`, browser);
});
afterAll(() => site[Symbol.asyncDispose]());

async function ask<Data>(route: Route, fields: object = {}, token = author.token): Promise<Data> {
  const { code, data } = await site.call(route, fields, token);
  expect(code).toBe(200);
  return data as Data;
}

const clicksOf = ({ totals: { person, scan, preview, bot } }: Report) =>
  person + scan + preview + bot;

test('an author who sees own links gets the statistics of these alone', async () => {
  for (const period of ['7d', 'all']) {
    expect(clicksOf(await ask<Report>(getReport, { period }))).toBe(1);
    expect(clicksOf(await ask<Report>(getReport, { period }, viewer.token))).toBe(3);
  }
  expect(clicksOf(await ask<Report>(getReport, { tag: 'both' }))).toBe(1);
  expect(clicksOf(await ask<Report>(getReport, { tag: 'hidden' }))).toBe(0);
  const { top } = await ask<{ top: { short_url: string }[] }>(getTopLinks, { audience: 'all' });
  expect(top.map(({ short_url: code }) => code)).toEqual(['own']);
  const { lines } = await ask<{ lines: unknown[] }>(getLines, { ids: [foreign.id, own.id, 99] });
  expect(lines).toMatchObject([
    { id: foreign.id, people: Array.from({ length: 30 }, () => 0) },
    { id: own.id },
    { id: 99 },
  ]);
  for (const route of [getReport, getTopLinks, exportReport, getLive]) {
    const hidden = await site.send(route, { short_url: 'foreign' }, author.token);
    const missing = await site.send(route, { short_url: 'no-such-code' }, author.token);
    expect([hidden.status, await hidden.text()]).toEqual([missing.status, await missing.text()]);
  }
});

test('unknown codes are for those who see all links', async () => {
  const refused = await site.send(getMissedCodes, {}, author.token);
  expect([refused.status, await refused.json()]).toMatchObject([403, { msg: 'not.allowed' }]);
  expect(JSON.stringify(await ask(getMissedCodes, {}, viewer.token))).toContain('nothing-here');
  for (const fields of [
    { format: 'json' },
    { list: 'unknown_codes' },
    { format: 'json', list: 'links' },
  ]) {
    const file = await (await site.send(exportReport, fields, author.token)).text();
    expect(file).not.toMatch(/nothing-here|missed|foreign/);
  }
});

test('tags tell an author the numbers of own links', async () => {
  expect(await ask(listTags)).toMatchObject([{ name: 'both', links: 1 }]);
  expect(await ask(listTags, {}, viewer.token)).toMatchObject([
    { name: 'both', links: 2 },
    { name: 'hidden', links: 1 },
  ]);
});

test('imports are for the account that sent them, and for administrators', async () => {
  const editor = await openService(site, 'editor', { role: 'editor' });
  const other = await openService(site, 'editor2', { role: 'editor' });
  const body = new FormData();
  body.set('file', new File(['[]'], 'links.json', { type: 'application/json' }));
  const id = 'abcdefghijklmnop';
  const headers = { authorization: `Bearer ${editor.token}`, 'upload-id': id };
  for (const { path } of [uploadJob, importLinks]) {
    await site.fetch(path, { method: 'POST', headers, body });
  }
  const jobs = await ask<{ id: number }[]>(getJobs, {}, editor.token);
  expect(jobs).toHaveLength(1);
  expect(await ask(getJobs, {}, other.token)).toEqual([]);
  expect(await ask<unknown[]>(getJobs, {}, site.token)).toHaveLength(1);
  expect(await site.call(getJobs, { id: jobs[0]!.id }, other.token)).toEqual(
    await site.call(getJobs, { id: 99 }, other.token),
  );
  const states = [editor.token, other.token].map((token) => ask(getImport, { id }, token));
  expect(await Promise.all(states)).toMatchObject([{ state: 'failed' }, { state: 'unknown' }]);
});

test('the live stream of a site has the clicks of own links, and ends after a change of role', async () => {
  const stream = await site.send(getLive, {}, author.token);
  const reader = stream.body!.getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await read()).toBe(':\n\n');
  await site.fetch('/foreign');
  await site.fetch('/own');
  let text = await read();
  expect(text).toContain('event: clicks');
  await site.call(setRole, { id: author.id, role: 'viewer' }, site.token);
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += new TextDecoder().decode(part.value);
  }
  const counted = [...text.matchAll(/^data: (.+)$/gm)].map(
    ([, data]) => JSON.parse(data!) as object,
  );
  expect(counted).toEqual([{ person: 0, scan: 0, preview: 0, bot: 1 }]);
  await site.call(setRole, { id: author.id, role: 'author', sees_all: false }, site.token);
});
