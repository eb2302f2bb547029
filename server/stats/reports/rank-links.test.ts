import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { keepBest, type LinkClicks } from './link-clicks.ts';
import { rankLinks, type RankedClicks } from './rank-links.ts';

const IDS = 40;
const MAX = 5;
/** Few have many. */
const count = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ max: 70_000, min: 0 }),
);
const clicks = fc
  .dictionary(fc.integer({ min: 1, max: IDS }).map(String), fc.tuple(count, count), {
    maxKeys: IDS,
  })
  .map(toLinkClicks);
const kept = fc.integer({ min: 0, max: IDS });

test('the best of settled days tell the same as all of them, or that they do not tell', () => {
  fc.assert(
    fc.property(clicks, clicks, kept, (settled, open, links) => {
      const expected = rankAll(settled, open);
      const ranking = rankLinks(keepBest(settled, links), open, MAX);
      if (ranking !== null) expect(ranking).toEqual(expected);
      expect(rankLinks(keepBest(settled, Infinity), open, MAX)).toEqual(expected);
    }),
  );
});

test('of many links a few are kept, which tell as long as no other has many open clicks', () => {
  const all = Array.from({ length: 150_000 }, (_, place) => place + 1);
  const settled: LinkClicks = {
    linkIds: Float64Array.from(all),
    // Two of three have some now.
    now: Int32Array.from(all, (id) => (id % 3 === 0 ? 0 : 1_000_000 / id)),
    before: Int32Array.from(all, (id) => id / 4),
  };
  const best = keepBest(settled, 100);
  // So many that not each of them is looked at to find out how many clicks the best have.
  expect(best.linkIds.length).toBeWithin(100, 300);
  const open = toLinkClicks({ 5000: [14_000, 0], 149_997: [1, 0], 149_998: [1, 0] });
  expect(rankLinks(best, open, MAX)).toEqual(rankAll(settled, open));
  // One of those that are not kept comes to as many as the last one of the list.
  for (const others of [{ 5000: [140_000, 0] }, { 200_000: [0, 37_490] }] as const) {
    expect(rankLinks(best, toLinkClicks(others), MAX)).toBeNull();
  }
});

function toLinkClicks(counted: Readonly<Record<number, readonly [number, number]>>): LinkClicks {
  const links = Object.entries(counted)
    .map(([id, [now, before]]) => [Number(id), now, before] as const)
    .toSorted(([one], [other]) => one - other);
  return {
    linkIds: Float64Array.from(links, ([id]) => id),
    now: Int32Array.from(links, ([, now]) => now),
    before: Int32Array.from(links, ([, , before]) => before),
  };
}

/** The same the simple way. */
function rankAll(...parts: readonly LinkClicks[]) {
  const known = new Map<number, RankedClicks>();
  for (const { linkIds, now, before } of parts) {
    for (const [place, linkId] of linkIds.entries()) {
      const link = known.get(linkId) ?? { now: 0, before: 0 };
      const sum = { now: link.now + now[place]!, before: link.before + before[place]! };
      known.set(linkId, { linkId, ...sum });
    }
  }
  const all = [...known.values()];
  return {
    top: rankBy('now', all),
    silent: rankBy(
      'before',
      all.filter(({ now }) => now === 0),
    ),
  };
}

function rankBy(kind: 'now' | 'before', links: readonly RankedClicks[]): RankedClicks[] {
  return links
    .filter((link) => link[kind] > 0)
    .toSorted((a, b) => b[kind] - a[kind] || a.linkId - b.linkId)
    .slice(0, MAX);
}
