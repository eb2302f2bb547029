import { describe, expect, test } from 'bun:test';
import { plainRouting } from '../../links/routing/routing.ts';
import { readFirstLanguage } from '../../stats/classify/language.ts';
import { decide, type RoutedLink } from './decide.ts';
import { Visit, type VisitFacts } from './visit.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 26, 12);
const targets = ['https://a.example/', 'https://b.example/', 'https://c.example/'] as const;
const weights = [1, 2, 7];
const VISITORS = 20_000;

const link: RoutedLink = {
  id: 7,
  long_url: 'https://long.example/',
  is_active: 1,
  expires_at: 0,
  routing: {
    ...plainRouting,
    rules: [
      { when: {}, split: targets.map((target, index) => ({ target, weight: weights[index]! })) },
    ],
  },
};

function lead(visitor: Partial<VisitFacts>, to = link): string {
  const source = { userAgent: 'a browser', languages: '', query: '', country: '' };
  const own = { time: NOON, address: '203.0.113', drawsAnew: false };
  const decision = decide(to, { ...source, ...own, ...visitor }, 0);
  return decision.kind === 'redirect' ? decision.target : '';
}

/** The share of each target, in percent. */
function measureShares(visits: Iterable<string>): number[] {
  const found = [...visits];
  return targets.map(
    (one) => (100 * found.filter((target) => target === one).length) / found.length,
  );
}

/** 20,000 addresses of /24. */
function* listAddresses(): Generator<string> {
  for (let number = 0; number < VISITORS; number += 1) {
    yield `${10 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  }
}

function expectShares(shares: readonly number[]): void {
  for (const [index, share] of shares.entries()) {
    expect(Math.abs(share - 10 * weights[index]!)).toBeLessThan(1.5);
  }
}

describe('a split', () => {
  test('leads visitors to its targets by their weights', () => {
    const visits = Array.from(listAddresses(), (address) => lead({ address }));
    expectShares(measureShares(visits));
    const agents = Array.from({ length: VISITORS }, (_, number) =>
      lead({ userAgent: `Browser/${number}` }),
    );
    expectShares(measureShares(agents));
  });

  test('leads a visitor to one target for a day, and anew on the next', () => {
    const days = new Set<string>();
    for (let day = 0; day < 100; day += 1) {
      const begin = Math.floor(NOON / DAY) * DAY + day * DAY;
      const times = [0, 1, DAY / 2, DAY - 1].map((time) => lead({ time: begin + time }));
      expect(new Set(times).size).toBe(1);
      days.add(times[0]!);
    }
    expect(days.size).toBe(3);
  });

  test('does not follow the split of another link or rule', () => {
    const [first, second] = [1, 2].map((id) =>
      Array.from(listAddresses(), (address) => lead({ address }, { ...link, id })),
    );
    // Of independent splits 0.01 + 0.04 + 0.49 agree.
    const same = first!.filter((target, index) => target === second![index]).length / VISITORS;
    expect(Math.abs(same - 0.54)).toBeLessThan(0.02);
  });

  test('draws anew at each visit where nothing may tell visitors apart', () => {
    const visits = Array.from({ length: VISITORS }, () => lead({ drawsAnew: true }));
    expectShares(measureShares(visits));
  });
});

test.each([
  ['', ''],
  ['de', 'de'],
  ['DE-ch, en', 'de-ch'],
  ['en;q=0.8, de', 'de'],
  ['en;q=0.8, de;q=0.9, fr;q=0.85', 'de'],
  ['en;q=0, de;q=0.1', 'de'],
  ['*, de;q=0.5', 'de'],
  ['zh_Hant_TW', 'zh-hant-tw'],
  ['x, 12, <b>, de', 'de'],
  ['en;q=2, de;q=nan, fr;q=0.1', 'fr'],
  ['de;level=1;q=0.2, en;q=0.3', 'en'],
  [`${'x'.repeat(300)}, de`, ''],
])('of the languages %j the first choice is %j', (header, language) => {
  expect(readFirstLanguage(header)).toBe(language);
});

test('only the first 256 parameters of a query are read', () => {
  const query = `${'x&'.repeat(255)}a=1&b=2`;
  const facts = { time: 0, userAgent: '', languages: '', query, address: '', country: '' };
  const { parameters } = new Visit({ ...facts, drawsAnew: false });
  expect(parameters.get('a')).toEqual(['1']);
  expect(parameters.get('b')).toBeUndefined();
});
