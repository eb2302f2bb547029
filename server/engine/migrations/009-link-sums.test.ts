import { expect, test } from 'bun:test';
import { sql, type Kysely } from 'kysely';
import { expectTotals } from '../../../tests/click-totals.ts';
import { readAllDetails } from '../../../tests/day-details.ts';
import { upgradeFrom } from '../../../tests/former-database.ts';
import { createDetail } from '../../stats/detail.ts';
import { NumberWriter } from '../../stats/numbers.ts';

const PERSON = 1;
const BOT = 2;

/** The agents of the clicks of some links, as a chunk was before. */
function toChunk(links: Readonly<Record<number, readonly number[]>>): Buffer {
  const agents = Object.values(links).flat();
  const before = 8 + 12 * Object.keys(links).length;
  // At an even place, as the columns need it.
  const { body, detail } = createDetail('open', agents.length);
  detail.agent.set(agents);
  const chunk = Buffer.alloc(before + body.length);
  chunk.set(body, before);
  chunk.writeUInt32LE(Object.keys(links).length);
  let end = 0;
  for (const [i, [id, own]] of Object.entries(links).entries()) {
    chunk.writeDoubleLE(Number(id), 8 + 8 * i);
    chunk.writeUInt32LE((end += own.length), 8 + 8 * Object.keys(links).length + 4 * i);
  }
  return chunk;
}

/** A sum of clicks at midnight. */
function toSum(people: number, bots: number): Buffer {
  const writer = new NumberWriter();
  const times = [people, bots].filter((clicks) => clicks > 0).length;
  for (const number of [people + bots, people, 0, times]) writer.write(number);
  if (people > 0) for (const number of [1, people]) writer.write(number);
  if (bots > 0) for (const number of [2 * 3 + 1, bots]) writer.write(number);
  writer.write(0);
  return Buffer.from(writer.take());
}

async function fill(db: Kysely<object>): Promise<void> {
  for (const [id, clicks, bots] of [
    [1, 5, 2],
    [2, 4, 1],
  ] as const) {
    await sql`insert into link (id, short_url, long_url, long_url_hash, title, description,
        created_at, updated_at, expires_at, ip)
      values (${id}, ${`l${id}`}, 'https://example.com/', 1, '', '', 1, 1, 0, '')`.execute(db);
    await sql`insert into click_count (link_id, clicks, bots) values (${id}, ${clicks}, ${bots})
    `.execute(db);
  }
  for (const [id, clickClass] of [
    [PERSON, 0],
    [BOT, 3],
  ] as const) {
    await sql`insert into click_fact (kind, id, text, class, value_ids)
      values (0, ${id}, ${`agent ${id}`}, ${clickClass}, '[]')`.execute(db);
  }
  const sums = [
    [10, 0, toSum(3, 1)],
    [10, 1, toSum(1, 0)],
    [10, 2, toSum(2, 1)],
    [11, 0, toSum(3, 2)],
    [11, 1, toSum(2, 2)],
    [11, 2, toSum(1, 0)],
  ] as const;
  for (const [day, id, body] of sums) {
    await sql`insert into click_sum (day, link_id, body) values (${day}, ${id}, ${body})`.execute(
      db,
    );
  }
  const parts = [
    // Settled up to the first link.
    [10, 5, 1, { 1: [PERSON], 2: [PERSON, PERSON, BOT] }],
    [11, 6, -1, { 1: [BOT, PERSON, BOT], 2: [PERSON] }],
    [11, 7, -1, { 1: [PERSON] }],
  ] as const;
  for (const [day, part, settledTo, links] of parts) {
    await sql`insert into open_part (day, part, clicks, settled_to)
      values (${day}, ${part}, 4, ${settledTo})`.execute(db);
    await sql`insert into open_chunk (day, part, last_link_id, body)
      values (${day}, ${part}, ${'2' in links ? 2 : 1}, ${toChunk(links)})`.execute(db);
  }
}

test('an upgrade takes open clicks out of the sums of links, and no click is lost or counted twice', async () => {
  await using upgraded = await upgradeFrom('007-open-parts', fill);
  const { engine } = upgraded;
  expect(await expectTotals(engine)).toBe(9);
  const open = await readAllDetails(engine);
  const found = open.map(({ day, linkId, part, from, to, people }) =>
    [day, part, linkId, to - from, people].join(' '),
  );
  expect(found.toSorted()).toEqual([
    '11 6 0 4 2',
    '11 6 1 3 1',
    '11 6 2 1 1',
    '11 7 0 1 1',
    '11 7 1 1 1',
  ]);
});
