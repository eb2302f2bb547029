import { expect, test } from 'bun:test';
import { isLoopback, limitKey, networkKey, TrustedProxies } from './client-address.ts';

test('X-Forwarded-For of an untrusted peer is ignored', () => {
  const none = new TrustedProxies([]);
  expect(none.clientAddress('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  const some = new TrustedProxies(['10.0.0.0/8']);
  expect(some.clientAddress('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
});

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['1.1.1.1, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['2001:db8::7', '2001:db8::7'],
  ['nonsense', '10.0.0.1'],
  ['1.1.1.1, <script>', '10.0.0.1'],
  ['127.1', '10.0.0.1'],
  ['10.9.9.9', '10.0.0.1'],
  ['', '10.0.0.1'],
])('behind a trusted proxy, X-Forwarded-For "%s" means %s', (header, expected) => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '::1']);
  expect(proxies.clientAddress('10.0.0.1', header)).toBe(expected);
});

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['1.1.1.1:1, 203.0.113.7:65535, 10.1.2.3:80', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['1.1.1.1, [2001:db8::1], [::1]:80', '2001:db8::1'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['203.0.113.7:', '10.0.0.1'],
  ['203.0.113.7:http', '10.0.0.1'],
  ['203.0.113.7:1:2', '10.0.0.1'],
  ['203.0.113:80', '10.0.0.1'],
  ['[2001:db8::1]443', '10.0.0.1'],
  ['[2001:db8::1:443', '10.0.0.1'],
  ['1.1.1.1, [nobody]:80', '10.0.0.1'],
])('ports in X-Forwarded-For are ignored: "%s" means %s', (header, expected) => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '::1']);
  expect(proxies.clientAddress('10.0.0.1', header)).toBe(expected);
});

test.each([
  ['2001:db8:1::1', ['2001:DB8:1::1', '2001:0db8:0001::1', '2001:db8:1:0:0:0:0:1']],
  ['203.0.113.7', ['::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7']],
])('%s is one address in every spelling', (address, spellings) => {
  const proxies = new TrustedProxies(['10.0.0.0/8']);
  for (const spelling of spellings) {
    expect([spelling, proxies.clientAddress('10.0.0.1', spelling)]).toEqual([spelling, address]);
  }
});

test('IPv4 ranges include IPv4-mapped IPv6, and no other IPv6', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '2001:db8::/32']);
  expect(proxies.has('::ffff:10.2.3.4')).toBe(true);
  expect(proxies.has('2001:db8:5::1')).toBe(true);
  expect(proxies.has('2001:db9::1')).toBe(false);
  expect(proxies.has('')).toBe(false);
});

test('an invalid entry is named', () => {
  for (const entry of ['10.0.0', '10.0.0.0/40', 'localhost', '1']) {
    expect(() => new TrustedProxies([entry])).toThrow(`"${entry}"`);
  }
});

test('limits count by the /64 of IPv6 and by the address of IPv4', () => {
  expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2::9'));
  expect(limitKey('2001:db8:1:2::9')).not.toBe(limitKey('2001:db8:1:3::9'));
  expect(limitKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
});

test('networks are the /48 of IPv6 and the /24 of IPv4', () => {
  expect(networkKey('2001:db8:1:2::9')).toBe(networkKey('2001:db8:1:ffff::1'));
  expect(networkKey('2001:db8:1::9')).not.toBe(networkKey('2001:db8:2::9'));
  expect(networkKey('::ffff:203.0.113.9')).toBe(networkKey('203.0.113.200'));
  expect(networkKey('203.0.113.9')).not.toBe(networkKey('203.0.114.9'));
  expect(networkKey('')).toBe('');
});

test('loopback addresses are recognized, names are not', () => {
  for (const own of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) {
    expect([own, isLoopback(own)]).toEqual([own, true]);
  }
  for (const other of ['', 'localhost', '203.0.113.7', '::', '::2', '127.1', '0.0.0.0']) {
    expect([other, isLoopback(other)]).toEqual([other, false]);
  }
});
