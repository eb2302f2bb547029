import { expect, test } from 'bun:test';
import { parseMultipart } from './multipart.ts';

function encode(...parts: [head: string, content: string][]): Uint8Array<ArrayBuffer> {
  const text = parts.map(([head, content]) => `--x y\r\n${head}\r\n\r\n${content}\r\n`).join('');
  return new Uint8Array(Buffer.from(`${text}--x y--\r\n`));
}

function parse(...parts: Parameters<typeof encode>) {
  const fields = parseMultipart(encode(...parts), 'multipart/form-data; boundary="x y"');
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

test('a file has the type that was sent, whatever its name', () => {
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

test('what looks like a head inside a file is not one', () => {
  const inside = `${file('b')}\r\nContent-Type: text/html\r\n\r\n--x yz\r\n`;
  expect(parse([`${file('a')}\r\nContent-Type: application/json`, inside])).toEqual([
    ['file', 'a', json, inside],
  ]);
});

test('names may be quoted, and values empty or with a mark of the byte order', () => {
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
  expect(() => parseMultipart(bytes, 'multipart/form-data; boundary="x y"')).toThrow();
  expect(() => parseMultipart(bytes, 'multipart/form-data')).toThrow();
});
