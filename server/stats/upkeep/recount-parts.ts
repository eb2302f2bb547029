import { isPeoplesRow } from '../classes.ts';
import type { Facts } from '../facts.ts';
import { learnFactsOf } from '../learn-facts.ts';
import { rowsAt } from '../link-runs.ts';
import { readChunk, type OpenChunk } from '../open-chunk.ts';
import { NOT_SETTLED, selectParts, type OpenPart } from '../open-parts.store.ts';
import { SITE_ID } from '../record-visits.ts';
import { haveParts, replaceChunks, selectNextChunk } from './open-chunks.store.ts';
import { addBots } from './upkeep.store.ts';
import type { UpkeepOptions } from './walk-links.ts';

/**
 * Has the open clicks of a day, and the counts of their links, say who is a person by the rules of
 * this process. Returns false when it was ended before. Throws what the database throws.
 */
export async function recountParts(options: UpkeepOptions, day: number): Promise<boolean> {
  const { engine, isOver } = options;
  for (let areAllDone = false; !areAllDone;) {
    areAllDone = true;
    for (const part of await selectParts(engine.db, day)) {
      if (isOver()) return false;
      if (!(await recountPart(options, day, part))) areAllDone = false;
    }
  }
  return true;
}

/** Returns false when the part is another meanwhile. */
async function recountPart(
  { engine, facts }: UpkeepOptions,
  day: number,
  { part, ...state }: OpenPart,
): Promise<boolean> {
  const bodies = new Map<number, Uint8Array>();
  const bots = new Map<number, number>();
  for (let last = Math.max(state.settledTo, SITE_ID); ;) {
    const stored = await selectNextChunk(engine, day, part, last);
    if (stored === null) break;
    const body = new Uint8Array(stored);
    const chunk = readChunk(body);
    await learnFactsOf(facts, chunk.detail);
    if (recountChunk(facts, chunk, state.settledTo, bots)) bodies.set(chunk.linkIds.at(-1)!, body);
    last = chunk.linkIds.at(-1)!;
  }
  if (bodies.size === 0) return true;
  return engine.write(async (tx) => {
    if (!(await haveParts(tx, day, [{ part, ...state }], NOT_SETTLED))) return false;
    await replaceChunks(engine, tx, day, part, bodies);
    await addBots(engine, tx, bots);
    return true;
  });
}

/** Corrects the people of the links behind one, and notes by how much; false: they were right. */
function recountChunk(
  facts: Facts,
  chunk: OpenChunk,
  settledTo: number,
  bots: Map<number, number>,
): boolean {
  const { linkIds, people, detail } = chunk;
  const agents = facts.all('agent');
  let isOther = false;
  for (let place = 0; place < linkIds.length; place += 1) {
    if (linkIds[place]! <= settledTo) continue;
    const { from, to } = rowsAt(chunk, place);
    let count = 0;
    for (let row = from; row < to; row += 1) if (isPeoplesRow(agents, detail, row)) count += 1;
    if (count === people[place]) continue;
    bots.set(linkIds[place]!, people[place]! - count);
    people[place] = count;
    isOther = true;
  }
  return isOther;
}
