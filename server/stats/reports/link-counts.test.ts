import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { LinkPeople } from '../link-people.ts';
import { LinkCounts } from './link-counts.ts';

const IDS = 20;
const clicks = fc.integer({ min: 0, max: 9 });
const links = fc.dictionary(fc.integer({ min: 1, max: IDS }).map(String), clicks);

test('clicks of settled and of open days are those of either', () => {
  fc.assert(
    fc.property(links, links, (settled, open) => {
      const counts = new LinkCounts(toLinkPeople(settled), toLinkPeople(open));
      const expected = ids().map((id) => (settled[id] ?? 0) + (open[id] ?? 0));
      expect(ids().map((id) => counts.clicksOf(id))).toEqual(expected);
      const hasClicks = counts.inOrder();
      expect(ids().map((id) => hasClicks(id))).toEqual(expected.map((count) => count > 0));
      const told: [linkId: number, count: number][] = [];
      counts.forEach((linkId, count) => told.push([linkId, count]));
      const known = ids().filter((id) => id in settled || id in open);
      expect(told).toEqual(known.map((id) => [id, expected[id - 1]!]));
    }),
  );
});

function ids(): number[] {
  return Array.from({ length: IDS }, (_, index) => index + 1);
}

function toLinkPeople(counted: Readonly<Record<string, number>>): LinkPeople {
  const known = ids().filter((id) => id in counted);
  return {
    linkIds: Float64Array.from(known),
    people: Uint32Array.from(known, (id) => counted[id]!),
  };
}
