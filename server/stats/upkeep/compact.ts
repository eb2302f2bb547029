import type { Engine } from '../../engine/engine.ts';
import { selectOpenDays } from '../days.store.ts';
import { createDetail, openColumns } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { createChunks } from '../open-chunk.ts';
import { insertPart, NOT_SETTLED, selectParts, type OpenPart } from '../open-parts.store.ts';
import { SITE_ID } from '../record-visits.ts';
import { deleteParts, haveParts } from './open-chunks.store.ts';
import { readOpenLinks } from './open-links.ts';

/** Parts of fewer clicks are small. */
const SMALL = 16_384;
/** How many clicks a part has at most that is put together of small ones. */
const CLICKS_MAX = 4 * SMALL;

interface CompactOptions {
  readonly engine: Engine;
  readonly facts: Facts;
  /** How many small parts a day may have. */
  readonly partsMax: number;
  /** Asked between transactions: true leaves the rest to the next time. */
  readonly isOver: () => boolean;
}

/**
 * Puts small parts of open days together: each time that clicks are counted leaves one, which is
 * once a second while somebody watches. Throws what the database throws.
 */
export async function compact(options: CompactOptions): Promise<void> {
  const { engine, partsMax, isOver } = options;
  for (const day of await selectOpenDays(engine)) {
    while (!isOver()) {
      const parts = await selectParts(engine.db, day);
      const small = parts.filter(
        ({ clicks, settledTo }) => clicks < SMALL && settledTo === NOT_SETTLED,
      );
      if (small.length <= partsMax) break;
      await join(options, day, chooseParts(small));
    }
  }
}

/** The smallest, as many as one part can hold. */
function chooseParts(small: readonly OpenPart[]): readonly OpenPart[] {
  const parts = small.toSorted((a, b) => a.clicks - b.clicks);
  let clicks = 0;
  const end = parts.findIndex((part) => (clicks += part.clicks) > CLICKS_MAX);
  return end === -1 ? parts : parts.slice(0, end);
}

/** Makes one part of some, unless somebody has settled them meanwhile. */
async function join(
  { engine, facts }: CompactOptions,
  day: number,
  parts: readonly OpenPart[],
): Promise<void> {
  const clicks = parts.reduce((sum, part) => sum + part.clicks, 0);
  const { detail: all } = createDetail('open', clicks);
  const linkIds: number[] = [];
  const ends: number[] = [];
  const people: number[] = [];
  let at = 0;
  for await (const link of readOpenLinks(engine, facts, day, parts, SITE_ID)) {
    for (const { detail, from, to } of link.rows) {
      if (detail.form !== 'open') continue;
      for (const name of openColumns) all[name].set(detail[name].subarray(from, to), at);
      at += to - from;
    }
    linkIds.push(link.linkId);
    ends.push(at);
    people.push(link.people);
  }
  const places = Int32Array.from({ length: at }, (_, row) => row);
  const links = {
    linkIds: Float64Array.from(linkIds),
    ends: Int32Array.from(ends),
    people: Int32Array.from(people),
  };
  const chunks = createChunks(links, places, all);
  await engine.write(async (tx) => {
    if (at !== clicks || !(await haveParts(tx, day, parts, NOT_SETTLED))) return;
    await deleteParts(engine, tx, day, parts);
    await insertPart(tx, day, clicks, chunks);
  });
}
