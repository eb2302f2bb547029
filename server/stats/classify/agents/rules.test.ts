import { describe, expect, test } from 'bun:test';
import crawlers from 'crawler-user-agents';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAgentRule, readAgent } from './agent.ts';
import { agentRules } from './rules.ts';

const root = join(import.meta.dir, '../../../..');
/** Class, deciding rule, source and user agent. */
const rows = readFileSync(join(root, 'tests/support/agent-rules.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

describe('each rule decides its user agents', () => {
  test.each(rows)('%s by "%s" (%s): %s', (agentClass, rule, _source, text = '') => {
    const found = findAgentRule(text);
    expect([found.class, found.name]).toEqual([agentClass, rule] as never);
  });
});

test('every rule has a user agent', () => {
  const used = new Set(rows.map(([, rule]) => rule));
  expect(agentRules.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

function share(texts: readonly string[], isWrong: (text: string) => boolean): number {
  return texts.filter(isWrong).length / texts.length;
}

test('at most 0.3 % of the crawlers of other projects count as people', () => {
  const texts = [...new Set(crawlers.flatMap(({ instances }) => instances))];
  expect(texts.length).toBeGreaterThan(2000);
  expect(share(texts, (text) => readAgent(text).class === 'person')).toBeLessThanOrEqual(0.003);
});

test('at most 0.1 % of the visitors of other sites count as programs', () => {
  // The package exports only its random choice.
  const file = join(root, 'node_modules/user-agents/dist/user-agents.json');
  const visitors = JSON.parse(readFileSync(file, 'utf8')) as { userAgent: string }[];
  const texts = [...new Set(visitors.map(({ userAgent }) => userAgent))];
  expect(texts.length).toBeGreaterThan(900);
  expect(share(texts, (text) => readAgent(text).class !== 'person')).toBeLessThanOrEqual(0.001);
});

/** Words of programs stand in names of real models. */
const models = [
  'Bot',
  'BOT 552',
  'Spider 8',
  'Crawler',
  'Scan X',
  'Discovery_2',
  'Catcher',
  'Radar',
];
/** Where user agents name the model. */
const shapes = [
  (model: string) => `(Linux; Android 13; ${model})`,
  (model: string) => `(Linux; Android 13; ${model} Build/TP1A.220624.014)`,
  (model: string) => `(Linux; Android 9; ${model}(V1) Build/PPR1; wv)`,
  (model: string) => `(Linux; U; Android 8.1.0; en-us; ${model} Build/O11019)`,
  (model: string) => `(Linux; arm_64; Android 13; ${model})`,
  (model: string) => `(Phone; OpenHarmony 5.0; ${model})`,
];

test('no name of a model makes a program of a phone', () => {
  for (const shape of shapes) {
    for (const model of models) {
      const text = `Mozilla/5.0 ${shape(model)} AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/127.0.0.0 Mobile Safari/537.36`;
      expect(readAgent(text).class, text).toBe('person');
      expect(readAgent(`${text} (compatible; AcmeBot/1.0)`).class, text).toBe('bot');
    }
  }
});
