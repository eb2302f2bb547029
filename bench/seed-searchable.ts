import type { Engine } from '../server/engine/engine.ts';
import { addTags } from '../server/tags/tags.store.ts';
import { seedLinks } from '../tests/support/statistics/seed.ts';

const SEEDED_AT_ONCE = 10_000;
const TAGS = 200;
export const TAG = 'team 0';

const words =
  'summer sale shop product newsletter winter garden coffee machine travel guide review offer 优惠 活动 新年 产品指南 双十一'.split(
    ' ',
  );

/** Stores links in a new database, with titles, notes, tags and states. */
export async function seedSearchable(engine: Engine, links: number): Promise<void> {
  // A linear congruential generator makes the same links each time.
  let state = 7;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const word = (): string => words[Math.floor(random() ** 2 * words.length)]!;
  const now = Math.floor(Date.now() / 1000);
  for (let from = 0; from < links; from += SEEDED_AT_ONCE) {
    const rows = Array.from({ length: SEEDED_AT_ONCE }, (_, offset) => {
      const number = from + offset;
      const host = random() < 0.5 ? 'www.example.com' : `shop${Math.floor(random() * 300)}.example`;
      const path = `${word()}/${Math.floor(random() * 1e9).toString(36)}`;
      return {
        short_url: `s${number}`,
        long_url: new URL(`https://${host}/${path}?utm_source=${word()}&id=${number}`).href,
        title: `${word()} ${word()} ${word()} no. ${number}`,
        note: number % 3 === 0 ? `${word()}, asked by Ada\nticket ${number * 7}` : '',
        clicks: number % 5,
        created_at: now - links + number,
        expires_at: number % 6 === 0 ? now + (number % 12 === 0 ? -links : links) : 0,
        is_active: number % 40 === 0 ? 0 : 1,
      };
    });
    await seedLinks(engine, rows);
    // A new database numbers its links from 1.
    const tags = rows.map((_, offset) => [from + offset + 1, tagsOf(from + offset)] as const);
    await engine.write((tx) => addTags(tx, engine.sql, new Map(tags)));
  }
}

function tagsOf(id: number): string[] {
  return [
    ...(id % 10 === 0 ? [TAG] : []),
    `team ${id % TAGS}`,
    `${words[id % words.length]} ${id % 7}`,
  ];
}
