import type { Engine, Write } from '../../engine/engine.ts';
import { classOf, isPeople } from '../classes.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import type { Facts } from '../facts.ts';
import { mergeDetails } from './merge-details.ts';
import { readSum } from '../day-sum.ts';
import { selectSums, upsertSums } from '../day-sums.store.ts';
import { allRows } from '../detail.ts';
import { NOT_SETTLED, selectParts, type OpenPart } from '../open-parts.store.ts';
import { SITE_ID } from '../record-visits.ts';
import { haveParts, settleParts } from './open-chunks.store.ts';
import { upsertSettled } from './settled-details.store.ts';
import { addBots, closeDay } from './upkeep.store.ts';
import { walkOpenLinks, type LinkDetails, type UpkeepOptions } from './walk-links.ts';

/**
 * Settles a day that is over: the clicks of each link become sums, and rows of those alike; its
 * visitors are counted, and what tells them apart is thrown away. It may be ended at any instant and be done
 * again, also by several at once. Throws what the database throws.
 */
export async function settleDay(options: UpkeepOptions, day: number): Promise<void> {
  const { engine, isOver } = options;
  while (!isOver()) {
    const parts = await selectParts(engine.db, day);
    if (parts.length === 0) return closeDay(engine, day);
    if (!(await settleSome(options, day, parts))) return;
  }
}

/** Settles parts of a day, until all are or somebody else does so; false when there was nothing. */
async function settleSome(
  options: UpkeepOptions,
  day: number,
  parts: readonly OpenPart[],
): Promise<boolean> {
  let settledTo = NOT_SETTLED;
  for await (const links of walkOpenLinks(options, day, parts)) {
    if (options.isOver()) return true;
    const before = settledTo;
    settledTo = links.at(-1)!.linkId;
    if (!(await settleLinks(options, day, links, parts, before, settledTo))) return true;
  }
  return settledTo !== NOT_SETTLED;
}

/** Settles links of a day; false when somebody else does so. */
async function settleLinks(
  { engine, facts }: UpkeepOptions,
  day: number,
  links: readonly LinkDetails[],
  parts: readonly OpenPart[],
  before: number,
  settledTo: number,
): Promise<boolean> {
  // What they mean may have values that are not stored yet.
  await facts.save();
  // Merged before the transaction: others wait for that, and a busy day takes long.
  const agents = facts.all('agent');
  const isPeoplesClick = (agentId: number, isScan: boolean) =>
    isPeople(classOf(agents[agentId]!.class, isScan));
  const bodies = new Map<number, Uint8Array>();
  const visitors = new Map<number, number>();
  for (const { linkId, settled, open } of links) {
    const merged = mergeDetails([...allRows(settled), ...open], isPeoplesClick);
    bodies.set(linkId, merged.body);
    visitors.set(linkId, merged.visitors);
  }
  return engine.write(async (tx) => {
    if (!(await haveParts(tx, day, parts, before))) return false;
    await upsertSettled(tx, day, bodies);
    await addBots(engine, tx, await addToSums(engine, tx, facts, day, links, visitors));
    await settleParts(engine, tx, day, parts, settledTo);
    return true;
  });
}

/**
 * Adds the clicks of links that were open to their sums, and the visitors of all to theirs; returns
 * of how many clicks more than when they were counted one knows now that they are no people's.
 */
async function addToSums(
  engine: Engine,
  tx: Write,
  facts: Facts,
  day: number,
  links: readonly LinkDetails[],
  visitors: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const linkIds = links.map(({ linkId }) => linkId);
  const stored = await selectSums(engine, tx, day, linkIds);
  const bodies = new Map<number, Uint8Array>();
  const bots = new Map<number, number>();
  const sum = new DaySumBuilder(facts);
  for (const { linkId, open, openPeople } of links) {
    const former = stored.get(linkId);
    if (former !== undefined) sum.addStored(former);
    sum.visitors += visitors.get(linkId)!;
    // Those of the site were added when they came.
    if (linkId !== SITE_ID) for (const rows of open) sum.addDetail(rows);
    const body = sum.take();
    bodies.set(linkId, body);
    if (linkId === SITE_ID) continue;
    const before = former === undefined ? 0 : readSum(former).people;
    bots.set(linkId, before + openPeople - readSum(body).people);
  }
  await upsertSums(tx, day, bodies);
  return bots;
}
