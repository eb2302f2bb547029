import { afterEach, describe, expect, jest, test } from 'bun:test';
import { login } from '../../../contracts/account.ts';
import { getImport, importLinks } from '../../../contracts/import.ts';
import { openConnection } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';

afterEach(() => {
  jest.useRealTimers();
});

type Site = Awaited<ReturnType<typeof openSetUpSite>>;

/** Enough turns of the event loop for sent data to be read. */
async function letDataArrive(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

async function advanceClock(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    jest.advanceTimersByTime(1000);
    await letDataArrive();
  }
}

/** Begins an upload with a length or in chunks, on the test's clock. */
async function begin(site: Site, path: string, framing: string) {
  jest.useFakeTimers();
  const timers = jest.getTimerCount();
  const connection = await openConnection(site.url);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: go.example',
    'Content-Type: application/json',
    `Authorization: Bearer ${site.token}`,
    'Upload-Id: slow-upload',
    framing,
  ];
  connection.send([...head, '', ''].join('\r\n'));
  // The server now waits for the rest of the body.
  while (jest.getTimerCount() === timers) await new Promise(setImmediate);
  return connection;
}

describe('an upload that stands still for 10 s is answered and cut off', () => {
  const uploads: readonly (readonly [string, string, string, string])[] = [
    ['a short one', login.path, 'Content-Length: 1000', '{'],
    ['a long one', importLinks.path, 'Content-Length: 1000000', ' '.repeat(200_000)],
    ['one in chunks', login.path, 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
  ];
  test.each(uploads)('%s', async (_, path, framing, start) => {
    await using site = await openSetUpSite();
    const connection = await begin(site, path, framing);
    connection.send(start);
    await letDataArrive();
    await advanceClock(9);
    expect(connection.answer()).toBe('');
    // The last one is the pause before the answer to a large body.
    await advanceClock(3);
    jest.useRealTimers();
    await connection.closed;
    expect(connection.answer()).toStartWith('HTTP/1.1 408 ');
    expect(connection.answer()).toEndWith('{"code":408,"msg":"request.timeout","data":null}');
  });
});

test('an upload that comes at less than 8 KB a second is answered and cut off', async () => {
  await using site = await openSetUpSite();
  const connection = await begin(site, importLinks.path, 'Content-Length: 1000000');
  for (let second = 0; second < 11 && connection.answer() === ''; second += 1) {
    connection.send(' '.repeat(8000));
    await advanceClock(1);
  }
  await advanceClock(1);
  jest.useRealTimers();
  await connection.closed;
  expect(connection.answer()).toStartWith('HTTP/1.1 408 ');
  // Only a client that reads can receive the answer.
  const { data } = await site.call(getImport, { id: 'slow-upload' }, site.token);
  expect(data).toEqual({ state: 'failed', report: null, key: 'request.timeout' });
});

test('an import over a slow connection may take as long as it needs', async () => {
  await using site = await openSetUpSite();
  const rows = [{ keyword: 'slow', url: 'https://example.com/slow' }];
  const file = JSON.stringify({ file: JSON.stringify(rows) }).padEnd(1_000_000);
  const connection = await begin(site, importLinks.path, `Content-Length: ${file.length}`);
  for (let at = 0; at < file.length; at += 10_000) {
    connection.send(file.slice(at, at + 10_000));
    await advanceClock(1);
  }
  jest.useRealTimers();
  await connection.waitForText('"imported":1');
  connection.end();
  expect((await site.fetch('/slow')).headers.get('location')).toBe('https://example.com/slow');
});
