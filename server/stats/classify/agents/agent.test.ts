import { describe, expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureCost } from '../../../../tests/support/cpu-cost.ts';
import { fc } from '../../../../tests/support/random.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { userAgents, type KnownAgent } from '../../../../tests/support/user-agents.ts';
import { AGENT_RULES_LIBRARIES, readAgent } from './agent.ts';
import { testInAll } from '../../../../tests/support/test-run.ts';

describe('a user agent tells people, previews and bots apart', () => {
  test.each(userAgents.map((agent) => [`${agent.class} ${agent.browser}: ${agent.text}`, agent]))(
    '%s',
    (_name, { text, ...expected }) => {
      expect(readAgent(text)).toEqual(expected);
    },
  );
});

test('the corpus has enough of each class, without duplicates', () => {
  expect(count('person')).toBeGreaterThanOrEqual(120);
  expect(count('preview')).toBeGreaterThanOrEqual(60);
  expect(count('bot')).toBeGreaterThanOrEqual(60);
  expect(new Set(userAgents.map(({ text }) => text)).size).toBe(userAgents.length);
});

function count(name: KnownAgent['class']): number {
  return userAgents.filter((agent) => agent.class === name).length;
}

test('a new version of a library requires a new version of the rules', () => {
  const dependencies: Readonly<Record<string, string>> = packageJson.dependencies;
  const sources = globSync(join(import.meta.dir, '*.ts'))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const used = [...sources.matchAll(/ from '([^.'][^']*)'/g)].map(([, name]) => name!);
  expect(
    AGENT_RULES_LIBRARIES,
    'Raise AGENT_RULES_VERSION in agent.ts, so that stored user agents are read again, and then write the versions of package.json into AGENT_RULES_LIBRARIES.',
  ).toEqual(Object.fromEntries(used.map((name) => [name, dependencies[name] ?? 'none'])));
});

test('surrounding spaces and text behind 512 characters do not matter', () => {
  const { text, ...expected } = userAgents[0]!;
  expect(readAgent(` ${text}  `)).toEqual(expected);
  expect(readAgent(`${text.padEnd(512)}Googlebot/2.1`)).toEqual(expected);
});

const LENGTH = 512;
const fragments = [
  ...Array.from('()[]{};:/|.,@+-_ "\'<>\\\0\n\u00ff\u{1f600}a1'),
  'Mozilla/5.0 ',
  'Mozilla/5.0 (',
  'compatible; ',
  'facebookexternalhit/',
  'AlipayDefined(',
  'baiduboxapp/',
  'TTID/@a',
  '(News 1.',
  'Version/1.1',
  'Opera/9.80 opt/1',
  'Macintosh FxiOS',
  'Linespider-',
  'Feishu-Lark',
  '1.0_1_1',
];
const hostile = fragments.map((fragment) => fragment.repeat(LENGTH).slice(0, LENGTH));
const mixtures = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''));

test('any text can be classified', () => {
  fc.assert(
    fc.property(mixtures, (text) => {
      const { class: agentClass, ...values } = readAgent(text);
      expect(['person', 'preview', 'bot']).toContain(agentClass);
      for (const value of Object.values(values)) expect(value.length).toBeLessThan(40);
    }),
    { numRuns: 500 },
  );
});

testInAll('reading takes at most 100 µs of processor time, whatever the text', () => {
  const people = userAgents.filter(({ class: name }) => name === 'person');
  for (const { text } of people) readAgent(text);
  const texts = [
    ...hostile,
    ...hostile.map((text) => `Mozilla/5.0 (${text}`),
    ...fragments.map((fragment) => fragment.repeat(4096)),
    ...fc.sample(mixtures, 40).map((text) => `Mozilla/5.0 ${text}`),
  ];
  // A slow machine takes longer for a common text, too.
  const usual = median(people.slice(0, 30).map(({ text }) => measureCost(() => readAgent(text))));
  const limit = Math.max(100, 8 * usual);
  for (const text of texts)
    expect(
      measureCost(() => readAgent(text)),
      text.slice(0, 40),
    ).toBeLessThan(limit);
});

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
