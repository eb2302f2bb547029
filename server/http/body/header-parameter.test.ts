import { expect, test } from 'bun:test';
import { readParameter } from './header-parameter.ts';

const quoted = String.raw`form-data; name="a \"b\" \\"; filename="x;name=y.json"`;

test.each([
  ['form-data; name=a', 'name', 'a'],
  ['form-data;NAME = a ;b=c', 'name', 'a'],
  ['form-data; other; name=a', 'name', 'a'],
  ['form-data; other=name=b; name="a"', 'name', 'a'],
  [quoted, 'name', String.raw`a "b" \ `.trim()],
  [quoted, 'filename', 'x;name=y.json'],
  ['form-data; name=""', 'name', ''],
  ['form-data; name=', 'name', ''],
  ['form-data; name="a', 'name', 'a'],
  ['form-data; filename="name=b"', 'name', null],
  ['form-data; name', 'name', null],
  ['name=a', 'name', null],
  ['', 'name', null],
  [`form-data; ${'\\'.repeat(1_000_000)}; name=a`, 'name', 'a'],
  [`form-data; name="${'\\\\'.repeat(500_000)}"`, 'name', '\\'.repeat(500_000)],
  [`form-data${';'.repeat(1_000_000)}name=a`, 'name', 'a'],
  [`form-data${';a="'.repeat(250_000)}`, 'name', null],
])('%.80s: %s is %.20s', (text, name, value) => {
  expect(readParameter(text, name)).toBe(value);
});
