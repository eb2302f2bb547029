import { describe, expect, test } from 'bun:test';
import { RedirectBytes, redirectHead } from './redirect-bytes.ts';
import { TargetCache, type CachedTarget } from './target-cache.ts';

function target(code: string, longUrl = 'https://example.com/'): CachedTarget {
  return {
    id: 1,
    short_url: code,
    domain: '',
    long_url: longUrl,
    expires_at: 0,
    is_active: 1,
    routing: null,
    answer: new RedirectBytes(redirectHead({}), longUrl),
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

test('a new link replaces the remembered spelling of its code', () => {
  const cache = new TargetCache();
  cache.add('ABC', target('abc'));
  cache.forget('ABC');
  expect(cache.get('ABC')).toBeUndefined();
});

describe('a full cache', () => {
  const long = `https://example.com/${'x'.repeat(8000)}`;
  /** Adds more links than fit. */
  function fill(cache: TargetCache, times: number): number {
    const codes = Array.from({ length: 5000 }, (_, index) => `c${index}`);
    for (let time = 0; time < times; time += 1) {
      for (const code of codes) cache.add(code, target(code, long));
    }
    return codes.filter((code) => cache.get(code) !== undefined).length;
  }

  test('keeps its codes when others are visited once', () => {
    const cache = new TargetCache();
    expect(fill(cache, 1)).toBeWithin(3000, 4500);
    expect(cache.get('c0')?.short_url).toBe('c0');
    expect(cache.get('c4999')).toBeUndefined();
  });

  test('takes a code at its second visit in place of the oldest', () => {
    const cache = new TargetCache();
    expect(fill(cache, 2)).toBeWithin(3000, 4500);
    expect(cache.get('c4999')?.short_url).toBe('c4999');
    cache.add('new', target('new'));
    expect(cache.get('new')).toBeUndefined();
    cache.add('new', target('new'));
    expect(cache.get('new')?.short_url).toBe('new');
  });
});
