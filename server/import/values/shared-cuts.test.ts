import { describe, expect, test } from 'bun:test';
import { foldTag, isTag, TAG_MAX } from '../../../contracts/links/tag-names.ts';
import { fc } from '../../../tests/support/random.ts';
import { SharedCutSearch, shortenTag, type SharedCuts } from './shared-cuts.ts';
import { listTagNames } from './texts.ts';

function search(names: readonly string[]): SharedCuts {
  const cuts = new SharedCutSearch();
  cuts.note(names);
  return cuts.found;
}

function countTags(names: readonly string[]): number {
  return new Set(names.map(foldTag)).size;
}

const germany = 'campaign-2024-newsletter-january-germany';
const austria = 'campaign-2024-newsletter-january-austria';

describe('tags that would become one when they are cut', () => {
  test('keep apart by an end that the whole name decides', () => {
    const shared = search([germany, 'short', austria]);
    const tags = [germany, austria, 'short'].map((name) => shortenTag(name, shared));
    expect(tags).toEqual([
      'campaign-2024-newsletter-~b2bta8',
      'campaign-2024-newsletter-~iqq56r',
      'short',
    ]);
    expect(shortenTag(germany, search([austria, germany]))).toBe(tags[0]!);
  });

  test('are cut as before when no other name is alike', () => {
    expect(shortenTag(germany, search([germany, germany.toUpperCase(), 'campaign']))).toBe(
      germany.slice(0, TAG_MAX),
    );
  });

  test('leave a name that fits as it is', () => {
    const whole = germany.slice(0, TAG_MAX);
    const shared = search([whole, germany]);
    expect(shortenTag(whole, shared)).toBe(whole);
    expect(shortenTag(germany, shared)).toMatch(/^campaign-2024-newsletter-~\w{6}$/);
  });

  test('are found in each spelling of a name, in any order', () => {
    const rest = 'x'.repeat(TAG_MAX - 2);
    const names = [`e\u0301${rest}a`, `é${rest}a`, `é${rest}`];
    const shared = search(names);
    expect(shared).toEqual(new Set([`é${rest}`]));
    expect(search(names.toReversed())).toEqual(shared);
  });

  test('in any file stay tags, within the limit, and never become fewer', () => {
    const part = fc.constantFrom(
      'a',
      'B',
      'ß',
      'é',
      'e\u0301',
      '👍🏽',
      '链',
      ' ',
      ',',
      '~',
      'x'.repeat(30),
    );
    const name = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (given) => {
        const names = listTagNames(given).filter((one) => one !== '');
        const shared = search(names);
        const tags = names.map((one) => shortenTag(one, shared));
        for (const tag of tags) expect([tag, tag === '' || isTag(tag)]).toEqual([tag, true]);
        // Spellings of one tag may have different lengths: `ß` is `SS`.
        expect(countTags(tags)).toBeGreaterThanOrEqual(countTags(names));
        expect(search(names.toReversed())).toEqual(shared);
      }),
      { numRuns: 5000 },
    );
  });

  test('of a file with very many tags all get an end', () => {
    const many = Array.from({ length: 20_001 }, (_, index) => `tag ${index}`);
    expect(search(many)).toBe('all');
    expect(shortenTag(germany, 'all')).toBe('campaign-2024-newsletter-~b2bta8');
    expect(shortenTag('short', 'all')).toBe('short');
  });
});
