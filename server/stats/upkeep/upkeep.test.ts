import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectTotals } from '../../../tests/click-totals.ts';
import { readTables } from '../../../tests/journeys/stored-bytes.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/test-engine.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal.ts';
import { openJournalDirectory } from '../../clicks/segments.ts';
import { DATABASE_FILE } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { readSum } from '../day-sum.ts';
import { agentRules } from '../read-fact.ts';
import { readAllDetails } from '../../../tests/day-details.ts';
import { decodeTopLinks } from '../../../tests/top-links.ts';
import { Upkeep } from './upkeep.ts';
import { VisitRecorder } from '../visit-recorder.ts';

const DAY = 20_000;
/** Noon of that day. */
const NOON = DAY * 86_400 + 43_200;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function openSite(links: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-upkeep-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    Array.from({ length: links }, (_, index) => ({ id: index + 1, short_url: `l${index + 1}` })),
  );
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  const recorder = new VisitRecorder(engine);
  return {
    engine,
    dataDir,
    visit(linkId: number, time: number, address = '203.0.113.7'): void {
      const said = { referrer: 'https://example.org/', userAgent: FIREFOX, language: 'en' };
      journal.append({ linkId, time: time * 1000, address, ...said });
    },
    drain: () => drainJournal({ engine, directory, recorder, onError: fail }),
    keepUp: (now: number, on = engine, by = recorder) =>
      new Upkeep({
        engine: on,
        recorder: by,
        keepDays: 90,
        clock: () => now,
        onError: fail,
      }).run(),
    async close(): Promise<void> {
      journal.close();
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function fail(error: unknown): never {
  throw error;
}

async function readVisitors(engine: Engine, day: number): Promise<Record<number, number>> {
  const rows = await engine.db
    .selectFrom('click_sum')
    .selectAll()
    .where('day', '=', day)
    .orderBy('link_id')
    .execute();
  return Object.fromEntries(rows.map(({ link_id, body }) => [link_id, readSum(body).visitors]));
}

test('a person is one visitor a day, of each link and of the site', async () => {
  const site = await openSite(2);
  site.visit(1, NOON);
  site.visit(1, NOON + 3600);
  await site.drain();
  site.visit(2, NOON + 7200);
  site.visit(1, NOON + 7200, '203.0.114.7');
  site.visit(1, NOON + 86_400);
  await site.drain();
  await site.keepUp(NOON + 2 * 86_400);
  expect(await readVisitors(site.engine, DAY)).toEqual({ 0: 2, 1: 2, 2: 1 });
  expect(await readVisitors(site.engine, DAY + 1)).toEqual({ 0: 1, 1: 1 });
  await site.close();
});

test('a day is settled half an hour after its end, and then nothing tells its visitors apart', async () => {
  const site = await openSite(2);
  site.visit(1, NOON);
  site.visit(2, NOON);
  site.visit(2, NOON);
  await site.drain();
  const readDays = () => site.engine.db.selectFrom('click_day').selectAll().execute();
  const midnight = (DAY + 1) * 86_400;
  await site.keepUp(midnight + 1799);
  expect((await readDays())[0]).toMatchObject({ salt: expect.anything(), top_links: null });
  await site.keepUp(midnight + 1800);
  const [day] = await readDays();
  expect(day).toMatchObject({ day: DAY, salt: null });
  expect(decodeTopLinks(day!.top_links!)).toEqual([
    { linkId: 2, people: 2 },
    { linkId: 1, people: 1 },
  ]);
  const details = await readAllDetails(site.engine);
  expect(details.map(({ linkId, part }) => [linkId, part])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
  await site.close();
});

test('the salt of a day that is settled stands nowhere in the database', async () => {
  const links = 100;
  const site = await openSite(links);
  for (let link = 1; link <= links; link += 1) site.visit(link, NOON);
  await site.drain();
  // What its row becomes is too long for its place, and behind it is another.
  site.visit(1, NOON + 86_400);
  await site.drain();
  const { salt } = await site.engine.db
    .selectFrom('click_day')
    .select('salt')
    .where('day', '=', DAY)
    .executeTakeFirstOrThrow();
  const hasSalt = async () => (await readDatabase(site)).includes(salt!);
  expect(await hasSalt()).toBe(true);
  await site.keepUp(NOON + 86_400);
  expect(await hasSalt()).toBe(false);
  await site.close();
});

/**
 * All bytes of the database: those of its file, which may hold what was deleted, or on PostgreSQL
 * those of its tables, whose free space it gives to others by itself.
 */
async function readDatabase(site: { engine: Engine; dataDir: string }): Promise<Buffer> {
  if (isPostgres) return Buffer.concat(await readTables(site.dataDir));
  await site.engine.checkpoint();
  return readFileSync(join(site.dataDir, DATABASE_FILE));
}

/** What is stored to tell visitors apart, and how much of it the database has. */
class SeenVisitors {
  readonly #site: Awaited<ReturnType<typeof openSite>>;
  /** Visitors one behind the other, as they are stored. */
  readonly #seen: Buffer[] = [];

  constructor(site: Awaited<ReturnType<typeof openSite>>) {
    this.#site = site;
  }

  async note(): Promise<void> {
    for (const { part, detail } of await readAllDetails(this.#site.engine)) {
      if (detail.form !== 'open' || part === 0) continue;
      const { buffer, byteOffset, byteLength } = detail.visitorLow;
      const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
      for (let at = 0; at + 16 <= byteLength; at += 16) {
        this.#seen.push(bytes.subarray(at, at + 16));
      }
    }
  }

  async count(): Promise<{ all: number; found: number }> {
    const stored = await readDatabase(this.#site);
    const found = this.#seen.filter((visitors) => stored.includes(visitors)).length;
    return { all: this.#seen.length, found };
  }
}

test('nor does what told its visitors apart, however often their clicks were put together', async () => {
  const site = await openSite(1);
  const seen = new SeenVisitors(site);
  for (let drain = 0; drain < 40; drain += 1) {
    for (let visit = 0; visit < 100; visit += 1) {
      site.visit(1, NOON, `203.${drain}.${visit}.7`);
    }
    await site.drain();
  }
  await seen.note();
  const { all, found } = await seen.count();
  expect(found).toBe(all);
  await site.keepUp(NOON + 3600);
  await seen.note();
  await site.keepUp(NOON + 86_400);
  expect((await seen.count()).found).toBe(0);
  await site.close();
});

test('nor when new rules say otherwise who its people are', async () => {
  const site = await openSite(1);
  const seen = new SeenVisitors(site);
  for (let drain = 0; drain < 20; drain += 1) {
    // More than fit a page.
    for (let visit = 0; visit < 500; visit += 1) {
      site.visit(1, NOON, `${drain}.${visit >> 8}.${visit & 255}.7`);
    }
    await site.drain();
  }
  await seen.note();
  const { version } = agentRules;
  for (const [ahead, clickClass] of [
    [1, 'bot'],
    [2, 'person'],
  ] as const) {
    const read = () => ({ class: clickClass, browser: '', system: '', device: '' });
    const rules = { version: version + ahead, read };
    const recorder = new VisitRecorder(site.engine, undefined, rules);
    await site.keepUp(NOON + 3600, site.engine, recorder);
  }
  await site.keepUp(NOON + 86_400);
  expect((await seen.count()).found).toBe(0);
  await site.close();
});

test('clicks that come late are added, and a visitor of before is another', async () => {
  const site = await openSite(1);
  site.visit(1, NOON);
  await site.drain();
  await site.keepUp(NOON + 86_400);
  site.visit(1, NOON + 60);
  await site.drain();
  await site.keepUp(NOON + 86_400);
  expect(await readVisitors(site.engine, DAY)).toEqual({ 0: 2, 1: 2 });
  const open = site.engine.db.selectFrom('click_day').selectAll().where('salt', 'is not', null);
  expect(await open.execute()).toEqual([]);
  await site.close();
});

test('a day far ahead, by a clock that was wrong, is settled at once, and is right when it comes', async () => {
  const site = await openSite(2);
  const later = NOON + 10 * 86_400;
  site.visit(1, later);
  site.visit(1, later);
  site.visit(2, NOON + 86_400);
  await site.drain();
  const listOpen = async () => {
    const days = site.engine.db.selectFrom('click_day').select('day').where('salt', 'is not', null);
    return (await days.execute()).map(({ day }) => day);
  };
  await site.keepUp(NOON);
  expect(await listOpen()).toEqual([DAY + 1]);
  expect(await readVisitors(site.engine, DAY + 10)).toEqual({ 0: 1, 1: 1 });
  site.visit(1, later + 60);
  site.visit(2, later + 60);
  await site.drain();
  await site.keepUp(later + 60);
  expect(await listOpen()).toEqual([DAY + 10]);
  await site.keepUp(later + 86_400);
  expect(await listOpen()).toEqual([]);
  expect(await readVisitors(site.engine, DAY + 10)).toEqual({ 0: 2, 1: 2, 2: 1 });
  expect(await expectTotals(site.engine)).toBe(5);
  await site.close();
});

test('many links are settled by two servers at once, and forgotten when they are not kept', async () => {
  const site = await openSite(1500);
  for (let link = 1; link <= 1500; link += 1) {
    for (let visit = 0; visit <= link % 3; visit += 1) site.visit(link, NOON + visit);
  }
  await site.drain();
  for (let link = 1; link <= 1500; link += 7) site.visit(link, NOON, '203.0.114.7');
  await site.drain();
  const other = await openTestEngine(site.dataDir);
  await Promise.all([site.keepUp(NOON + 86_400), site.keepUp(NOON + 86_400, other)]);
  await site.keepUp(NOON + 86_400);
  const visitors = await readVisitors(site.engine, DAY);
  const expected: Record<number, number> = { 0: 2 };
  for (let link = 1; link <= 1500; link += 1) expected[link] = link % 7 === 1 ? 2 : 1;
  expect(visitors).toEqual(expected);
  const countDetails = async () => {
    const details = await readAllDetails(site.engine);
    expect(details.every(({ part }) => part === 0)).toBe(true);
    return details.length;
  };
  expect(await countDetails()).toBe(1501);
  await site.keepUp(NOON + 90 * 86_400);
  expect(await countDetails()).toBe(1501);
  await site.keepUp(NOON + 91 * 86_400);
  expect(await countDetails()).toBe(0);
  expect(await readVisitors(site.engine, DAY)).toEqual(expected);
  await other.close();
  await site.close();
});

test('clicks of a day that is long over are settled before they are forgotten', async () => {
  const site = await openSite(1);
  site.visit(1, NOON);
  await site.drain();
  await site.keepUp(NOON + 200 * 86_400);
  expect(await readVisitors(site.engine, DAY)).toEqual({ 0: 1, 1: 1 });
  expect(await readAllDetails(site.engine)).toEqual([]);
  await site.close();
});

test('who is closed leaves the rest to the next time', async () => {
  const site = await openSite(1);
  site.visit(1, NOON);
  await site.drain();
  const recorder = new VisitRecorder(site.engine);
  const options = { engine: site.engine, recorder, keepDays: 90, onError: fail };
  const upkeep = new Upkeep({ ...options, clock: () => NOON + 86_400 });
  await upkeep.close();
  await upkeep.run();
  expect(await readVisitors(site.engine, DAY)).toEqual({ 0: 0 });
  await site.close();
});

test('the parts that many drains of a day leave are put together, and nothing else changes', async () => {
  const site = await openSite(2);
  for (let minute = 0; minute < 40; minute += 1) {
    site.visit(1, NOON + 60 * minute, `203.0.${minute % 7}.7`);
    if (minute % 2 === 0) site.visit(2, NOON + 60 * minute);
    await site.drain();
  }
  const readClicks = async () => {
    const details = await readAllDetails(site.engine);
    const clicks = details.flatMap(({ linkId, detail, from, to }) =>
      Array.from({ length: to - from }, (_, i) => {
        if (detail.form !== 'open') throw new Error('it is settled');
        const { agent, referrer, place, language, quarter, visitorLow, visitorHigh } = detail;
        const columns = [agent, referrer, place, language, quarter, visitorLow, visitorHigh];
        return [linkId, ...columns.map((column) => column[from + i]!)].join(' ');
      }),
    );
    const parts = new Set(details.map(({ part }) => part));
    return { parts: parts.size, clicks: clicks.sort() };
  };
  const before = await readClicks();
  await site.keepUp(NOON + 3600);
  const after = await readClicks();
  expect(after.clicks).toEqual(before.clicks);
  expect([before.parts, after.parts]).toEqual([40, 1]);
  // So few may stay.
  site.visit(1, NOON);
  await site.drain();
  await site.keepUp(NOON + 3600);
  expect((await readClicks()).parts).toBe(2);
  await site.keepUp(NOON + 86_400);
  expect(await readVisitors(site.engine, DAY)).toEqual({ 0: 8, 1: 8, 2: 1 });
  await site.close();
});

test('when nothing is to be done nothing is written', async () => {
  const site = await openSite(1);
  site.visit(1, NOON);
  await site.drain();
  await site.keepUp(NOON + 86_400);
  let writes = 0;
  const counting: Engine = {
    ...site.engine,
    write(work) {
      writes += 1;
      return site.engine.write(work);
    },
  };
  await site.keepUp(NOON + 86_400, counting);
  expect(writes).toBe(0);
  await site.close();
});
