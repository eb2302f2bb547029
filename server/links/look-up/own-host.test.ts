import { expect, test } from 'bun:test';
import { isOwnHost } from './own-host.ts';

test.each([
  ['https://go.example.com/x', ['go.example.com'], true],
  ['https://GO.example.COM./x', ['go.example.com'], true],
  ['https://go.example.com:8443/x', ['go.example.com'], true],
  ['https://bücher.example/x', ['xn--bcher-kva.example'], true],
  ['https://example.com/x', ['go.example.com'], false],
  ['https://go.example.com.evil.test/', ['go.example.com'], false],
  ['http://127.0.0.1:8080/', ['localhost'], true],
  ['http://[::1]/', ['127.0.0.1'], true],
  ['http://0.0.0.0/', ['localhost'], true],
  ['http://app.localhost/', ['127.0.0.1'], true],
  ['http://2130706433/', ['localhost'], true],
  ['http://127.0.0.1/', ['go.example.com'], false],
  ['http://192.168.1.5/', ['192.168.1.5'], true],
  ['http://[::ffff:192.168.1.5]:8080/', ['192.168.1.5'], true],
  ['http://[2001:DB8:0::1]/', ['[2001:db8::1]'], true],
])('%s seen from %p: a loop? %p', (longUrl, own, expected) => {
  expect(isOwnHost(longUrl, own)).toBe(expected);
});
