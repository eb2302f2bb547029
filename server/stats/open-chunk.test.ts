import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createDetail } from './detail.ts';
import { findLink, rowsAt } from './link-runs.ts';
import { CHUNK_HEAD_MAX, createChunks, readChunk, readChunkHead } from './open-chunk.ts';

/** How many rows each of some links has. */
const sizes = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 12 });
const gaps = fc.array(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 12, maxLength: 12 });

test('each link is found in one chunk, with its rows in their order', () => {
  fc.assert(
    fc.property(sizes, gaps, (counts, steps) => {
      const rows = counts.reduce((sum, count) => sum + count, 0);
      const { detail } = createDetail('open', rows);
      detail.visitorLow.set(Int32Array.from({ length: rows }, (_, row) => row * 7));
      // The rows of a link stand anywhere.
      const places = Int32Array.from({ length: rows }, (_, i) => rows - 1 - i);
      let linkId = 0;
      let from = 0;
      const groups = counts.map((count, i) => {
        linkId += steps[i]!;
        from += count;
        return { linkId, from: from - count, to: from };
      });
      const links = {
        linkIds: Float64Array.from(groups, (group) => group.linkId),
        ends: Int32Array.from(groups, ({ to }) => to),
        people: Int32Array.from(groups, (_, i) => i * 3),
      };
      const chunks = createChunks(links, places, detail);
      for (const group of groups) {
        const first = chunks.find(({ lastLinkId }) => lastLinkId >= group.linkId)!;
        // At an odd place in memory, as a database may give it.
        const odd = Buffer.concat([Buffer.alloc(1), first.body]).subarray(1);
        const chunk = readChunk(odd);
        const place = findLink(chunk, group.linkId);
        expect(chunk.linkIds[place]).toBe(group.linkId);
        expect(chunk.people[place]).toBe(3 * groups.indexOf(group));
        const own = rowsAt(chunk, place);
        expect([...chunk.detail.visitorLow.subarray(own.from, own.to)]).toEqual(
          [...places.subarray(group.from, group.to)].map((row) => row * 7),
        );
        expect(findLink(chunk, group.linkId + 0.5)).toBe(place + 1);
      }
      const stored = chunks.map(({ body }) => readChunk(body));
      expect(stored.flatMap(({ linkIds }) => [...linkIds])).toEqual(
        groups.map((group) => group.linkId),
      );
      // Its first bytes say the same of the links.
      for (const { body } of chunks) {
        const { detail: _, ...head } = readChunk(body);
        expect(readChunkHead(body.slice(0, CHUNK_HEAD_MAX))).toEqual(head);
      }
      // A chunk of several links has few rows.
      for (const { linkIds, detail: own } of stored) {
        if (linkIds.length > 1) expect(own.rows).toBeLessThanOrEqual(2048);
      }
    }),
    { numRuns: 200 },
  );
});
