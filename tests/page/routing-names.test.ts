import { expect, test } from 'bun:test';
import { readAgent } from '../../server/stats/classify/agents/agent.ts';
import { readApp } from '../../server/stats/classify/agents/browsers.ts';
import { apps, browsers, systems, visitors } from '../../web/links/routing/visitors.ts';

test('the names to choose from for a rule are those of the statistics', () => {
  const agents = Object.values(visitors).map((userAgent) => readAgent(userAgent));
  expect(agents.map(({ device }) => device)).toEqual([
    'mobile',
    'mobile',
    'tablet',
    'desktop',
    'desktop',
    'mobile',
    'mobile',
    '',
  ]);
  expect(agents.at(-1)!.class).toBe('preview');
  const named = agents.filter(({ class: kind }) => kind === 'person');
  for (const { system, browser: name } of named) {
    expect(systems).toContain(system);
    expect([...browsers, ...apps]).toContain(name);
  }
  expect([readApp(visitors.wechat), readApp(visitors.instagram)]).toEqual(['WeChat', 'Instagram']);
});
