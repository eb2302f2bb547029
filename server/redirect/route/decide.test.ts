import { expect, test } from 'bun:test';
import { conditionCases } from '../../../tests/support/visit-table/conditions.ts';
import { stateCases } from '../../../tests/support/visit-table/states.ts';
import { toRoutedLink } from '../../../tests/support/visit-table/to-link.ts';
import { agents, type VisitCase } from '../../../tests/support/visit-table/visit-table.ts';
import { isEmbedded } from '../request-facts.ts';
import { decide } from './decide.ts';

const cases = [...conditionCases, ...stateCases];

function decideCase({ link, visit }: VisitCase, address = '203.0.113', time = Date.now()) {
  const { agent = 'none', language = '', country = '', query = '', path = '' } = visit;
  const isUnlocked = visit.password !== undefined;
  const sent = new Headers({ 'Sec-Fetch-Dest': visit.destination ?? '' });
  const source = { time, userAgent: agents[agent], languages: language, query, path, isUnlocked };
  const facts = {
    ...source,
    isEmbedded: isEmbedded(sent),
    address,
    country: country.toUpperCase(),
    drawsAnew: false,
  };
  return decide(toRoutedLink(link), facts, link.clicks);
}

test('the table has at least 150 cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
});

test.each(cases.map((one) => [one.title, one] as const))('%s', (_, one) => {
  const { leads } = one;
  const decision = decideCase(one);
  expect(decision.why).toBe(leads.why as 'rule');
  const [target] = leads.targets;
  expect(decision.kind === 'redirect' || decision.kind === 'fallback').toBe(target !== undefined);
  if (decision.kind === 'redirect') {
    expect(decision.rule).toBe(leads.rule);
    // After the password, the answer is 303.
    if (one.visit.password === undefined) expect(decision.status).toBe(leads.status as 302);
  }
  if ('target' in decision) expect(leads.targets).toContain(decision.target);
});

test.each(['city', 'constructor', 'toString'])(
  'a rule with the condition "%s", which this version does not know, fits no visit',
  (name) => {
    const link = toRoutedLink({ fields: { long_url: 'https://example.com/' }, clicks: 0 });
    const rules = [{ when: { [name]: ['x'] }, target: 'https://rule.example/' }];
    const facts = { time: 0, userAgent: '', languages: '', query: '', address: '', country: '' };
    const visited = { ...link, routing: { ...link.routing, rules } };
    expect(decide(visited, { ...facts, drawsAnew: false }, 0).why).toBe('long-url');
  },
);
