import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Envelope } from '../../../contracts/envelope.ts';
import { IMPORT_FILE_MAX } from '../../../contracts/import.constants.ts';
import { getImport, importLinks } from '../../../contracts/import.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { openConnection } from '../raw-http.ts';
import { listAll, openSetUpSite } from '../set-up-site.ts';
import type { TestSite } from '../test-site.ts';
import { testInAll } from '../../support/test-run.ts';

let site: TestSite & { readonly token: string };
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function ask(id: string): Promise<unknown> {
  const { code, data } = await site.call(getImport, { id }, site.token);
  expect(code).toBe(200);
  return data;
}

async function send(id: string, content: string, name = 'links.json'): Promise<Envelope<unknown>> {
  const body = new FormData();
  body.append('file', new File([content], name));
  const headers = { authorization: `Bearer ${site.token}`, 'upload-id': id };
  const response = await site.fetch(importLinks.path, { method: 'POST', headers, body });
  return (await response.json()) as Envelope<unknown>;
}

function fileOf(code: string): string {
  return JSON.stringify([yourlsRow(code)]);
}

const unknown = { state: 'unknown', report: null, key: null };

test('an import that was never sent is unknown', async () => {
  expect(await ask('never-sent')).toEqual(unknown);
  expect((await site.call(getImport, {}, site.token)).code).toBe(400);
  expect((await site.call(getImport, { id: '../../etc' }, site.token)).code).toBe(400);
});

test("the result of an import whose answer was lost can be read by the import's name", async () => {
  const body = JSON.stringify({ file: fileOf('lost') });
  const connection = await openConnection(site.url);
  const head = [
    `POST ${importLinks.path} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${site.token}`,
    'Upload-Id: lost-answer',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  connection.send([...head, '', body.slice(0, -1)].join('\r\n'));
  expect(await ask('lost-answer')).toEqual(unknown);
  connection.send(body.slice(-1));
  let outcome = await ask('lost-answer');
  while (Bun.deepEquals(outcome, unknown)) outcome = await ask('lost-answer');
  // The client disconnects before the answer.
  connection.end();
  while ((outcome as { state: string }).state === 'running') outcome = await ask('lost-answer');
  const report = { imported: 1, skipped: 0, failed: 0, rows: [] };
  expect(outcome).toEqual({ state: 'done', report, key: null });
  expect((await listAll(site, site.token)).map(({ short_url: code }) => code)).toEqual(['lost']);

  // The same name gives the first answer, not "all links exist".
  expect(await send('lost-answer', fileOf('lost'))).toMatchObject({ code: 200, data: report });
});

testInAll('a failed import says why, and can be sent again under its name', async () => {
  expect((await send('failed-once', '{')).msg).toBe('json.error');
  expect(await ask('failed-once')).toEqual({ state: 'failed', report: null, key: 'json.error' });
  expect((await send('failed-once', fileOf('second'), 'links.csv')).msg).toBe('json.only');
  expect(await ask('failed-once')).toEqual({ state: 'failed', report: null, key: 'json.only' });
  expect(await send('failed-once', fileOf('second'))).toMatchObject({ data: { imported: 1 } });
  expect(await ask('failed-once')).toMatchObject({ state: 'done', report: { imported: 1 } });
});

test('an import that is refused during its upload says why', async () => {
  const large = 'x'.repeat(IMPORT_FILE_MAX + 1_000_000);
  expect((await send('far-too-large', large)).code).toBe(413);
  expect(await ask('far-too-large')).toEqual({ state: 'failed', report: null, key: 'too.large' });
  expect(await send('far-too-large', fileOf('small'))).toMatchObject({ data: { imported: 1 } });
  expect(await ask('far-too-large')).toMatchObject({ state: 'done' });
});

test('an invalid import name is ignored', async () => {
  expect(await send('a b', fileOf('nameless'))).toMatchObject({ data: { imported: 1 } });
});

testInAll('the latest three imports are remembered', async () => {
  for (const id of ['number-1', 'number-2', 'number-3', 'number-4']) await send(id, fileOf(id));
  expect(await ask('number-1')).toEqual(unknown);
  for (const id of ['number-2', 'number-3', 'number-4']) {
    expect(await ask(id)).toMatchObject({ state: 'done' });
  }
});
