import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '../../../tests/support/random.ts';
import { chooseForRun, testInAll } from '../../../tests/support/test-run.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { Dice } from '../../../tests/torture/dice.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { encodeClick } from './click.ts';
import { ClickCounter } from '../click-counter.ts';
import { Clicks } from '../clicks.ts';
import { removeOldSegments } from './old-segments.ts';
import { drainJournal } from '../drain.ts';
import { findRecord } from './find-record.ts';
import { Journal } from './journal.ts';
import { findLastLinkId } from './last-link-id.ts';
import { findOldestPending, PendingClicks } from '../pending.ts';
import { openJournalDirectory } from './segments.ts';
import { wipeAddresses } from '../wipe.ts';
import { decodeClicks, RECORD_MAX } from './record.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const CLICKS = 300;
const TRACE = '203.0.113';

let dataDir: string;
let directory: string;
let engine: Engine;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-damage-'));
  directory = openJournalDirectory(dataDir);
  engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ short_url: 'l1' }]);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function click(time = Date.now()) {
  const texts = { referrer: 'https://example.org/a', userAgent: 'Browser/1', language: 'en' };
  return {
    linkId: 1,
    time,
    address: `${TRACE}.7`,
    ...texts,
    target: 'https://a.example/',
    domain: 'go.example',
  };
}

function journalClicks(clicks: number) {
  const journal = new Journal({ directory });
  for (let made = 0; made < clicks; made += 1) {
    const one = click();
    const lacks = [{}, { target: '' }, { domain: '' }, { target: '', domain: '' }];
    journal.append({ ...one, ...lacks[made % lacks.length] });
  }
  const name = journal.activeSegment!;
  journal.close();
  const file = join(directory, name);
  const bytes = readFileSync(file);
  const starts: number[] = [];
  decodeClicks(bytes, (_, start) => starts.push(start));
  return { name, file, bytes, starts };
}

const noises: Readonly<Record<string, (length: number) => Buffer>> = {
  zeros: (length) => Buffer.alloc(length),
  [`bytes of any value (seed ${seed})`]: randomBytes,
  'versions without end': (length) => Buffer.alloc(length, 2),
  'records of which each has a wrong checksum': (length) => repeat(brokenRecord(), length),
  'text of the site’s own': (length) => Buffer.alloc(length, '{"level":30,"msg":"listening"}\n'),
};

function randomBytes(length: number): Buffer<ArrayBuffer> {
  const dice = new Dice(seed);
  const bytes = Buffer.alloc(length + 3);
  for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(dice.below(2 ** 32), at);
  return bytes.subarray(0, length);
}

function brokenRecord(): Buffer {
  const record = Buffer.alloc(RECORD_MAX);
  const whole = record.subarray(0, encodeClick(record, click()));
  whole[0]! ^= 1;
  return whole;
}

function repeat(piece: Buffer, length: number): Buffer {
  return Buffer.alloc(length, piece);
}

async function readCount(): Promise<number> {
  const row = await engine.db.selectFrom('click_count').select('clicks').executeTakeFirstOrThrow();
  return row.clicks;
}

async function drain() {
  const messages: string[] = [];
  let damagedBytes = 0;
  const { clicks, segments } = await drainJournal({
    engine,
    directory,
    onError: (error) => messages.push(String(error)),
    onCounted: (_, bytes) => {
      damagedBytes += bytes;
    },
  });
  return { clicks, segments, messages, damagedBytes };
}

/** Around the bytes that are read at once, and many times as many. */
const lengths = [1, 100, 256 * KILOBYTE - 1, 256 * KILOBYTE, 256 * KILOBYTE + 1, 5 * MEGABYTE + 7];

describe.each(Object.keys(noises))('a hole of %s', (kind) => {
  const make = noises[kind]!;

  test.each(chooseForRun(lengths.slice(3, 5), lengths))(
    'of %d bytes is skipped at any place, and each click behind it counts once',
    async (length) => {
      const { name, file, bytes, starts } = journalClicks(CLICKS);
      const places = [0, starts[1]!, starts[150]!, starts[299]!];
      const parts: Buffer[] = [];
      for (const [index, place] of places.entries()) {
        parts.push(make(length), bytes.subarray(place, places[index + 1]));
      }
      const damaged = Buffer.concat(parts);
      writeFileSync(file, damaged);
      const pending = new PendingClicks(engine, directory);
      expect(await pending.count([1])).toEqual(new Map([[1, CLICKS]]));
      expect(await findOldestPending(engine, directory)).not.toBeNull();
      expect(await findLastLinkId(directory)).toBe(1);

      const drained = await drain();
      expect([drained.clicks, await readCount()]).toEqual([CLICKS, CLICKS]);
      expect(drained.damagedBytes).toBe(4 * length);
      expect(drained.messages).toHaveLength(4);
      expect(drained.messages[0]).toBe(`Error: ${name}: ${length} damaged bytes skipped at byte 0`);
      // The records behind the holes lose their addresses; the holes keep their bytes.
      const wiped = readFileSync(file);
      expect(wiped).toHaveLength(damaged.length);
      expect(wiped.subarray(0, length).equals(damaged.subarray(0, length))).toBeTrue();
      expect((await drain()).clicks).toBe(0);
      expect(await findOldestPending(engine, directory)).toBeNull();
      expect(await pending.count([1])).toEqual(new Map());
    },
  );
});

