import type { Engine } from '../../engine/engine.ts';
import type { DetailRows, SettledDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { learnFactsOf } from '../learn-facts.ts';
import type { OpenPart } from '../open-parts.store.ts';
import { SITE_ID } from '../record-visits.ts';
import { readOpenLinks, readOpenSite, type OpenLink } from './open-links.ts';
import { selectNextSettled, selectSettledOf, type StoredDetail } from './settled-details.store.ts';

/** How many links are worked on at a time, and of about how many clicks at most. */
const LINKS_AT_ONCE = 256;
const CLICKS_AT_ONCE = 50_000;

export interface UpkeepOptions {
  readonly engine: Engine;
  readonly facts: Facts;
  /** Asked between transactions: true leaves the rest to the next time. */
  readonly isOver: () => boolean;
}

/** All that is known of the clicks of a link, or of the site, on a day, but for sums. */
export interface LinkDetails {
  readonly linkId: number;
  readonly settled: SettledDetail | null;
  readonly open: readonly DetailRows[];
  /** Of the open clicks, those that were people's when they were counted. */
  readonly openPeople: number;
}

/**
 * The links that have clicks in some parts of a day, in their order, so many at a time as can be in
 * memory; the site comes first, and alone. Their facts are known.
 */
export async function* walkOpenLinks(
  { engine, facts }: UpkeepOptions,
  day: number,
  parts: readonly OpenPart[],
): AsyncGenerator<readonly LinkDetails[]> {
  const site = await readOpenSite(engine, facts, day, parts);
  if (site.rows.length > 0) yield await join([site]);
  for await (const open of inBatches(readOpenLinks(engine, facts, day, parts, SITE_ID))) {
    yield await join(open);
  }

  async function join(open: readonly OpenLink[]): Promise<LinkDetails[]> {
    const linkIds = open.map(({ linkId }) => linkId);
    const stored = await selectSettledOf(engine, day, linkIds);
    return put(facts, open, stored);
  }
}

/**
 * The links behind one that have sums of a day, with the clicks that these are of: of links those
 * that are settled, of the site, which comes first and alone, those in the parts too. Their facts
 * are known.
 */
export async function* walkSums(
  { engine, facts }: UpkeepOptions,
  day: number,
  parts: readonly OpenPart[],
  after: number,
): AsyncGenerator<readonly LinkDetails[]> {
  if (after < SITE_ID) {
    const site = await readOpenSite(engine, facts, day, parts);
    const settled = await selectSettledOf(engine, day, [SITE_ID]);
    if (site.rows.length + settled.length > 0) yield await put(facts, [site], settled);
  }
  for (let last = Math.max(after, SITE_ID); ;) {
    const settled = await selectNextSettled(engine, day, last);
    if (settled.length === 0) return;
    yield await put(facts, [], settled);
    last = settled.at(-1)!.linkId;
  }
}

async function* inBatches(links: AsyncGenerator<OpenLink>): AsyncGenerator<OpenLink[], undefined> {
  let batch: OpenLink[] = [];
  let clicks = 0;
  for await (const link of links) {
    batch.push(link);
    for (const { from, to } of link.rows) clicks += to - from;
    if (batch.length < LINKS_AT_ONCE && clicks < CLICKS_AT_ONCE) continue;
    yield batch;
    batch = [];
    clicks = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Puts together what is known of each link, in their order. */
async function put(
  facts: Facts,
  open: readonly OpenLink[],
  stored: readonly StoredDetail[],
): Promise<LinkDetails[]> {
  const links = new Map<number, LinkDetails>();
  for (const { linkId, rows, people } of open) {
    links.set(linkId, { linkId, settled: null, open: rows, openPeople: people });
  }
  for (const { linkId, detail: settled } of stored) {
    await learnFactsOf(facts, settled);
    const { open: rows, openPeople } = links.get(linkId) ?? { open: [], openPeople: 0 };
    links.set(linkId, { linkId, settled, open: rows, openPeople });
  }
  return [...links.values()].sort((a, b) => a.linkId - b.linkId);
}
