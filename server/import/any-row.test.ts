import { expect, test } from 'bun:test';
import { fc } from '../../tests/support/random.ts';
import { importRow } from '../../tests/support/imported-link.ts';
import { formatRouting } from '../links/routing/routing.ts';
import { readOwnRouting } from './readers/read-routing.ts';
import type { Fields } from './readers/source-row.ts';

const url = 'https://long.example/';
const anyUrl = fc.constantFrom(url, '', 'javascript:1', 'https://go.example/back', null);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyUrl);
const anyOptional = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(fc.oneof({ weight: 9, arbitrary: value }, anything), { nil: undefined });

/** Without the columns that are undefined, as in a file. */
function toRow(fields: object): Fields {
  return JSON.parse(JSON.stringify(fields)) as Fields;
}

const sinkRows = fc
  .record({
    slug: fc.constant('a'),
    url: fc.constant(url),
    apple: anyOptional(anyUrl),
    google: anyOptional(anyUrl),
    geo: anyOptional(fc.dictionary(fc.constantFrom('DE', 'FR', 'de', '__proto__', 'T1'), anyUrl)),
    redirectWithQuery: anyOptional(fc.boolean()),
    title: anyOptional(fc.string()),
    image: anyOptional(anyUrl),
    description: anyOptional(fc.string()),
  })
  .map(toRow);

const types = ['device', 'language', 'query-param', 'any-value-query-param', 'before-date'];
const condition = fc.record({
  type: anyOptional(fc.constantFrom(...types, 'geolocation-country-code', 'ip-address')),
  matchKey: anyOptional(fc.constantFrom('a', '__proto__', null)),
  matchValue: anyOptional(fc.constantFrom('ios', 'de', 'mobile', '*', '2030-01-01', null)),
});
const rule = fc.record({
  longUrl: anyOptional(anyUrl),
  priority: anyOptional(fc.integer()),
  conditions: anyOptional(fc.array(anyOptional(condition), { maxLength: 3 })),
});
const shlinkRows = fc
  .record({
    shortCode: fc.constant('a'),
    longUrl: fc.constant(url),
    forwardQuery: anyOptional(fc.boolean()),
    hasRedirectRules: anyOptional(fc.boolean()),
    redirectRules: anyOptional(fc.array(anyOptional(rule), { maxLength: 3 })),
    deviceLongUrls: anyOptional(fc.dictionary(fc.constantFrom('ios', 'desktop', 'tv'), anyUrl)),
  })
  .map(toRow);

test.each([
  ['Sink', sinkRows],
  ['Shlink', shlinkRows],
])('whatever a row of %s holds, it fails or becomes what Brisk itself accepts', (_, rows) => {
  const counts = { kept: 0, refused: 0 };
  fc.assert(
    fc.property(rows, (row) => {
      const link = importRow(row);
      if ('reason' in link) {
        expect(link.key).toMatch(/^(?:link\.|error\.link$)/);
        counts.refused += 1;
        return;
      }
      if (link.routing === '') return;
      counts.kept += 1;
      const own = readOwnRouting({ routing: JSON.parse(link.routing) as object });
      expect('reason' in own ? own : formatRouting(own)).toBe(link.routing);
      expect(link.routing).not.toMatch(/"target":"(?:https:..go|javascript)/);
    }),
    { numRuns: 2000 },
  );
  // Some 130 of each on average: no seed comes near the bound.
  expect(counts.kept).toBeGreaterThan(20);
  expect(counts.refused).toBeGreaterThan(20);
});
