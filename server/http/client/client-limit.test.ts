import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test';
import { ClientLimit } from './client-limit.ts';

const START = 1_800_000_000_000;
beforeEach(() => {
  setSystemTime(START);
});
afterEach(() => {
  setSystemTime();
});

const address = (client: number) => `10.0.${client >> 8}.${client & 255}`;
const limit = (max: number) => new ClientLimit({ max: () => max, seconds: 60 });

test('a client has a number of uses in a window, which begins with the first use', () => {
  const limited = limit(3);
  for (const second of [0, 10, 20]) {
    setSystemTime(START + second * 1000);
    expect(limited.secondsToWait('203.0.113.7')).toBe(0);
    limited.count('203.0.113.7');
  }
  expect(limited.secondsToWait('203.0.113.7')).toBe(40);
  expect(limited.secondsToWait('203.0.113.8')).toBe(0);
  setSystemTime(START + 59_001);
  expect(limited.secondsToWait('203.0.113.7')).toBe(1);
  setSystemTime(START + 60_000);
  expect(limited.secondsToWait('203.0.113.7')).toBe(0);
  limited.count('203.0.113.7');
  expect(limited.secondsToWait('203.0.113.7')).toBe(0);
});

test('an IPv4 address or a /64 of IPv6 is one client', () => {
  const limited = limit(1);
  limited.count('2001:db8:1:2::1');
  expect(limited.secondsToWait('2001:db8:1:2:ffff::9')).toBe(60);
  expect(limited.secondsToWait('2001:db8:1:3::1')).toBe(0);
  limited.count('::ffff:203.0.113.7');
  expect(limited.secondsToWait('203.0.113.7')).toBe(60);
});

test('a clock set back delays no client for longer than a window', () => {
  const limited = limit(1);
  limited.count('203.0.113.7');
  setSystemTime(START - 3_600_000);
  expect(limited.secondsToWait('203.0.113.7')).toBe(0);
  limited.count('203.0.113.7');
  expect(limited.secondsToWait('203.0.113.7')).toBe(60);
});

test('beyond the maximum, the oldest clients are forgotten', () => {
  const limited = limit(1);
  for (let client = 0; client <= 10_000; client += 1) limited.count(address(client));
  expect(limited.secondsToWait(address(0))).toBe(0);
  expect(limited.secondsToWait(address(1))).toBe(60);
  expect(limited.secondsToWait(address(10_000))).toBe(60);
});
