/** A request that is cheap to send and expensive to read carelessly. */
export interface HostileBody {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** The size of each chunk, when the body has no announced length. */
  readonly chunkBytes?: number;
}

const LOGIN = '/api/login';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
/** The body limit of a login and a set-up. */
const SMALL = 16 * 1024;
const MB = 1024 * 1024;

function disposition(parameters: string, content = ''): string {
  return `--x\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;
}

/** Repeats an item as often as it fits into `bytes`. */
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

/** A kind with two bodies has one far above the limit and one just below it. */
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
  post('64 MB for an unknown call', json, ' '.repeat(64 * MB), { path: '/api/none' }),
  post('64 MB on a visit', json, ' '.repeat(64 * MB), { path: '/s1', method: 'GET' }),
];
