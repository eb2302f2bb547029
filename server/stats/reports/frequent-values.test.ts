import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Audience } from '../../../contracts/stats.ts';
import { countVisits } from '../../../tests/count-visits.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import { SETTLED_COPY_FILE } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { selectSettledRevision } from '../days.store.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import { readSum } from '../day-sum.ts';
import { createDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import type { AgentRules } from '../read-fact.ts';
import { SITE_ID } from '../record-visits.ts';
import { settleDay } from '../upkeep/settle.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { ReportMemory } from './report-memory.ts';
import { keysOfFilters } from './frequent-values.ts';
import { findFilterIds, type Filters } from './report-query.ts';
import { createReport } from './report.ts';
import { selectSettledSizes } from './reports.store.ts';
import type { ValueCopy } from './settled-copy-file.ts';
import { SettledCopy } from './settled-copy.ts';

const DAY = 20_000;
/** The user agents of the clicks of a day: a letter for the browser, and one for the system. */
const agents = 'A A A A A A B B B B C Ax Ax Ax Ax Bx Bx Bx bot-D bot-Ax'.split(' ');

let dataDir: string;
let engine: Engine;
let recorder: VisitRecorder;
let facts: Facts;
let copy: SettledCopy;

function readAgent(text: string) {
  const [browser = '', system = ''] = text.replace('bot-', '');
  const own = text.startsWith('bot') ? 'bot' : 'person';
  return { class: own, browser, system, device: '' } as const;
}

function createRules(version: number): AgentRules {
  return { version, read: readAgent };
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-frequent-'));
  engine = await openTestEngine(dataDir);
  recorder = new VisitRecorder(engine, undefined, createRules(1));
  facts = await recorder.openFacts();
  for (const day of [DAY, DAY + 1]) await settle(day, agents);
  copy = new SettledCopy(dataDir, { bytesMin: 1 });
  await copy.refresh(engine, facts);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

/** Counts clicks of user agents and settles the day. */
async function settle(day: number, userAgents: readonly string[]): Promise<void> {
  await countVisits(engine, recorder, day, userAgents);
  await settleDay({ engine, facts, isOver: () => false }, day);
}

/** What the copy has of some values; null when there is nothing. */
async function findFrequent(filters: Filters, rules = 1, revision?: string) {
  const keys = keysOfFilters(findFilterIds(facts, filters));
  if (keys === null) return null;
  const now = revision ?? (await selectSettledRevision(engine));
  return copy.findFrequent(keys, rules, { revision: now, days: [DAY, DAY + 1] });
}

const clicksOf = ({ sum }: ValueCopy): number => readSum(sum).clicks;

/** The clicks of each day that the sums of the first of some values tell of; null when there are none. */
async function readSums(filters: Filters, rules = 1, revision?: string) {
  const found = await findFrequent(filters, rules, revision);
  return found?.map(({ day, values }) => [day, clicksOf(values[0])]) ?? null;
}

/** The clicks that the sums of the pairs of some values tell of, by the day. */
async function readPairs(filters: Filters) {
  const found = await findFrequent(filters);
  return found?.map(({ pairs }) => pairs.map(clicksOf));
}

const sumsOf = (clicks: number) => [
  [DAY, clicks],
  [DAY + 1, clicks],
];

test('there are sums of what a tenth of all people came with, and of nothing else', async () => {
  expect(await readSums({ browser: 'A' })).toEqual(sumsOf(11));
  expect(await readSums({ browser: 'B' })).toEqual(sumsOf(7));
  expect(await readSums({ browser: 'C' })).toBeNull();
  expect(await readSums({ browser: 'D' })).toBeNull();
  expect(await readSums({ browser: 'E' })).toBeNull();
  expect(await readSums({ language: 'de' })).toEqual(sumsOf(agents.length));
  expect(await readSums({ language: 'none' })).toBeNull();
  expect(await readSums({ referrer: 'none' })).toEqual(sumsOf(agents.length));
  expect(await readSums({ browser: 'A', language: 'de' })).toEqual(sumsOf(11));
  expect(await readSums({ browser: 'A', language: 'none' })).toBeNull();
});

test('there are sums of pairs that many clicks have, and many lack that have the rarer value', async () => {
  const A = { browser: 'A' };
  expect(await readPairs({ ...A, system: 'x' })).toEqual([[5], [5]]);
  expect(await readPairs({ ...A, system: 'none' })).toEqual([[6], [6]]);
  expect(await readPairs({ ...A, system: 'x', language: 'de' })).toEqual([[5], [5]]);
  // All speak German.
  expect(await readPairs({ ...A, language: 'de' })).toEqual([[], []]);
  await settle(DAY + 1, ['Ax', 'Ax', 'B']);
  await copy.refresh(engine, facts);
  expect(await readPairs({ ...A, system: 'x' })).toEqual([[5], [7]]);
});

test('sums by other rules, or of another state, are not told, and made anew', async () => {
  expect(await readSums({ browser: 'A' }, 2)).toBeNull();
  expect(await readSums({ browser: 'A' }, 1, 'another')).toBeNull();
  const others = await new VisitRecorder(engine, undefined, createRules(2)).openFacts();
  await copy.refresh(engine, others);
  expect(await readSums({ browser: 'A' }, 1)).toBeNull();
  expect(await readSums({ browser: 'A' }, 2)).toEqual(sumsOf(11));
});

test('of a day that becomes another, and of what becomes frequent, there are new sums', async () => {
  await settle(DAY + 1, ['A', 'C', 'C', 'C', 'C', 'C']);
  expect(await readSums({ browser: 'A' })).toBeNull();
  await copy.refresh(engine, facts);
  expect(await readSums({ browser: 'A' })).toEqual([
    [DAY, 11],
    [DAY + 1, 12],
  ]);
  expect(await readSums({ browser: 'C' })).toEqual([
    [DAY, 1],
    [DAY + 1, 6],
  ]);
});

test('a copy tells nothing of a day that had open clicks when it was made', async () => {
  const revision = await selectSettledRevision(engine);
  rmSync(join(dataDir, SETTLED_COPY_FILE));
  await countVisits(engine, recorder, DAY + 1, ['A']);
  await copy.refresh(engine, facts);
  // Whoever has found the days before may still take it for settled.
  expect(await selectSettledRevision(engine)).toBe(revision);
  expect(await readSums({ browser: 'A' })).toBeNull();
  const asked = (days: readonly number[]) => ({ linkId: SITE_ID, revision, days });
  expect(copy.findSums(asked([DAY, DAY + 1]))).toBeNull();
  expect(copy.findClicks(asked([DAY + 1]))).toBeNull();
  expect(copy.findSums(asked([DAY]))?.days).toHaveLength(1);
});

test('sums of a day that is as it was are taken over', async () => {
  await settle(DAY + 1, ['A']);
  // Who sums up again takes nobody for an A.
  const [nobody] = facts.all('agent');
  for (const fact of facts.all('agent')) fact.values = nobody!.values;
  await copy.refresh(engine, facts);
  expect(await readSums({ browser: 'A' })).toEqual([
    [DAY, 11],
    [DAY + 1, 0],
  ]);
});

test('a copy is given up when its sums take more of the disk than it may have', async () => {
  const path = join(dataDir, SETTLED_COPY_FILE);
  rmSync(path);
  const sizes = await selectSettledSizes(engine, SITE_ID, [DAY, DAY + 1]);
  const clicks = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const small = new SettledCopy(dataDir, { bytesMin: 1, countFree: () => 11 * clicks });
  await small.refresh(engine, facts);
  expect(existsSync(path)).toBe(false);
});

test('what a copy has of the site and of a link is not looked for in the database', async () => {
  const report = ([linkId, filters]: readonly [number, Filters]) => {
    const span = { period: '30d', from: DAY * 86_400, to: (DAY + 2) * 86_400 } as const;
    const asked = { ...span, linkId, audience: 'people', filters, timeZone: 'UTC' } as const;
    const memory = new ReportMemory(copy);
    return createReport({ engine, facts, memory }, asked, (DAY + 3) * 86_400);
  };
  const all = [SITE_ID, 1].flatMap((linkId) =>
    [{}, { browser: 'A' }, { browser: 'A', system: 'none' }, { browser: 'C' }].map(
      (filters) => [linkId, filters] as const,
    ),
  );
  const before = await Promise.all(all.map(report));
  await engine.write(async (tx) => {
    const body = new DaySumBuilder(facts).take();
    await tx.updateTable('click_sum').set({ body }).execute();
    await tx
      .updateTable('settled_detail')
      .set({ body: createDetail('settled', 0).body })
      .execute();
  });
  expect(await Promise.all(all.map(report))).toEqual(before);
  expect(before.map(({ clicks }) => clicks)).toEqual([36, 20, 12, 2, 36, 20, 12, 2]);
  rmSync(join(dataDir, SETTLED_COPY_FILE));
  expect((await Promise.all(all.map(report))).map(({ clicks }) => clicks)).toEqual(
    all.map(() => 0),
  );
});

test.each(['people', 'all', 'person', 'scan', 'bot'] as const)(
  'a report about %s by frequent values is that without a copy',
  async (audience: Audience) => {
    const ones = [{}, { browser: 'A' }, { browser: 'D' }, { language: 'de' }];
    const pairs = [
      { browser: 'A', system: 'none' },
      { browser: 'B', system: 'x' },
    ];
    const more = pairs.flatMap((pair) => [
      pair,
      { ...pair, language: 'de' },
      { ...pair, via: 'x' },
    ]);
    for (const filters of [...ones, ...more]) {
      const report = (memory: ReportMemory) => {
        // Of the first day only a part is wanted.
        const span = {
          period: '30d',
          from: DAY * 86_400 + 4 * 3600,
          to: (DAY + 2) * 86_400,
        } as const;
        const asked = { ...span, linkId: 0, audience, filters, timeZone: 'UTC' };
        return createReport({ engine, facts, memory }, asked, (DAY + 3) * 86_400);
      };
      const plain = await report(new ReportMemory());
      expect(await report(new ReportMemory(copy))).toEqual(plain);
    }
  },
);
