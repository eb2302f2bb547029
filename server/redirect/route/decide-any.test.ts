import { expect, test } from 'bun:test';
import { z } from 'zod';
import { routingFields, type Rule } from '../../../contracts/links/routing.ts';
import { anyFields, anyVisit } from '../../../tests/support/any-routing.ts';
import { fc } from '../../../tests/support/random.ts';
import { agents } from '../../../tests/support/visit-table/visit-table.ts';
import { mergeRouting } from '../../links/routing/requested-routing.ts';
import { formatRouting, parseRouting, plainRouting } from '../../links/routing/routing.ts';
import { decide, type RoutedLink } from './decide.ts';

const LONG = 'https://long.example/p?q=1#f';
const requested = z.object(routingFields);

function targetsOf(rule: Rule): string[] {
  return 'target' in rule ? [rule.target] : rule.split.map(({ target }) => target);
}

test('any rules lead any visit to one of their targets, or to a page, and never fail', () => {
  fc.assert(
    fc.property(
      anyFields,
      anyVisit(Object.values(agents)),
      fc.constantFrom('', 'a hash'),
      fc.constantFrom(0, 1),
      (fields, { clicks, ...seen }, hash, isActive) => {
        const routing = mergeRouting(plainRouting, requested.parse(fields), hash);
        const link: RoutedLink = {
          id: 1,
          long_url: LONG,
          is_active: isActive,
          expires_at: 0,
          routing: parseRouting(formatRouting(routing)),
        };
        const visit = { ...seen, isUnlocked: seen.drawsAnew };
        const decision = decide(link, visit, clicks);
        expect(decision.kind).toBeOneOf(['redirect', 'fallback', 'closed', 'page']);
        if (decision.kind === 'fallback') expect(decision.target).toBe(routing.fallback_url);
        if (decision.kind !== 'redirect') return;
        const { rule } = decision;
        const possible = rule === null ? [LONG] : targetsOf(routing.rules[rule]!);
        const chosen = routing.rules.length === 0 ? [''] : possible;
        expect(chosen).toContain(decision.chosen);
        const origins = possible.map((target) => new URL(target).origin);
        expect(origins).toContain(new URL(decision.target).origin);
        const isForwarded = routing.forward_path === 1 || routing.forward_query === 1;
        if (!isForwarded) expect(possible).toContain(decision.target);
        expect(decision.target).toMatch(/^https?:[!-~]+$/);
        // The same visit leads to the same target, unless nothing tells visitors apart.
        if (!seen.drawsAnew) expect(decide(link, visit, clicks)).toEqual(decision);
      },
    ),
    { numRuns: 1500 },
  );
});

test('stored settings are read as they were written, and equal settings give equal texts', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const routing = mergeRouting(plainRouting, requested.parse(fields), undefined);
      const text = formatRouting(routing);
      expect(parseRouting(text)).toEqual(routing);
      expect(formatRouting(parseRouting(text))).toBe(text);
      // Sending the returned fields back changes nothing.
      const again = mergeRouting(routing, requested.parse(JSON.parse(JSON.stringify(fields))), '');
      expect(formatRouting(again)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('a parameter may have the name of a property that every object has', () => {
  const when = { query: { constructor: '*', toString: 'x' } };
  const fields = requested.parse({ rules: [{ when, target: LONG }] });
  const routing = parseRouting(formatRouting(mergeRouting(plainRouting, fields, undefined)));
  const link = { id: 1, long_url: 'https://other.example/', is_active: 1, expires_at: 0, routing };
  const lead = (query: string) => {
    const source = { time: 1, userAgent: '', languages: '', query, drawsAnew: false };
    return decide(link, { ...source, address: '', country: '' }, 0).why;
  };
  expect(lead('')).toBe('long-url');
  expect(lead('constructor&toString=y')).toBe('long-url');
  expect(lead('constructor&toString=x')).toBe('rule');
  const lost = JSON.parse('{"query":{"__proto__":"1"}}') as object;
  expect(requested.safeParse({ rules: [{ when: lost, target: LONG }] }).success).toBeFalse();
});
