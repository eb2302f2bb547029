import { fc } from './random.ts';
import type { Condition, Rule, RoutingFields } from '../../contracts/links/routing.ts';
import { isPeriod } from '../../contracts/stats/times.ts';

/** Fields and visits as the contract allows them. */

const name = fc.constantFrom('iOS', 'windows', 'Chrome', 'WeChat', 'QQ', 'x', '短');
const anyText = fc.string({ unit: 'binary', maxLength: 20 });
const target = fc.constantFrom(
  'https://one.example/',
  'https://two.example/path?own=1#part',
  'http://three.example:8080/a%20b/',
  'https://xn--bcher-kva.example/??x',
);
const instant = fc.constantFrom(0, 1, 1_800_000_000, 253_402_300_799);
const listOf = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { minLength: 1, maxLength: 3 });
const dayTime = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'];

const anyCondition: fc.Arbitrary<Condition> = fc.record(
  {
    device: listOf(fc.constantFrom('mobile', 'tablet', 'desktop')),
    system: listOf(name),
    browser: listOf(name),
    in_app: listOf(name),
    language: listOf(fc.constantFrom('zh', 'zh-TW', 'en', 'DE')),
    country: listOf(fc.constantFrom('DE', 'CN', 'US')),
    query: fc.dictionary(
      fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
      fc.oneof(anyText, fc.constant('*')),
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    ),
    is_qr: fc.constantFrom(0, 1),
    from: instant,
    until: instant,
    hours: fc.record(
      {
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        from: dayTime,
        until: dayTime,
        time_zone: fc.constantFrom(...zones),
      },
      { requiredKeys: ['from', 'until', 'time_zone'] },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const condition = anyCondition.filter(({ from, until }) => isPeriod(from, until));

const share = fc.record({ target, weight: fc.integer({ min: 1, max: 1000 }) });
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ when: condition, target }),
  fc.record({ when: condition, split: fc.array(share, { minLength: 1, maxLength: 4 }) }),
);

export const anyFields: fc.Arbitrary<RoutingFields> = fc.record(
  {
    starts_at: instant,
    max_clicks: fc.constantFrom(0, 1, 1_000_000_000),
    fallback_url: fc.oneof(fc.constant(''), target),
    redirect_status: fc.constantFrom(301, 302, 307, 308),
    forward_query: fc.constantFrom(0, 1),
    forward_path: fc.constantFrom(0, 1),
    rules: fc.array(rule, { maxLength: 8 }),
    in_app: fc.constantFrom('follow', 'ask'),
    social: fc.record({
      title: fc.string({ unit: 'grapheme', maxLength: 5 }),
      description: fc.constantFrom('', 'Words'),
      image: fc.oneof(fc.constant(''), target),
    }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

export interface AnyVisit {
  readonly time: number;
  readonly userAgent: string;
  readonly languages: string;
  readonly query: string;
  readonly path: string;
  readonly country: string;
  readonly address: string;
  readonly drawsAnew: boolean;
  readonly clicks: number;
}

export function anyVisit(userAgents: readonly string[]): fc.Arbitrary<AnyVisit> {
  const pair = fc.oneof(anyText, fc.constantFrom('own=2', 'qr', 'a=b', '%', '%ff', '=', 'x=*'));
  return fc.record({
    time: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    userAgent: fc.oneof(fc.constantFrom(...userAgents), anyText),
    languages: fc.oneof(fc.constantFrom('', 'zh-TW, en', 'de;q=0.5, zh', '*'), anyText),
    query: fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&')),
    path: fc.oneof(fc.constantFrom('', '', 'a/b', '/x', '..', '%2f', '@h', 'a?b#c'), anyText),
    country: fc.constantFrom('', 'DE', 'CN'),
    address: fc.constantFrom('203.0.113', '2001:db8:1::', ''),
    drawsAnew: fc.boolean(),
    clicks: fc.nat(2),
  });
}
