import { expect, test } from 'bun:test';
import { RedirectBytes } from './redirect-bytes.ts';
import { TargetCache, type CachedTarget } from './target-cache.ts';

function target(code: string, longUrl = 'https://example.com/'): CachedTarget {
  return {
    id: 1,
    short_url: code,
    long_url: longUrl,
    expires_at: 0,
    is_active: 1,
    answer: new RedirectBytes({}, longUrl),
  };
}

test('forgetting a link forgets every spelling of its code', () => {
  const cache = new TargetCache();
  cache.add('abc', target('abc'));
  cache.add('ABC', target('abc'));
  cache.add('Abc', target('abc'));
  cache.forget('abc');
  for (const typed of ['abc', 'ABC', 'Abc']) expect(cache.get(typed)).toBeUndefined();
});

test('a new link of exactly a remembered spelling takes its place', () => {
  const cache = new TargetCache();
  cache.add('ABC', target('abc'));
  cache.forget('ABC');
  expect(cache.get('ABC')).toBeUndefined();
});

test('the cache holds what was used last when it is full', () => {
  const cache = new TargetCache();
  const long = `https://example.com/${'x'.repeat(8000)}`;
  for (let index = 0; index < 5000; index += 1) cache.add(`c${index}`, target(`c${index}`, long));
  expect(cache.get('c0')).toBeUndefined();
  expect(cache.get('c4999')?.short_url).toBe('c4999');
  let held = 0;
  for (let index = 0; index < 5000; index += 1) if (cache.get(`c${index}`)) held += 1;
  expect(held).toBeWithin(3000, 4500);
});

test('the generation moves on with every change', () => {
  const cache = new TargetCache();
  const before = cache.generation;
  cache.forget('unknown');
  expect(cache.generation).toBeGreaterThan(before);
});
