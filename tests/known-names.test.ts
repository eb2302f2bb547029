import { expect, test } from 'bun:test';
import { BROWSER_MAP, OS_MAP } from 'bowser';
import { readFileSync } from 'node:fs';
import { apps, browsers, systems } from '../web/links/routing/visitors.ts';

const agents = 'server/stats/classify/agents';
const sources = [`${agents}/browsers.ts`, `${agents}/devices.ts`].map((file) =>
  readFileSync(file, 'utf8'),
);
const known = new Set<string>([
  ...Object.values(BROWSER_MAP),
  ...Object.values(OS_MAP),
  ...sources.flatMap((source) => source.match(/(?<=')[^'\n]+(?=')/g) ?? []),
]);

test('rules offer only names that the statistics give', () => {
  expect([...systems, ...browsers, ...apps].filter((name) => !known.has(name))).toEqual([]);
});
