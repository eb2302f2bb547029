import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { SITE_ID } from '../record-visits.ts';
import { DaySumBuilder } from '../day-sum-builder.ts';
import { readSum } from '../day-sum.ts';
import { selectSums, upsertSums } from '../day-sums.store.ts';
import { allRows } from '../detail.ts';
import { NOT_SETTLED, selectParts, type OpenPart } from '../open-parts.store.ts';
import { haveParts } from './open-chunks.store.ts';
import { factKinds } from '../fact-kinds.ts';
import type { Facts } from '../facts.ts';
import { selectFacts, selectRulesVersion, updateFact, upsertRulesVersion } from '../facts.store.ts';
import { changeSettledRevision } from '../days.store.ts';
import { addBots, closeDay, isSettled, selectNextDay } from './upkeep.store.ts';
import { recountParts } from './recount-parts.ts';
import { walkSums, type LinkDetails, type UpkeepOptions } from './walk-links.ts';

/** How many facts one transaction changes. */
const FACTS_AT_ONCE = 500;

/**
 * When the stored sums rest on other rules of what user agents mean than those of this process,
 * makes all of them anew of which the clicks are still known, from `firstDay` on. What the facts
 * say is stored last: who is ended before that begins again. Throws what the database throws.
 */
export async function reclassify(options: UpkeepOptions, firstDay: number): Promise<void> {
  const { engine, facts, isOver } = options;
  if ((await selectRulesVersion(engine.db)) === facts.rules.version) return;
  await facts.refresh();
  let day = await selectNextDay(engine, firstDay - 1);
  for (; day !== null; day = await selectNextDay(engine, day)) {
    await reclassifyDay(options, day);
    if (isOver()) return;
  }
  const changed = await findChanged(engine, facts);
  for (let from = 0; from < changed.length; from += FACTS_AT_ONCE) {
    const some = changed.slice(from, from + FACTS_AT_ONCE);
    await engine.write(async (tx) => {
      for (const fact of some) await updateFact(tx, fact);
    });
  }
  await engine.write((tx) => upsertRulesVersion(tx, facts.rules.version, nowSeconds()));
}

/** The user agents of which something else is stored than they mean. */
async function findChanged(engine: Engine, facts: Facts) {
  const stored = await selectFacts(engine.db, factKinds.indexOf('agent'));
  // What they mean may have values that are not stored yet.
  await facts.save();
  const agents = facts.all('agent');
  return stored.flatMap((row) => {
    const fact = agents[row.id];
    if (fact === undefined) return [];
    const valueIds = fact.values.map(({ id }) => id);
    const isSame = fact.class === row.class && valueIds.every((id, i) => id === row.valueIds[i]);
    return isSame ? [] : [{ ...row, class: fact.class, valueIds }];
  });
}

async function reclassifyDay(options: UpkeepOptions, day: number): Promise<void> {
  const { engine } = options;
  if (!(await recountParts(options, day))) return;
  for (let after = NOT_SETTLED; ;) {
    const parts = await selectParts(engine.db, day);
    const end = await sumAnew(options, day, parts, after);
    if (options.isOver()) return;
    if (end === null) break;
    after = end;
  }
  // Who has most people may be somebody else now.
  if (await isSettled(engine.db, day)) await closeDay(engine, day);
}

/** Makes sums anew; returns up to which link when the parts are others meanwhile, else null. */
async function sumAnew(
  options: UpkeepOptions,
  day: number,
  parts: readonly OpenPart[],
  after: number,
): Promise<number | null> {
  let end = after;
  for await (const links of walkSums(options, day, parts, after)) {
    if (options.isOver() || !(await reclassifyLinks(options, day, links, parts))) return end;
    end = links.at(-1)!.linkId;
  }
  return null;
}

/** Makes sums anew; false when the parts are others meanwhile. */
async function reclassifyLinks(
  { engine, facts }: UpkeepOptions,
  day: number,
  links: readonly LinkDetails[],
  parts: readonly OpenPart[],
): Promise<boolean> {
  await facts.save();
  const linkIds = links.map(({ linkId }) => linkId);
  const sums = new Map<number, Uint8Array>();
  const sum = new DaySumBuilder(facts);
  for (const { linkId, settled, open } of links) {
    for (const rows of [...allRows(settled), ...open]) sum.addDetail(rows);
    sums.set(linkId, sum.take());
  }
  return engine.write(async (tx) => {
    const stored = await selectParts(tx, day);
    if (stored.length !== parts.length) return false;
    if (!(await haveParts(tx, day, parts, NOT_SETTLED))) return false;
    const bodies = new Map<number, Uint8Array>();
    const bots = new Map<number, number>();
    for (const [linkId, stored] of await selectSums(engine, tx, day, linkIds)) {
      const body = sums.get(linkId)!;
      if (Buffer.compare(body, stored) === 0) continue;
      const [before, after] = [readSum(stored), readSum(body)];
      // Of a day that was forgotten and to which clicks came late, not all are known.
      if (before.clicks !== after.clicks) continue;
      bodies.set(linkId, body);
      if (linkId !== SITE_ID) bots.set(linkId, before.people - after.people);
    }
    await upsertSums(tx, day, bodies);
    await addBots(engine, tx, bots);
    await changeSettledRevision(tx);
    return true;
  });
}
