import type { Engine, Write } from '../../engine/engine.ts';
import { classOf, isPeople } from '../classes.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import { deleteDetails, haveParts, selectDetails } from './details.store.ts';
import type { Facts } from '../facts.ts';
import { learnFactsOf } from '../learn-facts.ts';
import { mergeDetails } from './merge-details.ts';
import { selectSums, upsertSums } from '../day-sums.store.ts';
import { insertRows } from '../insert-rows.ts';
import { closeDay } from './upkeep.store.ts';
import { walkLinks, type UpkeepOptions } from './walk-links.ts';

/**
 * Settles a day that is over: the clicks of each link become rows of those alike, its visitors are
 * counted, and what tells them apart is thrown away. It may be ended at any instant and be done
 * again, also by several at once. Throws what the database throws.
 */
export async function settleDay(options: UpkeepOptions, day: number): Promise<void> {
  const settle = (linkIds: readonly number[]) => settleLinks(options, day, linkIds);
  if (await walkLinks(options, { day, onlyOpen: true }, settle)) {
    await closeDay(options.engine, day);
  }
}

/** Settles links of a day; false when somebody has changed their details meanwhile. */
async function settleLinks(
  { engine, facts }: UpkeepOptions,
  day: number,
  linkIds: readonly number[],
): Promise<boolean> {
  // Read and merged before the transaction: others wait for that, and a busy day takes long.
  const details = await selectDetails(engine, day, linkIds);
  await learnFactsOf(facts, details);
  const agents = facts.all('agent');
  const isPeoplesClick = (agentId: number, isScan: boolean) =>
    isPeople(classOf(agents[agentId]!.class, isScan));
  const bodies: unknown[][] = [];
  const visitors = new Map<number, number>();
  for (const [linkId, parts] of Map.groupBy(details, (detail) => detail.linkId)) {
    const merged = mergeDetails(
      parts.map(({ detail }) => detail),
      isPeoplesClick,
    );
    bodies.push([day, linkId, 0, merged.body]);
    if (merged.visitors > 0) visitors.set(linkId, merged.visitors);
  }
  return engine.write(async (tx) => {
    if (!(await haveParts(engine, tx, day, linkIds, details))) return false;
    await deleteDetails(engine, tx, day, linkIds);
    await insertRows(tx, 'click_detail (day, link_id, part, body)', bodies);
    await addVisitors(engine, tx, facts, day, visitors);
    return true;
  });
}

async function addVisitors(
  engine: Engine,
  tx: Write,
  facts: Facts,
  day: number,
  visitors: ReadonlyMap<number, number>,
): Promise<void> {
  if (visitors.size === 0) return;
  const stored = await selectSums(engine, tx, day, [...visitors.keys()]);
  const bodies = new Map<number, Uint8Array>();
  const sum = new DaySumBuilder(facts);
  for (const [linkId, body] of stored) {
    sum.addStored(body);
    sum.visitors += visitors.get(linkId)!;
    bodies.set(linkId, sum.take());
  }
  await upsertSums(tx, day, bodies);
}
