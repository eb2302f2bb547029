import type { Engine } from '../../engine/engine.ts';
import { mergeAll, type LinkPeople } from '../link-people.ts';
import { findLink } from '../link-runs.ts';
import { readChunkHead } from '../open-chunk.ts';
import { selectOpenDay, type LinkDay, type LinkDayPeople } from './top-links.store.ts';

/** How many links of all parts together are remembered at most: 12 bytes each. */
const LINKS_MAX = 2_000_000;

/** The people of a part. */
interface PartPeople extends LinkPeople {
  readonly day: number;
}

/**
 * Counts the people of links on days that are not settled, by their parts, and remembers these:
 * each time there are but a few more.
 */
export class OpenPeople {
  readonly #parts = new Map<number, PartPeople>();

  /** How many people came to links on open days, where any did. */
  async countOn(engine: Engine, visits: readonly LinkDay[]): Promise<readonly LinkDayPeople[]> {
    const days = Map.groupBy(visits, ([day]) => day);
    const found: LinkDayPeople[] = [];
    for (const [day, some] of days) {
      const linkIds = some.map(([, linkId]) => linkId);
      const { settled, parts } = await this.#read(engine, day, linkIds);
      for (const linkId of linkIds) {
        let people = settled.get(linkId) ?? 0;
        for (const { part, settledTo } of parts) {
          if (linkId <= settledTo) continue;
          const place = findLink(part, linkId);
          if (part.linkIds[place] === linkId) people += part.people[place]!;
        }
        if (people > 0) found.push({ day, linkId, people });
      }
    }
    return found;
  }

  /** Who came to links on a day and is not in their sums. */
  async countAll(engine: Engine, day: number): Promise<LinkPeople> {
    const { parts } = await this.#read(engine, day, []);
    return mergeAll(
      parts.map(({ part, settledTo }) => {
        const from = findLink(part, settledTo + 1);
        return { linkIds: part.linkIds.subarray(from), people: part.people.subarray(from) };
      }),
    );
  }

  async #read(engine: Engine, day: number, linkIds: readonly number[]) {
    const known = new Map(this.#parts.entries().filter(([, part]) => part.day === day));
    const stored = await selectOpenDay(engine, day, linkIds, [...known.keys()]);
    const heads = Map.groupBy(stored.heads, ({ part }) => part);
    const parts = [...stored.parts].map(([number, settledTo]) => {
      const part =
        known.get(number) ?? readPart(day, heads.get(number)?.map(({ head }) => head) ?? []);
      return { number, part, settledTo };
    });
    for (const [number, { day: own }] of this.#parts) {
      if (own === day && !stored.parts.has(number)) this.#parts.delete(number);
    }
    for (const { number, part } of parts) this.#parts.set(number, part);
    let links = 0;
    for (const part of this.#parts.values()) links += part.linkIds.length;
    if (links > LINKS_MAX) this.#parts.clear();
    return { settled: stored.settled, parts };
  }
}

/** Puts together what the chunks of a part say of their links. */
function readPart(day: number, heads: readonly Uint8Array[]): PartPeople {
  const chunks = heads.map(readChunkHead);
  const links = chunks.reduce((sum, { linkIds }) => sum + linkIds.length, 0);
  const part = { day, linkIds: new Float64Array(links), people: new Int32Array(links) };
  let at = 0;
  for (const { linkIds, people } of chunks.toSorted((a, b) => a.linkIds[0]! - b.linkIds[0]!)) {
    part.linkIds.set(linkIds, at);
    part.people.set(people, at);
    at += linkIds.length;
  }
  return part;
}
