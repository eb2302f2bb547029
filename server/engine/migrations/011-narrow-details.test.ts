import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { countClicks, readAllDetails } from '../../../tests/day-details.ts';
import { encodeFormerSettled } from '../../../tests/former-settled.ts';
import { upgradeFrom } from '../../../tests/former-database.ts';

test('an upgrade keeps all that is known of settled clicks, however many are alike', async () => {
  await using upgraded = await upgradeFrom('010-click-order', async (db) => {
    const store = (day: number, linkId: number, body: Buffer) =>
      sql`insert into settled_detail (day, link_id, body) values (${day}, ${linkId}, ${body})`.execute(
        db,
      );
    await store(
      10,
      0,
      encodeFormerSettled([
        { agent: 300, referrer: 65_535, quarter: 95, clicks: 600, visitors: 300 },
        { agent: 2, quarter: 3, clicks: 1, visitors: 1 },
      ]),
    );
    for (let linkId = 1; linkId <= 120; linkId += 1) {
      await store(10, linkId, encodeFormerSettled([{ agent: linkId, clicks: linkId }]));
    }
    await store(11, 7, encodeFormerSettled([{ agent: 1, quarter: 9, clicks: 255, visitors: 255 }]));
  });
  const details = await readAllDetails(upgraded.engine);
  expect(details).toHaveLength(122);
  const rowsOf = (day: number, linkId: number) => {
    const { detail } = details.find((own) => own.day === day && own.linkId === linkId)!;
    if (detail.form !== 'settled') throw new Error('it must be settled');
    return Array.from({ length: detail.rows }, (_, row) => {
      const { agent, referrer, quarter, language, clicks, visitors } = detail;
      return [agent, referrer, quarter, language, clicks, visitors].map((column) => column[row]);
    });
  };
  expect(rowsOf(10, 0)).toEqual([
    [300, 65_535, 95, 0, 255, 255],
    [300, 65_535, 95, 0, 255, 45],
    [300, 65_535, 95, 0, 90, 0],
    [2, 0, 3, 0, 1, 1],
  ]);
  expect(rowsOf(11, 7)).toEqual([[1, 0, 9, 0, 255, 255]]);
  for (let linkId = 1; linkId <= 120; linkId += 1) {
    const own = details.find((detail) => detail.day === 10 && detail.linkId === linkId)!;
    expect(countClicks(own)).toBe(linkId);
    expect(own.detail.agent[0]).toBe(linkId);
  }
});
