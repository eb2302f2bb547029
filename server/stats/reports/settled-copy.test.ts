import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countMappedBytes } from '../../../tests/mapped-bytes.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import { SETTLED_COPY_FILE } from '../../engine/data-directory.ts';
import type { Engine } from '../../engine/engine.ts';
import { changeSettledRevision, selectSettledRevision } from '../days.store.ts';
import { createDetail } from '../detail.ts';
import type { Facts } from '../facts.ts';
import { SITE_ID } from '../record-visits.ts';
import { deleteDay, upsertSettled } from '../upkeep/settled-details.store.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { SettledCopy } from './settled-copy.ts';

const DAYS = [10, 11, 13];
/** Each day has its own. */
const AGENTS = 20;

let dataDir: string;
let engine: Engine;
let facts: Facts;
let path: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-copy-'));
  path = join(dataDir, SETTLED_COPY_FILE);
  engine = await openTestEngine(dataDir);
  facts = await new VisitRecorder(engine).openFacts();
  for (let agent = 1; agent <= AGENTS; agent += 1) facts.get('agent', `agent ${agent}`);
  await facts.save();
  for (const day of DAYS) await settle(day, day);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

/** Settles a day with so many rows. */
async function settle(day: number, rows: number): Promise<void> {
  const { body, detail } = createDetail('settled', rows);
  detail.agent.fill(day);
  detail.clicks.fill(1);
  await engine.write(async (tx) => {
    await tx
      .insertInto('click_day')
      .values({ day, salt: null, top_links: new Uint8Array() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await upsertSettled(tx, day, new Map([[SITE_ID, body]]));
    await changeSettledRevision(tx);
  });
}

/** What a copy tells of days; null when it is not of the present state. */
async function read(
  copy: SettledCopy,
  days: readonly number[],
): Promise<Map<number, number> | null> {
  const revision = await selectSettledRevision(engine);
  const found = copy.findClicks({ linkId: SITE_ID, revision, days });
  // The id of the first row's user agent.
  for (const { day, body } of found ?? []) expect(body[2]).toBe(day);
  return found === null ? null : new Map(found.map(({ day, body }) => [day, body.length]));
}

const bytesOf = (day: number): number => createDetail('settled', day).body.length;

test('a copy has what is settled, until a day becomes another', async () => {
  const copy = new SettledCopy(dataDir, { bytesMin: 1 });
  expect(await read(copy, DAYS)).toBeNull();
  await copy.refresh(engine, facts);
  expect(await read(copy, DAYS)).toEqual(new Map(DAYS.map((day) => [day, bytesOf(day)])));
  expect(await read(copy, [11, 12])).toEqual(new Map([[11, bytesOf(11)]]));
  expect(statSync(path).mode & 0o777).toBe(0o600);

  await settle(12, 12);
  expect(await read(copy, DAYS)).toBeNull();
  await copy.refresh(engine, facts);
  expect(await read(copy, [12, 13])).toEqual(new Map([12, 13].map((day) => [day, bytesOf(day)])));
  // Another process finds it, too, and so does this one what another has made.
  const other = new SettledCopy(dataDir, { bytesMin: 1 });
  expect((await read(other, [12]))?.size).toBe(1);
  await settle(14, 14);
  await other.refresh(engine, facts);
  expect((await read(copy, [14]))?.size).toBe(1);
});

test.if(process.platform === 'linux')('all of a copy is mapped before somebody asks', async () => {
  for (const day of DAYS) await settle(day, 50_000);
  const copy = new SettledCopy(dataDir, { bytesMin: 1 });
  await copy.refresh(engine, facts);
  await read(copy, DAYS);
  const size = Math.ceil(statSync(path).size / 4096) * 4096;
  expect(countMappedBytes(process.pid, path)).toBeLessThan(size);
  await copy.prefault();
  expect(countMappedBytes(process.pid, path)).toBe(size);
});

test('what is forgotten is not kept in the copy', async () => {
  const copy = new SettledCopy(dataDir, { bytesMin: 1 });
  await copy.refresh(engine, facts);
  const before = statSync(path);
  await copy.refresh(engine, facts);
  // Nothing to do.
  expect(statSync(path).ino).toBe(before.ino);
  await deleteDay(engine, 10, () => Promise.resolve(true));
  expect(await read(copy, DAYS)).toBeNull();
  await copy.refresh(engine, facts);
  expect([...(await read(copy, DAYS))!.keys()]).toEqual([11, 13]);
  expect(statSync(path).size).toBeLessThan(before.size);
});

test('a site with few clicks has no copy, nor one whose disk is nearly full', async () => {
  await new SettledCopy(dataDir).refresh(engine, facts);
  expect(existsSync(path)).toBe(false);
  const all = DAYS.reduce((sum, day) => sum + bytesOf(day), 0);
  let free = 100 * all;
  const copy = new SettledCopy(dataDir, { bytesMin: 1, countFree: () => free });
  await copy.refresh(engine, facts);
  expect(await read(copy, DAYS)).not.toBeNull();
  await settle(14, 1);
  free = all;
  await copy.refresh(engine, facts);
  expect(existsSync(path)).toBe(false);
  expect(await read(copy, DAYS)).toBeNull();
});

test.each([
  ['cut off', () => truncateSync(path, statSync(path).size - 1)],
  ['cut off at its begin', () => writeFileSync(path, readFileSync(path).subarray(4))],
  ['something else', () => writeFileSync(path, '{}{}{}')],
  [
    'of another form',
    () => writeFileSync(path, readFileSync(path, 'latin1').replace('"7/3/4"', '"6/3/4"'), 'latin1'),
  ],
  ['empty', () => writeFileSync(path, '')],
  ['text', () => writeFileSync(path, Buffer.from([110, 117, 108, 108, 4, 0, 0, 0]))],
])('a file that is %s is no copy, and is replaced', async (_, spoil) => {
  await new SettledCopy(dataDir, { bytesMin: 1 }).refresh(engine, facts);
  spoil();
  const copy = new SettledCopy(dataDir, { bytesMin: 1 });
  expect(await read(copy, DAYS)).toBeNull();
  await copy.refresh(engine, facts);
  expect((await read(copy, DAYS))?.size).toBe(3);
});

test('when a copy cannot be made there is none, until it can', async () => {
  const copy = new SettledCopy(dataDir, { bytesMin: 1 });
  await copy.refresh(engine, facts);
  await settle(12, 12);
  const failing = new SettledCopy(dataDir, {
    bytesMin: 1,
    countFree() {
      // Its place is taken.
      mkdirSync(`${path}.draft`);
      return Number.POSITIVE_INFINITY;
    },
  });
  expect(await failing.refresh(engine, facts).catch((error: unknown) => error)).toBeInstanceOf(
    Error,
  );
  expect(existsSync(path)).toBe(false);
  expect(await read(copy, DAYS)).toBeNull();
  rmSync(`${path}.draft`, { recursive: true });
  writeFileSync(`${path}.draft`, 'what a process that was killed has left');
  await copy.refresh(engine, facts);
  expect((await read(copy, [12]))?.size).toBe(1);
  expect(existsSync(`${path}.draft`)).toBe(false);
});

test('a copy of days that become others while it is made is thrown away', async () => {
  const copy = new SettledCopy(dataDir, { bytesMin: 1, countFree: () => Number.POSITIVE_INFINITY });
  const refreshed = copy.refresh(engine, facts);
  await settle(13, 40);
  await refreshed;
  const found = await read(copy, [13]);
  // Made before or after, but never of both.
  if (found !== null) expect(found).toEqual(new Map([[13, bytesOf(40)]]));
  await copy.refresh(engine, facts);
  expect(await read(copy, [13])).toEqual(new Map([[13, bytesOf(40)]]));
});
