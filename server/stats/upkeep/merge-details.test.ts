import { expect, test } from 'bun:test';
import {
  allRows,
  createDetail,
  readDetail,
  readSettled,
  type Detail,
  type DetailRows,
} from '../detail.ts';
import { decodeRuns } from '../link-runs.ts';
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

function merge(parts: readonly DetailRows[]) {
  return mergeDetails(parts, (agent) => agent !== BOT);
}

function mergeAll(...parts: readonly Detail[]) {
  return merge(parts.flatMap(allRows));
}

function mergeRows(parts: readonly Detail[]) {
  const { body, visitors } = mergeAll(...parts);
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
  const first = mergeAll(
    openDetail([
      { agent: 1, quarter: 5, visitor: 7 },
      { agent: 1, quarter: 5, visitor: 8 },
    ]),
  );
  const again = mergeAll(readDetail(first.body));
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
    mergeAll(openDetail(clicks)),
    mergeRows([openDetail(clicks)]),
  ];
  expect(visitors).toBe(300);
  expect(rows).toEqual([
    [5, 1, 255, 255],
    [5, 1, 255, 45],
    [5, 1, 190, 0],
  ]);
  expect(mergeAll(readDetail(body))).toEqual({ body, visitors: 0 });
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

test('rows of the site stand by links, and a visitor counts with the first click on any of them', () => {
  const first = withRuns(
    openDetail([
      { agent: 1, quarter: 9, visitor: 7 },
      { agent: 1, quarter: 9, visitor: 8 },
      { agent: 1, quarter: 3, visitor: 7 },
    ]),
    [4, 2 ** 40],
    [2, 3],
  );
  const second = withRuns(openDetail([{ agent: 1, quarter: 9, visitor: 6 }]), [4], [1]);
  const settled = merge([first, second]);
  expect(rowsByLink(settled.body)).toEqual([
    [4, 9, 3, 2],
    [2 ** 40, 3, 1, 1],
  ]);
  expect(settled.visitors).toBe(3);
  const late = withRuns(openDetail([{ agent: 2, quarter: 0, visitor: 6 }]), [5], [1]);
  const again = merge([...allRows(readDetail(settled.body)), late]);
  expect(rowsByLink(again.body)).toEqual([
    [4, 9, 3, 2],
    [5, 0, 1, 1],
    [2 ** 40, 3, 1, 1],
  ]);
  // Settled before it was noted whose they were.
  const former = merge(allRows(openDetail([{ agent: 1, quarter: 9, visitor: 1 }])));
  const mixed = merge([...allRows(readDetail(former.body)), late]);
  expect(rowsByLink(mixed.body)).toEqual([
    [0, 9, 1, 1],
    [5, 0, 1, 1],
  ]);
});

function withRuns(detail: Detail, linkIds: readonly number[], ends: readonly number[]): DetailRows {
  const runs = { linkIds: Float64Array.from(linkIds), ends: Int32Array.from(ends) };
  return { detail, from: 0, to: detail.rows, runs };
}

/** Of each row the link, the quarter, the clicks and the visitors. */
function rowsByLink(body: Uint8Array): number[][] {
  const { rows, quarter, clicks, visitors, runs } = readSettled(body);
  const { linkIds, ends } = decodeRuns(runs!);
  return Array.from({ length: rows }, (_, row) => [
    linkIds[ends.findIndex((end) => row < end)]!,
    quarter[row]!,
    clicks[row]!,
    visitors[row]!,
  ]);
}
