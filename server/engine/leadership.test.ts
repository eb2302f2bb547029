import { expect, test } from 'bun:test';
import { Leadership } from './leadership.ts';

/** A server with a database that answers on command, and a clock that the test moves. */
function open() {
  const site = { now: 0, answer: Promise.resolve(true) };
  const engine = { takeLease: () => site.answer };
  return Object.assign(site, { leadership: new Leadership(engine, () => site.now) });
}

test('a server does not lead before its first request', async () => {
  const { leadership } = open();
  expect(leadership.isHeld).toBe(false);
  await leadership.renew();
  expect(leadership.isHeld).toBe(true);
});

test('a server keeps leading while it renews', async () => {
  const site = open();
  await site.leadership.renew();
  const late = Promise.withResolvers<boolean>();
  site.answer = late.promise;
  const renewed = site.leadership.renew();
  expect(site.leadership.isHeld).toBe(true);
  late.resolve(false);
  await renewed;
  expect(site.leadership.isHeld).toBe(false);
});

test('without an answer, leadership ends with the lease', async () => {
  const site = open();
  await site.leadership.renew();
  site.answer = Promise.reject(new Error('gone'));
  site.now = 14_999;
  expect(await site.leadership.renew().catch(() => 'gone')).toBe('gone');
  expect(site.leadership.isHeld).toBe(true);
  site.now = 15_000;
  expect(site.leadership.isHeld).toBe(false);
});

test('the lease runs from the request, however late the answer is', async () => {
  const site = open();
  const late = Promise.withResolvers<boolean>();
  site.answer = late.promise;
  const renewed = site.leadership.renew();
  site.now = 15_000;
  late.resolve(true);
  await renewed;
  expect(site.leadership.isHeld).toBe(false);
});
