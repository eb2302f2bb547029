/** A request that costs its sender little, and a server that reads it carelessly much. */
export interface HostileBody {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** Sent in chunks of so many bytes, its length not announced. */
  readonly chunkBytes?: number;
}

const LOGIN = '/api/login';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
/** As much as a login and a set-up take. */
const SMALL = 16 * 1024;
const MB = 1024 * 1024;

function disposition(parameters: string, content = ''): string {
  return `--x\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;
}

/** As many items, one after the other, as fit into so many bytes. */
function fill(bytes: number, item: (number: number) => string, before = '', after = ''): string {
  let text = before;
  for (let number = 0; ; number += 1) {
    const next = item(number);
    if (text.length + next.length + after.length > bytes) return text + after;
    text += next;
  }
}

function jsonKeys(bytes: number): string {
  return fill(bytes, (number) => `"k${number}":1,`, '{', '"z":1}');
}

function backslashes(bytes: number): string {
  const around = `${disposition('name=""')}--x--`;
  return `${disposition(`name="${'\\'.repeat(bytes - around.length)}"`)}--x--`;
}

function post(name: string, type: string, body: string, more: Partial<HostileBody> = {}) {
  return { name, method: 'POST', path: LOGIN, type, body: Buffer.from(body), ...more } as const;
}

/** Where a kind has two bodies, one is far too large and the other just small enough. */
export const hostileBodies: readonly HostileBody[] = [
  post('1 MB of backslashes in a name', multipart, backslashes(MB)),
  post('backslashes in a name', multipart, backslashes(SMALL)),
  post(
    '120,000 urlencoded keys',
    form,
    fill(MB, (number) => `k${number}=&`),
  ),
  post(
    'urlencoded keys',
    form,
    fill(SMALL, (number) => `k${number}=&`),
  ),
  post('500,000 times a&', form, 'a&'.repeat(500_000)),
  post('many times a&', form, 'a&'.repeat(SMALL / 2)),
  post('90,000 JSON keys', json, jsonKeys(MB)),
  post('JSON keys', json, jsonKeys(SMALL)),
  post('1 MB of [', json, '['.repeat(MB)),
  post('brackets', json, '['.repeat(SMALL)),
  post(
    'parts',
    multipart,
    fill(SMALL, () => disposition('name=a'), '', '--x--'),
  ),
  post('false delimiters', multipart, disposition('name=a', '--xy'.repeat(4000))),
  post('a chunk a byte', json, ' '.repeat(SMALL), { chunkBytes: 1 }),
  post('chunks without an end', json, ' '.repeat(64 * MB), { chunkBytes: 64 * 1024 }),
  post('64 MB for a call that is not there', json, ' '.repeat(64 * MB), { path: '/api/none' }),
  post('64 MB on a visit', json, ' '.repeat(64 * MB), { path: '/s1', method: 'GET' }),
];
