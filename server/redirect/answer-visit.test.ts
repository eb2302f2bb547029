import { expect, test } from 'bun:test';
import { agents } from '../../tests/support/visit-table/visit-table.ts';
import { plainRouting, type Routing } from '../links/routing/routing.ts';
import { answerVisit, type SiteVisitFacts } from './answer-visit.ts';
import { RedirectBytes, redirectHead } from './redirect-bytes.ts';
import type { CachedTarget } from './target-cache.ts';

const LONG = 'https://long.example/';
const off = { is_active: 0 };
const fallback = { fallback_url: 'https://fallback.example/' };

function createLink(routing: Partial<Routing> | null, fields: Partial<CachedTarget> = {}) {
  const answer = new RedirectBytes(redirectHead({}), LONG);
  const open = { is_active: 1, expires_at: 0, domain: '', long_url: LONG, answer };
  const rules = routing === null ? null : { ...plainRouting, ...routing };
  return { id: 7, short_url: 'abc', ...open, routing: rules, ...fields } satisfies CachedTarget;
}

/** The outcome, the recorded targets, and the clicks of the limit afterwards. */
function visit(link: CachedTarget, facts: Partial<SiteVisitFacts> = {}, used?: number) {
  const person = { time: Date.now(), userAgent: agents.mac, languages: '', query: '' };
  const seen = { ...person, address: '203.0.113', country: '', drawsAnew: false, isBlocked: false };
  const recorded: string[] = [];
  let clicks = used;
  const outcome = answerVisit(
    link,
    { ...seen, ...facts },
    {
      get: () => clicks,
      add: () => void (clicks = clicks === undefined ? undefined : clicks + 1),
      record: (_, __, target) => recorded.push(target),
    },
  );
  const why = 'why' in outcome ? `${outcome.kind} ${outcome.why}` : outcome.kind;
  return { outcome: why, recorded, clicks };
}

const blocked = { isBlocked: true };
const probe = { isProbe: true };

test.each([
  ['a plain link', createLink(null), {}, 'long-url', ['']],
  ['a plain link for a probe', createLink(null), probe, 'long-url', []],
  ['a plain link that is off', createLink(null, off), blocked, 'closed off', []],
  ['a plain link for a blocked visitor', createLink(null), blocked, 'blocked', []],
  ['rules', createLink({ rules: [{ when: {}, target: LONG }] }), {}, 'redirect rule', [LONG]],
  ['rules for a blocked visitor', createLink({ rules: [] }), blocked, 'blocked', []],
  ['a fallback for a blocked visitor', createLink(fallback, off), blocked, 'fallback off', []],
  ['a password for a blocked visitor', createLink({ password_hash: 'x' }), blocked, 'blocked', []],
  ['a password', createLink({ password_hash: 'x' }), {}, 'page password', []],
  [
    'a password that was entered',
    createLink({ password_hash: 'x' }),
    { isUnlocked: true },
    'redirect long-url',
    [''],
  ],
] as const)('%s', (_, link, facts, outcome, recorded) => {
  expect(visit(link, facts)).toEqual({ outcome, recorded: [...recorded], clicks: undefined });
});

test('a blocked app gets the page that says how to leave it', () => {
  const app = { ...blocked, userAgent: agents.wechat };
  expect(visit(createLink({ in_app: 'ask' }), app).outcome).toBe('page in-app');
  expect(visit(createLink({ in_app: 'follow' }), app).outcome).toBe('blocked');
});

test('a limit of clicks counts what is recorded, and nothing else', () => {
  const link = createLink({ max_clicks: 2 });
  expect(visit(link, {}, undefined)).toEqual({
    outcome: 'uncounted',
    recorded: [],
    clicks: undefined,
  });
  expect(visit(link, {}, 1)).toEqual({ outcome: 'redirect long-url', recorded: [''], clicks: 2 });
  expect(visit(link, {}, 2)).toEqual({ outcome: 'closed used-up', recorded: [], clicks: 2 });
  expect(visit(link, probe, 1)).toEqual({ outcome: 'page card', recorded: [], clicks: 1 });
  expect(visit(link, blocked, 1)).toEqual({ outcome: 'blocked', recorded: [], clicks: 1 });
  // The link may have got its limit during the look-up.
  expect(visit(createLink(null), {}, 1)).toEqual({
    outcome: 'long-url',
    recorded: [''],
    clicks: 2,
  });
});
