import { expect } from 'bun:test';
import { blockOf } from '../server/clicks/click-order.store.ts';
import type { Engine } from '../server/engine/engine.ts';
import { readAllDetails } from './day-details.ts';
import { readWholeSum } from './day-sum.ts';

/**
 * Expects what must hold at any instant, whatever clicks there were: the totals of each link and
 * day are the sums of their parts, and the counts of the links, which had `imported` clicks each
 * before there were statistics; each link has its counts, and its place by them unless it waits for it. Returns how many clicks there are.
 */
export async function expectTotals(engine: Engine, imported = 0): Promise<number> {
  const clicksOf = new Map<number, number>();
  const botsOf = new Map<number, number>();
  const linksOn = new Map<number, number>();
  const siteOn = new Map<number, number>();
  const stored = await engine.db.selectFrom('click_sum').selectAll().execute();
  for (const { day, link_id: linkId, body } of stored) {
    const total = readWholeSum(body);
    const times = [...total.byTime];
    expect(sum(times.map(([, clicks]) => clicks))).toBe(total.clicks);
    const people = times.filter(([key]) => key % 4 < 2).map(([, clicks]) => clicks);
    expect(sum(people)).toBe(total.people);
    add(linkId === 0 ? siteOn : linksOn, day, total.clicks);
    add(clicksOf, linkId, total.clicks);
    add(botsOf, linkId, total.clicks - total.people);
  }
  // The sums of links lack the clicks that are open.
  for (const { day, linkId, part, from, to, people } of await readAllDetails(engine)) {
    if (part === 0 || linkId === 0) continue;
    add(linksOn, day, to - from);
    add(clicksOf, linkId, to - from);
    add(botsOf, linkId, to - from - people);
  }
  expect(linksOn).toEqual(siteOn);
  const links = await engine.db.selectFrom('link').select('id').orderBy('id').execute();
  const counts = await engine.db.selectFrom('click_count').selectAll().orderBy('link_id').execute();
  expect(counts.map((row) => row.link_id)).toEqual(links.map(({ id }) => id));
  const blocks = await engine.db.selectFrom('unsorted_block').selectAll().execute();
  const unsorted = new Set(blocks.map(({ block }) => block));
  for (const { link_id: id, clicks, bots, sorted_clicks: sortedClicks } of counts) {
    if (!unsorted.has(blockOf(id))) expect(sortedClicks).toBe(clicks);
    expect({ id, clicks: clicks - imported, bots }).toEqual({
      id,
      clicks: clicksOf.get(id) ?? 0,
      bots: botsOf.get(id) ?? 0,
    });
  }
  return sum(siteOn.values());
}

export function sum(numbers: Iterable<number>): number {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
}

function add(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
