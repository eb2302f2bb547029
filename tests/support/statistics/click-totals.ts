import { expect } from 'bun:test';
import { blockOf } from '../../../server/clicks/click-order.store.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { selectFillDay } from '../../../server/stats/ingest/last-clicks.store.ts';
import { QUARTER_SECONDS } from '../../../server/stats/quarter.ts';
import { readClicks } from './read-log.ts';

/**
 * Checks what must hold at any instant. The count of each link is the sum of its log rows plus its
 * `imported` clicks, and its last click the newest of people, unless a fill is pending. Each link
 * has a count, and a rank by it unless an update is pending. Returns the number of clicks.
 */
export async function expectTotals(engine: Engine, imported = 0): Promise<number> {
  const clicksOf = new Map<number, number>();
  const botsOf = new Map<number, number>();
  const lastOf = new Map<number, number>();
  for (const { linkId, time, class: visitClass, clicks } of await readClicks(engine)) {
    add(clicksOf, linkId, clicks);
    if (visitClass > 1) add(botsOf, linkId, clicks);
    else lastOf.set(linkId, Math.max(time, lastOf.get(linkId) ?? 0));
  }
  const links = await engine.db.selectFrom('link').select('id').orderBy('id').execute();
  const counts = await engine.db.selectFrom('click_count').selectAll().orderBy('link_id').execute();
  expect(counts.map((row) => row.link_id)).toEqual(links.map(({ id }) => id));
  const blocks = await engine.db.selectFrom('unsorted_block').selectAll().execute();
  const unsorted = new Set(blocks.map(({ block }) => block));
  const isFilled = (await selectFillDay(engine.db)) === null;
  for (const row of counts) {
    const { link_id: id, clicks, bots, last_clicked_at: last } = row;
    if (!unsorted.has(blockOf(id))) {
      expect([row.sorted_clicks, row.sorted_last_click]).toEqual([clicks, last]);
    }
    if (isFilled) expect([id, last - (last % QUARTER_SECONDS)]).toEqual([id, lastOf.get(id) ?? 0]);
    expect({ id, clicks: clicks - imported, bots }).toEqual({
      id,
      clicks: clicksOf.get(id) ?? 0,
      bots: botsOf.get(id) ?? 0,
    });
  }
  return sum(clicksOf.values());
}

export function sum(numbers: Iterable<number>): number {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
}

function add(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
