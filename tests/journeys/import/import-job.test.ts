import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import {
  deleteJob,
  getJobRows,
  getJobs,
  setJob,
  startJob,
  stopJob,
  undoJob,
  type Job,
} from '../../../contracts/import-jobs.ts';
import { clearLinks, createLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';
import { check, sendFile, waitFor } from './import-jobs.ts';

const MANY = chooseForRun(5000, 20_000);

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite({ env: { BASE_URL: 'https://go.example' } });
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => {
  await site.call(clearLinks, { confirm: true }, site.token);
});

function row(code: string, more: object = {}) {
  return {
    short_url: code,
    long_url: `https://example.com/${code}`,
    title: '',
    has_password: 0,
    rules: [],
    ...more,
  };
}

function file(...rows: object[]): string {
  return JSON.stringify({ urls: rows });
}

async function call<Data>(route: Route, fields: object): Promise<Data> {
  const { code, msg, data } = await site.call(route, fields, site.token);
  expect({ code, msg }).toEqual({ code: 200, msg: 'success' });
  return data as Data;
}

async function refusal(route: Route, fields: object): Promise<string> {
  return (await site.call(route, fields, site.token)).msg;
}

function create(code: string, long_url: string): Promise<Link> {
  return call(createLink, { short_url: code, long_url, title: 'mine' });
}

/** Without the time of the export. */
async function exportAll(): Promise<string> {
  const headers = { authorization: `Bearer ${site.token}` };
  const response = await site.fetch(`${exportLinks.path}?format=json`, { headers });
  return (await response.text()).replace(/"exported_at":\d+/, '');
}

async function start(id: number): Promise<Job> {
  await call(startJob, { id });
  return waitFor(site, id, 'done');
}

async function undo(id: number): Promise<Job> {
  await call(undoJob, { id });
  return waitFor(site, id, 'undone');
}

async function rowsOf(id: number, kind: string): Promise<Record<string, unknown>[]> {
  const { rows } = await call<{ rows: Record<string, unknown>[] }>(getJobRows, { id, kind });
  return rows;
}

test('a file is checked, set, imported and undone', async () => {
  await create('mine', 'https://mine.example/');
  await create('here', 'https://example.com/here');
  const before = await exportAll();
  const content = file(
    row('one', { tags: ['shop', 'a'.repeat(40)], clicks: 7 }),
    row('here'),
    row('mine'),
    row('admin'),
    row('one', { long_url: 'https://example.com/other' }),
    row('old', { title: 'x'.repeat(300), created_at: 'soon' }),
  );
  const checked = await check(site, content);
  expect(checked).toMatchObject({
    state: 'ready',
    name: 'links.json',
    counts: { read: 6, new: 2, here: 1, taken: 2, refused: 1, cut: 2, kept: 0 },
    clicks: { with_details: 0, without: 7, from: null, until: null },
    tags: 2,
    by: 'ada',
    started_at: null,
    undoable_until: null,
    error: null,
  });
  expect(await exportAll()).toBe(before);
  const { id } = checked;
  expect(await rowsOf(id, 'taken')).toMatchObject([
    { row: 3, short_url: 'mine', key: 'short.url.exists', former: 'https://mine.example/' },
    { row: 5, short_url: 'one', key: 'short.url.exists' },
  ]);
  expect(await rowsOf(id, 'refused')).toMatchObject([{ row: 4, key: 'reserved.short.url' }]);
  expect(await rowsOf(id, 'cut')).toMatchObject([
    { row: 1, field: 'tags', present: `shop, ${'a'.repeat(32)}` },
    { row: 6, field: 'title', former: 'x'.repeat(300), present: 'x'.repeat(256) },
    { row: 6, field: 'created_at', former: 'soon' },
  ]);

  await call(setJob, { id, options: { tag: 'old', taken: 'rename' } });
  const again = await waitFor(site, id, 'ready');
  expect(again.counts).toMatchObject({ read: 6, new: 4, here: 1, taken: 0, refused: 1, cut: 4 });
  expect(again.options).toMatchObject({ tag: 'old', taken: 'rename', domains: 'main' });

  const done = await start(id);
  expect(done.counts).toEqual(again.counts);
  expect(done.undoable_until).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
  expect(await rowsOf(id, 'cut')).toContainEqual(
    expect.objectContaining({ row: 3, field: 'short_url', former: 'mine', present: 'mine-2' }),
  );
  const links = await listAll(site, site.token);
  expect(links.map(({ short_url: code }) => code).sort()).toEqual([
    'here',
    'mine',
    'mine-2',
    'old',
    'one',
    'one-2',
  ]);
  expect(links.find(({ short_url: code }) => code === 'one')).toMatchObject({
    clicks: 7,
    tags: ['a'.repeat(32), 'old', 'shop'],
  });

  const undone = await undo(id);
  expect(undone).toMatchObject({ state: 'undone', undoable_until: null, counts: { kept: 0 } });
  expect(await exportAll()).toBe(before);
  expect(await refusal(undoJob, { id })).toBe('import.not.ready');
  await call(deleteJob, { id });
  expect(await refusal(getJobs, { id })).toBe('import.not.found');
});

