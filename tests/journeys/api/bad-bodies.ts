const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';

type Body = string | Uint8Array;

/** A body of the wrong shape: its name, its content type and its bytes, for the fields of a call. */
type BadBody = readonly [
  name: string,
  type: string | null,
  body: Body | ((fields: readonly string[]) => Body),
];

/** Writes a JSON object with this text as the value of every field. */
function everyField(value: string) {
  return (fields: readonly string[]) => `{${fields.map((name) => `"${name}":${value}`).join()}}`;
}

function nest(open: string, close: string, depth: number): string {
  return open.repeat(depth) + close.repeat(depth);
}

const values = [
  'true',
  'false',
  '0',
  '-1',
  '-0',
  '1.5',
  '1e400',
  '-1e400',
  '9007199254740993',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{"a":[1]}]',
  '["a","b"]',
  '{"toString":1,"valueOf":1,"length":1}',
  '{"__proto__":{"toString":null}}',
  '"\\ud800"',
  '"\\u0000"',
  '"NaN"',
  '"1e400"',
  '" "',
  `"${'x'.repeat(10_000)}"`,
  nest('[', ']', 10_000),
];

function part(head: string, content: string): string {
  return `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
}

/** Every POST route must refuse these bodies, or take them for an empty request. */
export const badBodies: readonly BadBody[] = [
  ...values.map((value): BadBody => {
    const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    return [`${shown} for every field`, json, everyField(value)];
  }),
  ['nothing', json, ''],
  ['no JSON', json, '{'],
  ['a JSON text', json, '"text"'],
  ['a JSON number', json, '1e400'],
  ['a JSON null', json, 'null'],
  ['a JSON array', json, '[{"username":"ada"}]'],
  ['two JSON values', json, '{}{}'],
  ['a byte order mark', json, '\ufeff{}'],
  ['odd names', json, '{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}},"prototype":1}'],
  ['a null prototype', json, '{"__proto__":null}'],
  ['the same name twice', json, '{"username":"a","username":["b"],"ids":1,"ids":{}}'],
  ['an empty name', json, '{"":"","[]":1,"\\u0000":2,"\\ud800":3}'],
  ['1,000 fields', json, JSON.stringify(Object.fromEntries(numbered(1000)))],
  ['1 MB of [', json, '['.repeat(1_048_576)],
  ['500,000 brackets for a field', json, `{"ids":${nest('[', ']', 500_000)}}`],
  [
    '100,000 objects for a field',
    json,
    `{"value":${nest('{"a":', '}', 100_000).replace(':}', ':1}')}}`,
  ],
  ['invalid UTF-8', json, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', 'application/json; charset=utf-16', new Uint8Array(Buffer.from('{"a":1}', 'utf16le'))],
  ['UTF-16 with its mark', json, new Uint8Array(Buffer.from('\ufeff{"a":1}', 'utf16le'))],
  ['an unknown charset', 'application/json; charset=no-such-thing', '{}'],
  ['a broken content type', ';;=;', '{}'],
  ['XML', 'application/xml', '<a/>'],
  ['text', 'text/plain', '{}'],
  ['no content type', null, 'username=a'],
  ['a form in GBK', `${form}; charset=gbk`, new Uint8Array([0x75, 0x3d, 0xc4, 0xe3])],
  ['a form of invalid UTF-8', form, new Uint8Array([0x75, 0x3d, 0xff, 0x26, 0xc0, 0x80])],
  ['a form of broken escapes', form, 'username=%&password=%zz&a=%ff%fe&%=%'],
  [
    'a form of odd names',
    form,
    '__proto__=1&__proto__[a]=2&constructor=3&__proto__[]=4&[]=5&=6&&&',
  ],
  [
    'a form that repeats names',
    form,
    (fields) => fields.flatMap((name) => [`${name}=a`, `${name}=b`]).join('&'),
  ],
  ['a form of 1,000 fields', form, new URLSearchParams(numbered(1000)).toString()],
  ['multipart without a boundary', 'multipart/form-data', part('name="username"', 'ada')],
  ['multipart with another boundary', multipart, '--y\r\n\r\n--y--'],
  ['multipart that breaks off in a field', multipart, part('name="username"', 'ada')],
  ['multipart that breaks off in a head', multipart, '--x\r\nContent-Dispo'],
  ['multipart without names', multipart, `${part('a="b"', '1')}--x--\r\n`],
  ['multipart without a head', multipart, '--x\r\n\r\nx\r\n--x--\r\n'],
  ['an empty multipart', multipart, '--x--\r\n'],
  [
    'files in the place of fields',
    multipart,
    (fields) =>
      `${fields
        .map((name) => part(`name="${name}"; filename="../../etc/passwd"`, 'content'))
        .join('')}--x--\r\n`,
  ],
  ['a field and a file of one name', multipart, mixed()],
];

function numbered(count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`field${index}`, String(index)]);
}

function mixed(): string {
  const [field, file] = [part('name="ids"', '1'), part('name="ids"; filename="a.json"', '2')];
  return `${field}${file}${part('name="__proto__"', '3')}--x--\r\n`;
}

/** Paths that are not the code of a link, sent exactly as written. */
export const oddCodes = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  '-1',
  "'%20or%201=1--",
  '%00',
  'a%00b',
  '%0d%0aLocation:%20x',
  '...',
  '..%2f..%2fetc%2fpasswd',
  '%2fetc%2fpasswd',
  '..%5c',
  '%',
  '%f',
  '%ff',
  '%c0%af',
  '%E0%A4%A',
  '%ed%a0%80',
  '%f0%9f%92%a9',
  '%252e',
  'a'.repeat(10_000),
  '%61'.repeat(3000),
  'API',
  'Admin',
  'LOGIN',
  'Init',
  'Assets',
  'DOCS',
  'HealthZ',
  'login%20',
  '.well-known',
  '.vite',
  'index.html',
  '~',
  ';',
  '@',
  ':80',
  '*',
  '<script>',
  '%3Cscript%3E',
] as const;
