import { expect, test } from 'bun:test';
import { sql, type Kysely } from 'kysely';
import { countClicks, readAllDetails } from '../../../tests/day-details.ts';
import { upgradeFrom } from '../../../tests/former-database.ts';
import { encodeFormerSettled } from '../../../tests/former-settled.ts';
import { createDetail } from '../../stats/detail.ts';

/** A row as it was stored: of a link and a day, open in the parts above 0. */
type FormerRow = readonly [day: number, linkId: number, part: number, clicks: number];

async function insertDetails(db: Kysely<object>, rows: readonly FormerRow[]): Promise<void> {
  for (const [day, linkId, part, clicks] of rows) {
    const body = part === 0 ? settledBody(linkId, clicks) : openBody(linkId, clicks);
    await sql`insert into click_detail (day, link_id, part, body)
      values (${day}, ${linkId}, ${part}, ${Buffer.from(body)})`.execute(db);
  }
}

function settledBody(linkId: number, clicks: number): Uint8Array {
  return encodeFormerSettled(Array.from({ length: clicks }, () => ({ agent: linkId, clicks: 1 })));
}

function openBody(linkId: number, clicks: number): Uint8Array {
  const { body, detail } = createDetail('open', clicks);
  detail.agent.fill(linkId);
  return body;
}

test('an upgrade keeps every click, whether its day is settled, open, or being settled', async () => {
  const many = Array.from({ length: 500 }, (_, i): FormerRow => [11, i + 3, 7, 1]);
  const rows: FormerRow[] = [
    // Settled, and clicks that came late.
    [10, 0, 0, 3],
    [10, 1, 0, 3],
    [10, 0, 5, 2],
    [10, 1, 5, 2],
    // Open, with two parts of a link.
    [11, 0, 6, 4],
    [11, 2, 6, 4],
    [11, 0, 7, 502],
    [11, 2, 7, 2],
    ...many,
    // Ended after the site and the first link were settled.
    [12, 0, 0, 9],
    [12, 1, 0, 5],
    [12, 2, 8, 4],
  ];
  await using upgraded = await upgradeFrom('006-click-counts', (db) => insertDetails(db, rows));
  const { engine } = upgraded;
  const clicks = new Map<string, number>();
  for (const rows of await readAllDetails(engine)) {
    const { day, linkId, detail, from, to } = rows;
    const key = `${day} ${linkId}`;
    clicks.set(key, (clicks.get(key) ?? 0) + countClicks(rows));
    const agents = detail.agent.subarray(from, to);
    // The site's open clicks are those of its links.
    if (linkId !== 0) expect(new Set(agents)).toEqual(new Set([linkId]));
  }
  expect(Object.fromEntries(clicks)).toEqual({
    // What comes late to a settled day is settled by another upgrade.
    '10 0': 3,
    '10 1': 3,
    '11 0': 506,
    '11 2': 6,
    ...Object.fromEntries(many.map(([day, linkId]) => [`${day} ${linkId}`, 1])),
    '12 0': 9,
    '12 1': 5,
  });
  const parts = await engine.db.selectFrom('open_part').selectAll().orderBy('part').execute();
  expect(parts.map(({ part, clicks, settled_to }) => [part, clicks, settled_to])).toEqual([
    [6, 4, -1],
    [7, 502, -1],
  ]);
});
