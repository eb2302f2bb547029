import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Envelope, Refusal } from '../../../contracts/envelope.ts';
import { IMPORT_FILE_MAX } from '../../../contracts/import.constants.ts';
import { importLinks, type ImportReport } from '../../../contracts/import.ts';
import { clearLinks, createLink } from '../../../contracts/links/links.ts';
import { unreadableFiles } from '../../import-files/refused.ts';
import { otherTables, phpMyAdmin, yourlsRow } from '../../import-files/yourls-files.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';

let site: TestSite & { readonly token: string };
beforeAll(async () => {
  site = await openSetUpSite({ env: { BASE_URL: 'https://go.example' } });
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => {
  await site.call(clearLinks, { confirm: true }, site.token);
});

const dump = phpMyAdmin({
  yourls_log: otherTables.log,
  yourls_options: otherTables.options,
  yourls_url: [yourlsRow('AbC'), yourlsRow('abc'), yourlsRow('admin')],
});

const lines = ['AbC', 'abc', 'admin'].map((code) => JSON.stringify(yourlsRow(code))).join('\n');

async function send(body: FormData | string, type?: string) {
  const headers = new Headers({ authorization: `Bearer ${site.token}` });
  if (type !== undefined) headers.set('content-type', type);
  const response = await site.fetch(importLinks.path, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Envelope<unknown>) };
}

function form(...files: (File | string)[]): FormData {
  const body = new FormData();
  for (const file of files) body.append('file', file);
  return body;
}

function jsonFile(content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], 'yourls_url.json', { type: 'application/json' });
}

function report({ data }: Envelope<unknown>): ImportReport {
  return data as ImportReport;
}

async function readTarget(code: string): Promise<string | null> {
  return (await site.fetch(`/${code}`)).headers.get('location');
}

test('a YOURLS dump becomes links to the same URLs, and importing it again changes nothing', async () => {
  expect(await send(form(jsonFile(dump)))).toEqual({
    status: 200,
    code: 200,
    msg: 'success',
    data: {
      imported: 2,
      skipped: 0,
      failed: 1,
      rows: [
        {
          row: 3,
          short_url: 'admin',
          long_url: 'https://example.com/admin',
          key: 'reserved.short.url',
          reason: 'This path is used by the site itself',
        },
      ],
    },
  });
  const links = await listAll(site, site.token);
  expect(links).toMatchObject([
    { short_url: 'abc', title: 'Page abc' },
    {
      short_url: 'AbC',
      long_url: 'https://example.com/AbC',
      title: 'Page AbC',
      clicks: 12,
      created_at: Date.UTC(2019, 2, 4, 5, 6, 7) / 1000,
      expires_at: 0,
      is_active: 1,
      ip: '198.51.100.9',
    },
  ]);
  expect(await readTarget('AbC')).toBe('https://example.com/AbC');
  expect(await readTarget('ABC')).toBe('https://example.com/abc');

  const again = await send(form(jsonFile(dump)));
  expect(report(again)).toMatchObject({ imported: 0, skipped: 2, failed: 1 });
  expect(await listAll(site, site.token)).toMatchObject(
    links.map(({ id, title }) => ({ id, title })),
  );
});

test('an imported code in capitals redirects at once, even after visits in another case', async () => {
  await site.call(
    createLink,
    { long_url: 'https://a.example/', short_url: 'ab', title: 'x' },
    site.token,
  );
  expect(await readTarget('AB')).toBe('https://a.example/');
  await send(form(jsonFile(JSON.stringify([yourlsRow('AB')]))));
  expect(await readTarget('AB')).toBe('https://example.com/AB');
  expect(await readTarget('ab')).toBe('https://a.example/');
});

test('links back to the site are refused under all of its host names', async () => {
  const { hostname } = new URL(site.url);
  const urls = [`http://${hostname}/x`, 'https://go.example./x', 'http://localhost:1/x'];
  const rows = urls.map((url, index) => yourlsRow(`loop${index}`, { url }));
  const { failed, rows: failures } = report(await send(form(jsonFile(JSON.stringify(rows)))));
  expect(failed).toBe(3);
  expect(failures.map(({ key }) => key)).toEqual(['error.link', 'error.link', 'error.link']);
});

