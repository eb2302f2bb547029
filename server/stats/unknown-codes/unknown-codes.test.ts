import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { DAY_SECONDS } from '../quarter.ts';
import { pruneUnknownCodes, addUnknownCodes } from './unknown-codes.store.ts';
import { listUnknownCodes } from './unknown-codes.ts';
import { UnknownCodes } from './unknown-codes.ts';

const noon = 20_000 * DAY_SECONDS + DAY_SECONDS / 2;
const yesterday = noon - DAY_SECONDS;

async function open(options: { broken?: boolean } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-missed-'));
  const engine = await openTestEngine(dataDir);
  const errors: unknown[] = [];
  const shaky: Engine = {
    ...engine,
    write: (work) =>
      options.broken === true ? Promise.reject(new Error('gone')) : engine.write(work),
  };
  const missed = new UnknownCodes({ engine: shaky, onError: (error) => errors.push(error) });
  return {
    engine,
    missed,
    errors,
    options,
    async [Symbol.asyncDispose]() {
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function noteAll(missed: UnknownCodes, prefix: string, count: number, now: number): void {
  for (let index = 0; index < count; index += 1) missed.note(`${prefix}${index}`, now);
}

async function countRows(engine: Engine): Promise<Record<number, number>> {
  const rows = await engine.db
    .selectFrom('missed_code')
    .select(['day', (eb) => eb.fn.countAll<number>().as('codes')])
    .groupBy('day')
    .execute();
  return Object.fromEntries(rows.map(({ day, codes }) => [day, codes]));
}

test('requests of unknown codes add up over flushes and days, most requested first', async () => {
  await using site = await open();
  const { engine, missed } = site;
  expect(await listUnknownCodes(engine, { from: yesterday, to: noon })).toEqual([]);
  missed.note('twice', yesterday);
  missed.note('once', noon);
  await missed.flush();
  expect(await listUnknownCodes(engine, { from: 0, to: noon + 1 })).toEqual([
    { code: 'once', times: 1, last_at: noon },
    { code: 'twice', times: 1, last_at: yesterday },
  ]);
  missed.note('twice', noon + 5);
  missed.note('twice', noon + 3);
  await missed.flush();
  await missed.flush();
  expect(await listUnknownCodes(engine, { from: yesterday, to: noon + 10 })).toEqual([
    { code: 'twice', times: 3, last_at: noon + 5 },
    { code: 'once', times: 1, last_at: noon },
  ]);
  // A day that overlaps the range counts completely.
  expect(await listUnknownCodes(engine, { from: yesterday, to: yesterday + 1 })).toEqual([
    { code: 'twice', times: 1, last_at: yesterday },
  ]);
  expect(
    await listUnknownCodes(engine, { from: noon + DAY_SECONDS, to: noon + 2 * DAY_SECONDS }),
  ).toEqual([]);
});

test('any text is a code, except texts that no database stores or no person requests', async () => {
  await using site = await open();
  const { engine, missed, errors } = site;
  const odd = ['__proto__', '1+2', '短', "'; drop table link", '[1,"x"]', 'A', 'a', '\u{1f600}'];
  for (const code of [...odd, 'x'.repeat(255)]) missed.note(code, noon);
  const others = ['', 'favicon.ico', 'index.php', '.env', 'wp-login', 'a/b', 'robots.txt', 'API'];
  for (const code of ['x'.repeat(256), 'a\0b', '\ud800', ...others]) missed.note(code, noon);
  await missed.flush();
  expect(errors).toEqual([]);
  const codes = (await listUnknownCodes(engine, { from: noon, to: noon + 1 })).map(
    ({ code }) => code,
  );
  expect(codes.sort()).toEqual([...odd, 'x'.repeat(255)].sort());
});

test('codes that cannot be stored are reported, kept and stored later', async () => {
  await using site = await open({ broken: true });
  const { engine, missed, errors } = site;
  missed.note('a', noon);
  const flushed = missed.flush();
  missed.note('a', noon + 1);
  missed.note('b', noon + 2);
  await flushed;
  expect(String(errors)).toBe('Error: gone');
  site.options.broken = false;
  await missed.flush();
  expect(await listUnknownCodes(engine, { from: noon, to: noon + 1 })).toEqual([
    { code: 'a', times: 2, last_at: noon + 1 },
    { code: 'b', times: 1, last_at: noon + 2 },
  ]);
});

test('at most a thousand codes are kept between two flushes', async () => {
  await using site = await open({ broken: true });
  const { engine, missed } = site;
  noteAll(missed, 'a', 1500, noon);
  missed.note('a7', noon);
  await missed.flush();
  noteAll(missed, 'b', 1500, noon);
  site.options.broken = false;
  await missed.flush();
  expect(await countRows(site.engine)).toEqual({ 20_000: 1000 });
  expect((await listUnknownCodes(engine, { from: noon, to: noon + 1 }))[0]).toEqual({
    code: 'a7',
    times: 2,
    last_at: noon,
  });
});

test('a day has at most ten thousand codes, which go on being counted', async () => {
  await using site = await open();
  const { missed, engine } = site;
  for (let round = 0; round < 11; round += 1) {
    noteAll(missed, `r${round}-`, 990, noon);
    await missed.flush();
  }
  expect(await countRows(engine)).toEqual({ 20_000: 10_000 });
  for (const code of ['r0-5', 'new', 'r10-99', 'r10-100']) missed.note(code, noon + 1);
  missed.note('new', noon + DAY_SECONDS);
  await missed.flush();
  expect(await countRows(engine)).toEqual({ 20_000: 10_000, 20_001: 1 });
  const [first, second] = await listUnknownCodes(engine, { from: noon, to: noon + 1 });
  expect([first, second]).toEqual([
    { code: 'r0-5', times: 2, last_at: noon + 1 },
    { code: 'r10-99', times: 2, last_at: noon + 1 },
  ]);
});

test('two servers count together', async () => {
  await using site = await open();
  const { engine } = site;
  const other = new UnknownCodes({ engine, onError: (error) => site.errors.push(error) });
  for (const missed of [site.missed, other]) noteAll(missed, 'c', 20, noon);
  await Promise.all([site.missed.flush(), other.flush()]);
  const counts = (await listUnknownCodes(engine, { from: noon, to: noon + 1 })).map(
    ({ times }) => times,
  );
  expect(counts).toEqual(Array.from({ length: 20 }, () => 2));
  expect(site.errors).toEqual([]);
});

test('codes that became links are not listed, and others move up', async () => {
  await using site = await open();
  const { missed, engine } = site;
  for (const prefix of ['a', 'b']) {
    for (let round = 0; round < 2; round += 1) {
      noteAll(missed, prefix, 700, noon);
      await missed.flush();
    }
  }
  for (const code of ['ÄPFEL', 'Sale', 'only-one', 'two', 'rest']) missed.note(code, noon);
  await missed.flush();
  const links = ['a', 'b'].flatMap((prefix) => Array.from({ length: 700 }, (_, i) => prefix + i));
  await seedLinks(
    engine,
    [...links, 'äpfel', 'sale', 'ONLY-ONE', 'Two', 'TWO'].map((code) => ({
      short_url: code,
      is_active: 0,
    })),
  );
  const codes = (await listUnknownCodes(engine, { from: noon, to: noon + 1 })).map(
    ({ code }) => code,
  );
  expect(codes).toEqual(['rest', 'two']);
});

test('names of programs that an older version stored are not listed', async () => {
  await using site = await open();
  await addUnknownCodes(
    site.engine,
    ['favicon.ico', 'index.php', '.env', 'real'].map((code) => ({
      day: 20_000,
      code,
      times: 5,
      last_at: noon,
    })),
  );
  const codes = (await listUnknownCodes(site.engine, { from: noon, to: noon + 1 })).map(
    ({ code }) => code,
  );
  expect(codes).toEqual(['real']);
});

test('characters around a code are not stored', async () => {
  await using site = await open();
  const { engine, missed } = site;
  for (const code of [
    'sale',
    'sale.',
    '“sale”',
    'sale\u200b',
    'sale&amp;x',
    'v1.2.',
    '短，链',
    '@x(1)',
  ]) {
    missed.note(code, noon);
  }
  await missed.flush();
  const counts = (await listUnknownCodes(engine, { from: noon, to: noon + 1 })).map(
    ({ code, times }) => [code, times],
  );
  expect(Object.fromEntries(counts)).toEqual({ sale: 5, 'v1.2': 1, 短: 1, '@x(1)': 1 });
});

test('fifty codes are listed', async () => {
  await using site = await open();
  noteAll(site.missed, 'a', 60, noon);
  await site.missed.flush();
  expect(await listUnknownCodes(site.engine, { from: noon, to: noon + 1 })).toHaveLength(50);
});

test('old days are deleted, and rare codes at the end of their day', async () => {
  await using site = await open();
  const { missed, engine } = site;
  const days = [20_000, 20_001, 20_009, 20_010];
  for (const day of days) {
    noteAll(missed, 'c', 600, day * DAY_SECONDS);
    missed.note('c599', day * DAY_SECONDS);
    await missed.flush();
  }
  await pruneUnknownCodes(engine, 20_001, 20_010);
  expect(site.errors).toEqual([]);
  expect(await countRows(engine)).toEqual({ 20_001: 200, 20_009: 200, 20_010: 600 });
  const [first] = await listUnknownCodes(engine, { from: 0, to: 20_011 * DAY_SECONDS });
  expect(first).toEqual({ code: 'c599', times: 6, last_at: 20_010 * DAY_SECONDS });
});

test('codes of a further domain are listed with it, without files and reserved names', async () => {
  await using site = await open();
  const typed = ['go.example/lost', 'go.example/Found.', 'go.example/favicon.ico'];
  typed.push('go.example/admin', 'go.example/wp-login.php', 'here/');
  for (const code of typed) site.missed.note(code, noon);
  await site.missed.flush();
  const listed = await listUnknownCodes(site.engine, { from: yesterday, to: noon + 1 });
  expect(listed.map(({ code }) => code).toSorted()).toEqual([
    'go.example/Found',
    'go.example/lost',
    'here',
  ]);
});
