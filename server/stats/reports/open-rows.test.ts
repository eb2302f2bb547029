import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createDetail } from '../detail.ts';
import { OpenRows, type SomeRows } from './open-rows.ts';

/** Of some links with how many clicks each. */
const part = fc.dictionary(
  fc.integer({ min: 1, max: 30 }).map(String),
  fc.integer({ min: 1, max: 5 }),
);

test('rows that come in parts stand behind each other, each with its link', () => {
  fc.assert(
    fc.property(fc.array(fc.array(part, { maxLength: 3 }), { maxLength: 6 }), (times) => {
      const rows = new OpenRows();
      const expected: { link: number; agent: number; visitor: number; isFirst: number }[] = [];
      for (const parts of times) {
        const some = parts.map((counts) => toRows(counts, expected.length));
        rows.append(some.map(({ added }) => added));
        for (const { links } of some) {
          for (const { link, agent } of links) {
            expected.push({ link, agent, visitor: agent + 100_000, isFirst: 0 });
          }
        }
        // Who came first is known of those that are there.
        if (expected.length > 0) expected.at(-1)!.isFirst = rows.isFirst[expected.length - 1] = 1;
        const { detail, isFirst, linkIds, places } = rows;
        expect(detail.rows).toBe(expected.length);
        expect(detail.agent).toHaveLength(expected.length);
        const found = expected.map((_, row) => ({
          link: linkIds[places[row]!],
          agent: detail.agent[row],
          visitor: detail.visitorLow[row],
          isFirst: isFirst[row],
        }));
        expect(found).toEqual(expected);
        const links = new Set(expected.map(({ link }) => link));
        expect([...linkIds]).toEqual([...links].toSorted((a, b) => a - b));
      }
    }),
  );
});

/** A part, and of each of its rows the link and the agent, who is another one each time. */
function toRows(counts: Readonly<Record<string, number>>, seed: number) {
  const linkIds = Object.keys(counts).map(Number);
  linkIds.sort((a, b) => a - b);
  const links = linkIds.flatMap((link) =>
    Array.from({ length: counts[link]! }, (_, click) => ({ link, agent: seed + link * 7 + click })),
  );
  const { detail } = createDetail('open', links.length);
  for (const [row, { agent }] of links.entries()) {
    detail.agent[row] = agent;
    detail.visitorLow[row] = agent + 100_000;
  }
  let end = 0;
  const ends = Int32Array.from(linkIds, (link) => (end += counts[link]!));
  const added: SomeRows = { detail, runs: { linkIds: Float64Array.from(linkIds), ends } };
  return { added, links };
}
