import { expect, test } from 'bun:test';
import { allRows, createDetail, readDetail, type Detail } from '../detail.ts';
import { mergeDetails } from './merge-details.ts';

interface Click {
  readonly agent: number;
  readonly quarter: number;
  readonly visitor: number;
  readonly referrer?: number;
  readonly isScan?: boolean;
}

const BOT = 9;

function openDetail(clicks: readonly Click[]): Detail {
  const { body, detail } = createDetail('open', clicks.length);
  for (const [row, { agent, quarter, visitor, referrer = 0, isScan = false }] of clicks.entries()) {
    detail.agent[row] = agent;
    detail.quarter[row] = quarter;
    detail.referrer[row] = referrer;
    detail.scan[row] = isScan ? 1 : 0;
    detail.visitorLow[row] = visitor;
    detail.visitorHigh[row] = visitor === 0 ? 0 : 65_535;
  }
  return readDetail(body);
}

function merge(parts: readonly Detail[]) {
  return mergeDetails(parts.flatMap(allRows), (agent) => agent !== BOT);
}

function mergeRows(parts: readonly Detail[]) {
  const { body, visitors } = merge(parts);
  const detail = readDetail(body);
  if (detail.form !== 'settled') throw new Error('it must be settled');
  const rows = Array.from({ length: detail.rows }, (_, row) => [
    detail.quarter[row],
    detail.agent[row],
    detail.clicks[row],
    detail.visitors[row],
  ]);
  return { rows, visitors };
}

test('clicks that are alike become one row, by quarter, and a visitor counts with the first', () => {
  const { rows, visitors } = mergeRows([
    openDetail([
      { agent: 1, quarter: 50, visitor: 7 },
      { agent: 1, quarter: 50, visitor: 8 },
      { agent: 2, quarter: 95, visitor: 6 },
    ]),
    openDetail([
      { agent: 1, quarter: 3, visitor: 7 },
      { agent: 1, quarter: 50, visitor: 7, referrer: 4 },
    ]),
  ]);
  expect(rows).toEqual([
    [3, 1, 1, 1],
    [50, 1, 2, 1],
    [50, 1, 1, 0],
    [95, 2, 1, 1],
  ]);
  expect(visitors).toBe(3);
});

test('bots have no visitors, and who is not told apart is none', () => {
  const { rows, visitors } = mergeRows([
    openDetail([
      { agent: BOT, quarter: 0, visitor: 5 },
      { agent: 1, quarter: 0, visitor: 0 },
      { agent: 1, quarter: 0, visitor: 0, isScan: true },
    ]),
  ]);
  expect(rows).toEqual([
    [0, 1, 1, 0],
    [0, 1, 1, 0],
    [0, BOT, 1, 0],
  ]);
  expect(visitors).toBe(0);
});

test('what was settled keeps its clicks and visitors, and what comes late is added', () => {
  const first = merge([
    openDetail([
      { agent: 1, quarter: 5, visitor: 7 },
      { agent: 1, quarter: 5, visitor: 8 },
    ]),
  ]);
  const again = merge([readDetail(first.body)]);
  expect(again).toEqual({ body: first.body, visitors: 0 });
  const { rows, visitors } = mergeRows([
    readDetail(first.body),
    openDetail([{ agent: 1, quarter: 5, visitor: 7 }]),
  ]);
  expect(rows).toEqual([[5, 1, 3, 3]]);
  expect(visitors).toBe(1);
});

test('clicks that are alike become as few rows as can count them', () => {
  const clicks = Array.from({ length: 700 }, (_, i) => ({
    agent: 1,
    quarter: 5,
    visitor: i < 300 ? i + 1 : 1,
  }));
  const [{ body, visitors }, { rows }] = [
    merge([openDetail(clicks)]),
    mergeRows([openDetail(clicks)]),
  ];
  expect(visitors).toBe(300);
  expect(rows).toEqual([
    [5, 1, 255, 255],
    [5, 1, 255, 45],
    [5, 1, 190, 0],
  ]);
  expect(merge([readDetail(body)])).toEqual({ body, visitors: 0 });
  const late = mergeRows([readDetail(body), openDetail([{ agent: 1, quarter: 5, visitor: 9 }])]);
  expect(late.rows).toEqual([...rows.slice(0, 1), [5, 1, 255, 46], [5, 1, 191, 0]]);
});

test('a body of an unknown form is refused', () => {
  expect(() => readDetail(Uint8Array.of(2, 0, 0, 0))).toThrow('the form 2');
});

test('parts are read wherever they stand in memory', () => {
  const { body } = createDetail('open', 3);
  const pooled = Buffer.alloc(body.length + 1);
  pooled.set(body, 1);
  expect(readDetail(pooled.subarray(1)).rows).toBe(3);
});
