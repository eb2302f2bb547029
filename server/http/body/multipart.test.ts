import { expect, test } from 'bun:test';
import { parseMultipart } from './multipart.ts';

const type = 'multipart/form-data; boundary="x y"';

function encode(...parts: [head: string, content: string][]): Uint8Array<ArrayBuffer> {
  const text = parts.map(([head, content]) => `--x y\r\n${head}\r\n\r\n${content}\r\n`).join('');
  return new Uint8Array(Buffer.from(`${text}--x y--\r\n`));
}

function parse(...parts: Parameters<typeof encode>) {
  const fields = parseMultipart(encode(...parts), type, 10);
  return fields.map(([name, value]) =>
    typeof value === 'string'
      ? [name, value]
      : [name, value.name, value.type, Buffer.from(value.bytes).toString()],
  );
}

const json = expect.stringMatching(/^application\/json\b/i) as string;
const text = 'Content-Disposition: form-data; name="title"';

function file(name: string): string {
  return `Content-Disposition: form-data; name="file"; filename="${name}"`;
}

test('a file has the sent type, whatever its name', () => {
  expect(
    parse(
      [text, 'Title'],
      [`${file('a.txt')}\r\nContent-Type: application/json`, '{}'],
      [`content-type:  Application/JSON; charset=utf-8 \r\n${file('b')}`, '[]'],
      [file('c.json'), '1'],
      [`${text}\r\nContent-Type: text/plain`, 'Another'],
      [`${file('d.json')}\r\nContent-Type: text/csv`, ''],
    ),
  ).toEqual([
    ['title', 'Title'],
    ['file', 'a.txt', json, '{}'],
    ['file', 'b', json, '[]'],
    ['file', 'c.json', '', '1'],
    ['title', 'Another'],
    ['file', 'd.json', 'text/csv', ''],
  ]);
});

test('a file may contain text that looks like a head', () => {
  const inside = `${file('b')}\r\nContent-Type: text/html\r\n\r\n--x yz\r\n`;
  expect(parse([`${file('a')}\r\nContent-Type: application/json`, inside])).toEqual([
    ['file', 'a', json, inside],
  ]);
});

test('names may be quoted, values may be empty or begin with a byte order mark', () => {
  const quoted = 'Content-Disposition: form-data; name="a \\"b\\""';
  expect(parse([quoted, ''], [text, '\ufeffx'])).toEqual([
    ['a "b"', ''],
    ['title', '\ufeffx'],
  ]);
});

test.each([
  ['a body that breaks off', '--x y\r\nContent-Disposition: form-data; name="a"\r\n\r\nvalue'],
  ['a head that breaks off', '--x y\r\nContent-Disposition: form-data; name="a"'],
  ['a part without a name', '--x y\r\nContent-Disposition: form-data\r\n\r\n\r\n--x y--'],
  ['a text that is not UTF-8', `--x y\r\n${text}\r\n\r\n\u00ff\r\n--x y--`],
  ['nothing', ''],
])('%s is refused', (_, body) => {
  const bytes = new Uint8Array(Buffer.from(body, 'latin1'));
  expect(() => parseMultipart(bytes, type, 10)).toThrow();
  expect(() => parseMultipart(bytes, 'multipart/form-data', 10)).toThrow();
});

test('parts beyond the maximum are refused', () => {
  const parts = Array.from({ length: 11 }, (): [string, string] => [text, '']);
  expect(parse(...parts.slice(1))).toHaveLength(10);
  expect(() => parse(...parts)).toThrow('more than 10 parts');
});

test.each([
  ['a million backslashes in a name', `name="${'\\'.repeat(1_000_000)}"`],
  ['a name that is too long', `name="${'n'.repeat(4096)}"`],
  ['a million parameters', `${';a=b'.repeat(250_000)}; name="a"`],
])('%s ends the reading at once', (_, parameters) => {
  const head = `Content-Disposition: form-data; ${parameters}`;
  expect(() => parse([head, ''])).toThrow('the head of a part is too long');
});

test.each([
  ['no boundary', 'multipart/form-data; boundary=""'],
  ['a boundary of more than 70 characters', `multipart/form-data; boundary=${'x'.repeat(71)}`],
])('%s is refused', (_, contentType) => {
  expect(() => parseMultipart(encode([text, '']), contentType, 10)).toThrow('boundary');
});

test('content with the boundary ten thousand times is refused', () => {
  expect(parse([text, '\r\n--x yz'.repeat(10_000)])).toHaveLength(1);
  expect(() => parse([text, '\r\n--x yz'.repeat(10_001)])).toThrow('boundary');
});
