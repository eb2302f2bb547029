import { expect, test } from 'bun:test';
import { UntrustedProxy } from './untrusted-proxy.ts';

function note(...addresses: string[]) {
  const reported: string[] = [];
  const proxy = new UntrustedProxy(['10.1.0.0/16'], ({ address }) => reported.push(address));
  for (const address of addresses) proxy.note(address);
  return { address: proxy.found?.address ?? null, reported };
}

test('the suggested setting keeps the trusted proxies', () => {
  const proxy = new UntrustedProxy(['10.1.0.0/16', '::1'], () => undefined);
  proxy.note('10.0.0.5');
  const setting = 'TRUSTED_PROXIES=10.1.0.0/16,::1,10.0.0.5';
  expect(proxy.found).toEqual({ address: '10.0.0.5', setting });
});

test.each([
  ['10.0.0.5', '10.0.0.5'],
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['::ffff:172.18.0.2', '172.18.0.2'],
  ['fd00::2', 'fd00::2'],
  ['100.64.0.9', '100.64.0.9'],
  ['203.0.113.9', '203.0.113.9'],
])('a peer at %s is reported once, as %s', (address, reported) => {
  expect(note(address, address, address)).toEqual({ address: reported, reported: [reported] });
});

test('one of many untrusted peers is reported', () => {
  const peers = Array.from({ length: 500 }, (_, number) => `8.8.${number >> 8}.${number & 255}`);
  expect(note(...peers)).toEqual({ address: '8.8.0.0', reported: ['8.8.0.0'] });
});

test('a private address replaces a public one and stays', () => {
  const found = note('8.8.8.8', '9.9.9.9', '10.0.0.5', '8.8.4.4', '10.0.0.6');
  expect(found).toEqual({ address: '10.0.0.5', reported: ['8.8.8.8', '10.0.0.5'] });
});

test('an invalid address is not reported', () => {
  expect(note('', '<b>', 'nobody')).toEqual({ address: null, reported: [] });
});