describe('an import accepts a file', () => {
  const taken: [string, () => FormData | string, string | undefined][] = [
    [
      'by its type, with any name',
      () => form(new File([dump], 'x.txt', { type: 'application/json' })),
      undefined,
    ],
    [
      'by the type with a charset',
      () => form(new File([dump], 'x', { type: 'application/json; charset=utf-8' })),
      undefined,
    ],
    [
      'by its name, with any type',
      () => form(new File([dump], 'DUMP.JSON', { type: 'text/plain' })),
      undefined,
    ],
    ['by its name without a type', () => form(new File([dump], 'a b.json')), undefined],
    ['by the name of JSON lines', () => form(new File([lines], 'links.jsonl')), undefined],
    [
      'by the type of JSON lines',
      () => form(new File([lines], 'x', { type: 'application/x-ndjson' })),
      undefined,
    ],
    ['as text in a multipart form', () => form(dump), undefined],
    [
      'as text in a form',
      () => new URLSearchParams({ file: dump }).toString(),
      'application/x-www-form-urlencoded',
    ],
    ['as text in JSON', () => JSON.stringify({ file: dump }), 'application/json'],
    ['of exactly 10 MB', () => form(jsonFile(dump.padEnd(IMPORT_FILE_MAX))), undefined],
  ];
  test.each(taken)('%s', async (_, body, type) => {
    expect(await send(body(), type)).toMatchObject({
      status: 200,
      code: 200,
      data: { imported: 2, failed: 1 },
    });
  });
});

describe('an import clearly refuses', () => {
  const json = 'application/json';
  const empty =
    '--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--x--\r\n';
  const multipart = 'multipart/form-data; boundary=x';
  const refused: [string, () => FormData | string, string | undefined, number, string][] = [
    [
      'a wrong name and type',
      () => form(new File([dump], 'x.csv', { type: 'text/csv' })),
      undefined,
      200,
      'json.only',
    ],
    [
      'a wrong name without a type',
      () => form(new File([dump], 'json')),
      undefined,
      200,
      'json.only',
    ],
    ['no file', () => form(), undefined, 200, 'file.not.empty'],
    ['a form in which no file was chosen', () => empty, multipart, 200, 'file.not.empty'],
    ['a file of another field', () => JSON.stringify({ files: dump }), json, 200, 'file.not.empty'],
    ['a number', () => JSON.stringify({ file: 1 }), json, 200, 'file.not.empty'],
    ['two files', () => form(jsonFile(dump), jsonFile(dump)), undefined, 200, 'bad.request'],
    ['a truncated form', () => empty.slice(0, -10), multipart, 200, 'bad.request'],
    [
      'a byte more than 10 MB',
      () => form(jsonFile(dump.padEnd(IMPORT_FILE_MAX + 1))),
      undefined,
      413,
      'file.too.large',
    ],
    [
      'a byte more than 10 MB as text',
      () => form(dump.padEnd(IMPORT_FILE_MAX + 1)),
      undefined,
      413,
      'file.too.large',
    ],
    [
      'much more than 10 MB',
      () => form(jsonFile(dump.padEnd(IMPORT_FILE_MAX * 2))),
      undefined,
      413,
      'too.large',
    ],
  ];
  test.each(refused)('%s', async (_, body, type, status, msg) => {
    const answer = await send(body(), type);
    expect(answer).toMatchObject({ status, code: status === 200 ? 400 : status, msg });
    if (status === 200) expect((answer.data as Refusal).issues[0]!.reason).not.toBe('');
    expect(await listAll(site, site.token)).toEqual([]);
  });

  const big = chooseForRun(
    /^10 MB of \[$|^truncated$|^a table of another name$/,
    /^10 MB|^nothing$|^truncated$|^Latin-1$|^a table of another name$/,
  );
  const files = unreadableFiles.filter(([title]) => big.test(title));
  test.each(files)('a file that is %s', async (_, content) => {
    const file = jsonFile(typeof content === 'string' ? content : new Uint8Array(content));
    expect(await send(form(file))).toMatchObject({
      status: 200,
      code: 400,
      msg: 'json.error',
      data: {
        issues: [{ field: 'file', key: 'json.error', reason: expect.any(String) as string }],
      },
    });
  });
});

testInAll('the same file sent several times at once imports each row once', async () => {
  const file = JSON.stringify(Array.from({ length: 50 }, (_, index) => yourlsRow(`r${index}`)));
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(form(jsonFile(file)))));
  const reports = answers.map(report);
  expect(reports.map(({ imported }) => imported).sort((x, y) => x - y)).toEqual([0, 0, 0, 50]);
  expect(reports.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
  expect(await listAll(site, site.token)).toHaveLength(50);
});
