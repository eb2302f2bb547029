import { expect, test } from 'bun:test';
import { fc } from '../support/random.ts';
import { NONE, readFilter, writeFilter } from '../../contracts/stats/stats-filter.ts';

test('a filter reads back as the value that it was written for', () => {
  const called = fc.stringMatching(/^~{0,3}(none|other|nonesuch)?$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), called), (value) => {
      expect(readFilter(writeFilter(value))).toBe(value);
      expect(writeFilter(value) === NONE).toBe(value === '');
    }),
  );
});

test.each([
  ['', ''],
  ['none', ''],
  ['~none', 'none'],
  ['~~none', '~none'],
  ['None', 'None'],
  ['~letter', '~letter'],
  ['~', '~'],
  ['other', 'other'],
])('the filter %p is the value %p', (filter, value) => {
  expect(readFilter(filter)).toBe(value);
});