test('addresses behind a hole are wiped, and the hole stays as it was', async () => {
  const { name, file, bytes, starts } = journalClicks(CLICKS);
  const hole = randomBytes(MEGABYTE);
  writeFileSync(
    file,
    Buffer.concat([bytes.subarray(0, starts[9]), hole, bytes.subarray(starts[9])]),
  );
  await wipeAddresses(directory, name, { start: 0, end: statSync(file).size });
  const wiped = readFileSync(file);
  expect(wiped.includes(TRACE)).toBeFalse();
  expect(wiped.subarray(starts[9], starts[9]! + hole.length)).toEqual(hole);
});

test('a segment that has only its beginning counts nothing', async () => {
  const { file, starts } = journalClicks(1);
  truncateSync(file, starts[0]);
  expect(await drain()).toMatchObject({ clicks: 0, messages: [], damagedBytes: 0 });
  expect(await findOldestPending(engine, directory)).toBeNull();
});

test('an incomplete record at the end is no hole: it is counted when it is complete', async () => {
  const { file, bytes, starts } = journalClicks(CLICKS);
  for (const end of [starts[1]! - 1, starts[2]! + 1, starts[200]! + 20, bytes.length]) {
    writeFileSync(file, bytes.subarray(0, end));
    const { messages, damagedBytes } = await drain();
    expect([messages, damagedBytes]).toEqual([[], 0]);
    expect(await readCount()).toBe(
      end === bytes.length ? CLICKS : starts.findLastIndex((start) => start <= end),
    );
  }
});

testInAll(
  '64 MB of forged records are searched quickly',
  () => {
    // The texts of each record add up; only its checksum is wrong. All records end at the same place.
    const heads = Buffer.alloc(64 * MEGABYTE);
    const record = brokenRecord();
    for (let at = 0; at + record.length <= heads.length; at += record.length)
      record.copy(heads, at);
    const hostile = [
      heads,
      Buffer.alloc(64 * MEGABYTE, 2),
      Buffer.alloc(64 * MEGABYTE, createNestedHeads()),
    ];
    for (const bytes of hostile) {
      expect(findRecord(bytes, 0)).toBe(-1);
    }
  },
  300_000,
);

/** Nested records: as many heads as fit, all with the same end. */
function createNestedHeads(): Buffer<ArrayBuffer> {
  const length = 1600;
  const bytes = Buffer.alloc(length);
  for (let start = 0; start + 34 <= length - 600; start += 34) {
    bytes.writeUInt16LE(length - start - 6, start + 4);
    bytes[start + 6] = 2;
    // An address of no length, and a referrer up to four empty texts before the end.
    bytes.writeUInt16LE(0, start + 20);
    bytes.writeUInt16LE(length - 8 - (start + 24), start + 22);
  }
  return bytes;
}

test('a segment with a hole is kept forever, outside counting and quota', async () => {
  const { name, file, bytes, starts } = journalClicks(CLICKS);
  const hole = randomBytes(300 * KILOBYTE);
  const damaged = Buffer.concat([bytes.subarray(0, starts[9]), hole, bytes.subarray(starts[9])]);
  writeFileSync(file, damaged);
  const torn = journalClicks(2);
  truncateSync(torn.file, torn.bytes.length - 3);
  const sound = journalClicks(2);
  const messages: string[] = [];
  const open = () => {
    const clicks: Clicks = new Clicks({
      engine,
      dataDir,
      counter: new ClickCounter({
        engine,
        dataDir,
        onCounted: (visits, bytes) => clicks.addDrained(visits.length, bytes),
        onError: (error) => messages.push(String(error)),
      }),
      onError: (error) => messages.push(String(error)),
    });
    return clicks;
  };
  const clicks = open();
  expect(await clicks.drain()).toBe(CLICKS + 1 + 2);
  const tail = torn.bytes.length - 3 - torn.starts[1]!;
  expect(messages).toEqual([
    `Error: ${name}: ${hole.length} damaged bytes skipped at byte ${starts[9]}`,
    `Error: ${torn.name}: ${tail} damaged bytes skipped at its end`,
  ]);
  expect(clicks.damagedBytes).toBe(hole.length + tail);
  await clicks.drain();
  expect(messages).toHaveLength(2);
  expect(clicks.damagedBytes).toBe(hole.length + tail);
  await clicks.close();

  const yesterday = Date.now() / 1000 - 86_401;
  for (const old of [file, torn.file, sound.file]) utimesSync(old, yesterday, yesterday);
  const later = open();
  expect(await later.drain()).toBe(0);
  const folder = join(directory, 'damaged');
  expect(readdirSync(folder).toSorted()).toEqual([name, torn.name].toSorted());
  expect(readdirSync(directory)).toEqual(['damaged']);
  expect(readFileSync(join(folder, name)).includes(hole)).toBeTrue();
  expect(messages.filter((line) => line.includes(join(folder, name)))).toHaveLength(1);
  expect(later.countDamagedSegments()).toBe(2);
  expect(await later.drain()).toBe(0);
  await later.close();
  expect(await readCount()).toBe(CLICKS + 3);
  // An operator may remove the folder at any time.
  rmSync(folder, { recursive: true });
  expect(later.countDamagedSegments()).toBe(0);
});