/** The tags of each link, by its code. */
async function readTags(): Promise<string[][]> {
  const links = await listAll(site, site.token);
  return ['tag0', 'tag1'].map((code) => links.find((link) => link.short_url === code)!.tags);
}

testInAll(
  'tags that would become one when they are cut keep apart, and the report shows them',
  async () => {
    const names = ['germany', 'austria'].map((end) => `campaign-2024-newsletter-january-${end}`);
    const ends = ['campaign-2024-newsletter-~b2bta8', 'campaign-2024-newsletter-~iqq56r'];
    const rows = names.map((name, index) => row(`tag${index}`, { tags: [name, 'x'.repeat(40)] }));
    const checked = await check(site, file(...rows));
    expect(checked).toMatchObject({ tags: 3, counts: { new: 2, cut: 2 } });
    const shown = names.map((name, index) => ({
      field: 'tags',
      former: `${name}, ${'x'.repeat(40)}`,
      present: `${ends[index]}, ${'x'.repeat(32)}`,
    }));
    expect(await rowsOf(checked.id, 'cut')).toMatchObject(shown);
    const done = await start(checked.id);
    expect(done.counts).toEqual(checked.counts);
    expect(await rowsOf(checked.id, 'cut')).toMatchObject(shown);
    const expected = ends.map((end) => [end, 'x'.repeat(32)]);
    expect(await readTags()).toEqual(expected);
    await call(clearLinks, { confirm: true });
    expect(await call(importLinks, { file: file(...rows) })).toMatchObject({ imported: 2 });
    expect(await readTags()).toEqual(expected);
  },
);

test('replaced links come back as they were, and edited ones stay', async () => {
  const first = await create('first', 'https://first.example/');
  await create('second', 'https://second.example/');
  await call(updateLink, { id: first.id, tags: ['mine'], note: 'n' });
  const before = await exportAll();
  const rows = ['first', 'second', 'third', 'fourth'].map((code) => row(code, { clicks: 3 }));
  const { id } = await check(site, file(...rows), { taken: 'replace', tag: 'imported' });
  expect((await start(id)).counts).toMatchObject({ new: 2, taken: 2 });
  const links = await listAll(site, site.token);
  expect(links.map(({ long_url: url }) => url).sort()).toEqual(
    rows.map(({ long_url: url }) => url).sort(),
  );
  expect(links.every(({ tags, clicks }) => clicks === 3 && tags[0] === 'imported')).toBe(true);
  const third = links.find(({ short_url: code }) => code === 'third')!;
  await call(updateLink, { id: third.id, title: 'edited' });
  const undone = await undo(id);
  expect(undone.counts.kept).toBe(1);
  expect(await rowsOf(id, 'kept')).toMatchObject([{ short_url: 'third' }]);
  const kept = (await exportAll()).split('\n').filter((line) => !line.includes('"third"'));
  expect(kept.join('\n').replace(/,\n\]/, '\n]')).toBe(before);
});

test('rows that repeat a code replace each other in turn, as the check says', async () => {
  await create('mine', 'https://mine.example/');
  const turns = ['a', 'b', 'a', 'a'].map((path) => ({
    long_url: `https://example.com/${path}`,
    clicks: 3,
  }));
  const rows = ['new', 'mine'].flatMap((code) => turns.map((turn) => row(code, turn)));
  const before = await exportAll();
  const checked = await check(site, file(...rows), { taken: 'replace' });
  expect(checked.counts).toMatchObject({ new: 1, here: 2, taken: 5 });
  const done = await start(checked.id);
  expect(done.counts).toEqual(checked.counts);
  expect(done.clicks).toEqual(checked.clicks);
  expect(await listAll(site, site.token)).toMatchObject(
    ['new', 'mine'].map((code) => ({
      short_url: code,
      long_url: 'https://example.com/a',
      clicks: 9,
    })),
  );
  await undo(checked.id);
  expect(await exportAll()).toBe(before);
});