describe('a copy of a segment under another name', () => {
  const names = ['copy.clicks', '0-x.clicks', 'zzzzzzzzz-01234567.clicks'];

  test.each(names)('%s is counted once', async (copy) => {
    const { file } = journalClicks(CLICKS);
    copyFileSync(file, join(directory, copy));
    expect(await new PendingClicks(engine, directory).count([1])).toEqual(new Map([[1, CLICKS]]));
    expect((await drain()).clicks).toBe(CLICKS);
    expect((await drain()).clicks).toBe(0);
    rmSync(file);
    expect((await drain()).clicks).toBe(0);
    expect(await readCount()).toBe(CLICKS);
  });

  test.each(names)('%s without the end is counted once, with the end', async (copy) => {
    const journal = new Journal({ directory });
    for (let made = 0; made < 10; made += 1) journal.append(click());
    const file = join(directory, journal.activeSegment!);
    copyFileSync(file, join(directory, copy));
    truncateSync(join(directory, copy), statSync(file).size - 5);
    expect((await drain()).clicks).toBe(10);
    journal.append(click());
    expect((await drain()).clicks).toBe(1);
    journal.close();
    expect(await readCount()).toBe(11);
  });

  test.each(names)('%s with a hole of its own neither hides nor adds clicks', async (copy) => {
    const journal = new Journal({ directory });
    for (let made = 0; made < 10; made += 1) journal.append(click());
    const bytes = readFileSync(join(directory, journal.activeSegment!));
    const hole = Buffer.alloc(300 * KILOBYTE);
    writeFileSync(
      join(directory, copy),
      Buffer.concat([bytes.subarray(0, 600), hole, bytes.subarray(600)]),
    );
    expect(await new PendingClicks(engine, directory).count([1])).toEqual(new Map([[1, 10]]));
    expect((await drain()).clicks).toBe(10);
    journal.append(click());
    expect((await drain()).clicks).toBe(1);
    journal.close();
    expect(await findOldestPending(engine, directory)).toBeNull();
    // A copy is removed with its segment, at any age.
    const { segments } = await drain();
    const original = segments.find((name) => name !== copy)!;
    const yesterday = Date.now() / 1000 - 86_401;
    utimesSync(join(directory, original), yesterday, yesterday);
    const kept: string[] = [];
    const onKept = (file: string) => kept.push(file);
    await removeOldSegments(
      directory,
      segments,
      { now: Date.now(), quotaBytes: undefined },
      onKept,
    );
    expect(kept).toEqual([join(directory, 'damaged', copy)]);
    expect(readdirSync(directory)).toEqual(['damaged']);
    expect((await drain()).clicks).toBe(0);
    expect(await readCount()).toBe(11);
  });

  test('does not make the active segment look finished', async () => {
    const clicks: Clicks = new Clicks({
      engine,
      dataDir,
      counter: new ClickCounter({ engine, dataDir, onError: fail }),
      onError: fail,
    });
    clicks.record(click());
    const active = clicks.journal.activeSegment!;
    const [instant, owner] = active.split('-') as [string, string];
    const copy = join(
      directory,
      `${(Number.parseInt(instant, 36) + 1).toString(36).padStart(9, '0')}-${owner}`,
    );
    copyFileSync(join(directory, active), copy);
    expect(await clicks.drain()).toBe(1);
    const yesterday = Date.now() / 1000 - 86_401;
    for (const file of [join(directory, active), copy]) utimesSync(file, yesterday, yesterday);
    expect(await clicks.drain()).toBe(0);
    expect(existsSync(join(directory, active))).toBeTrue();
    clicks.record(click());
    expect(await clicks.drain()).toBe(1);
    await clicks.close();
    expect(await readCount()).toBe(2);
  });

  test('loses its addresses together with the segment', async () => {
    const counter = new ClickCounter({ engine, dataDir, onError: fail });
    const clicks = new Clicks({ engine, dataDir, counter, onError: fail });
    const { file } = journalClicks(CLICKS);
    const copy = join(directory, 'copy.clicks');
    copyFileSync(file, copy);
    expect(readFileSync(copy).includes(TRACE)).toBeTrue();
    expect(await clicks.drain()).toBe(CLICKS);
    for (const each of [file, copy]) expect(readFileSync(each).includes(TRACE)).toBeFalse();
    await clicks.close();
  });

  test('with a damaged start counts under its own name', async () => {
    const { file, bytes } = journalClicks(3);
    writeFileSync(file, Buffer.concat([Buffer.alloc(40, 255), bytes.subarray(40)]));
    expect((await drain()).clicks).toBe(2);
    appendFileSync(file, bytes.subarray(-1));
    expect((await drain()).clicks).toBe(0);
  });
});

function fail(error: unknown): never {
  throw error;
}