test('one import runs at a time, and each order needs the right state', async () => {
  const [one, two] = [await check(site, file(row('a1'))), await check(site, file(row('b1')))];
  const many = file(...Array.from({ length: MANY }, (_, index) => row(`many${index}`)));
  const large = await check(site, many);
  await call(startJob, { id: large.id });
  expect(await refusal(startJob, { id: one.id })).toBe('import.busy');
  expect(await refusal(startJob, { id: large.id })).toBe('import.not.ready');
  expect(await refusal(setJob, { id: large.id, options: {} })).toBe('import.not.ready');
  expect(await refusal(deleteJob, { id: large.id })).toBe('import.not.ready');
  await call(stopJob, { id: large.id });
  expect(await waitFor(site, large.id, 'stopped')).toMatchObject({ state: 'stopped' });
  expect(await start(one.id)).toMatchObject({ counts: { new: 1 } });
  expect(await refusal(stopJob, { id: one.id })).toBe('import.not.ready');
  expect(await refusal(undoJob, { id: two.id })).toBe('import.not.ready');
  expect(await start(large.id)).toMatchObject({ counts: { read: MANY, new: MANY } });
  await undo(large.id);
  await undo(one.id);
  expect(await listAll(site, site.token)).toEqual([]);
  const { data } = await site.call(getJobs, {}, site.token);
  expect((data as Job[]).slice(0, 3).map(({ id }) => id)).toEqual([large.id, two.id, one.id]);
});

testInAll('domains of the file go under the main one, are added, or are passed over', async () => {
  const content = JSON.stringify({
    data: [
      { shortCode: 'x', longUrl: 'https://example.com/x', domain: 'other.example' },
      { shortCode: 'y', longUrl: 'https://example.com/y', domain: 'go.example' },
    ],
  });
  const before = await exportAll();
  const main = await check(site, content);
  expect(main).toMatchObject({ domains: ['other.example'], counts: { new: 2 } });
  const skip = await check(site, content, { domains: 'skip' });
  expect(skip.counts).toMatchObject({ new: 1, refused: 1 });
  const added = await check(site, content, { domains: 'add' });
  await start(added.id);
  const links = await listAll(site, site.token);
  expect(links.map(({ domain }) => domain).sort()).toEqual(['', 'other.example']);
  await undo(added.id);
  expect(await exportAll()).toBe(before);
  const again = await check(site, content);
  expect(again.domains).toEqual(['other.example']);
});

test('a file that is not understood, and wrong options, are refused', async () => {
  const { data } = await sendFile(site, 'PK\u0003\u0004 no table', undefined, 'x.zip');
  const failed = await waitFor(site, data.id, 'failed');
  expect(failed.error).toMatchObject({ key: 'import.unknown' });
  expect(failed.error?.reason).toContain('PK');
  for (const options of [
    '{"tags":1}',
    '{"tokens":1}',
    '{"taken":"ask"}',
    '{"columns":{"a":"password"}}',
    '{"time_zone":"Mars"}',
    '[',
    '[]',
  ]) {
    expect(await sendFile(site, file(row('a')), options)).toMatchObject({
      status: 200,
      code: 400,
      msg: 'bad.request',
    });
  }
  expect(await refusal(startJob, { id: data.id })).toBe('import.not.ready');
  expect(await refusal(startJob, { id: 999_999 })).toBe('import.not.found');
  expect(await refusal(startJob, { id: data.id, more: 1 })).toBe('bad.request');
});

test('a table of unknown columns is shown, and is read once its columns are named', async () => {
  const { data } = await sendFile(site, 'slug;goes to\none;https://example.com/one\n', {}, 'a.csv');
  const failed = await waitFor(site, data.id, 'failed');
  expect(failed.error?.key).toBe('import.unknown');
  expect(failed.columns).toEqual([
    { name: 'slug', field: 'short_url', samples: ['one'] },
    { name: 'goes to', field: '', samples: ['https://example.com/one'] },
  ]);
  await call(setJob, { id: failed.id, options: { columns: { 'goes to': 'long_url' } } });
  expect((await waitFor(site, failed.id, 'ready')).counts.new).toBe(1);
});

test('a refused row names the column and its value', async () => {
  const { id } = await check(site, file(row('closed', { expires_at: 'some day' })));
  const { rows } = await call<{ rows: readonly object[] }>(getJobRows, { id, kind: 'refused' });
  expect(rows).toMatchObject([{ key: 'link.expiry.unclear', former: 'expires_at: "some day"' }]);
});
