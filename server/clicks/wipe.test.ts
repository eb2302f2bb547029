import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFormerClick } from '../../tests/support/statistics/former-click.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { Engine } from '../engine/engine.ts';
import type { RecordedVisit } from '../stats/ingest/visit-reader.ts';
import { readClick } from './journal/click-reader.ts';
import { Journal } from './journal/journal.ts';
import { upsertOffset } from './counts.store.ts';
import { openJournalDirectory } from './journal/segments.ts';
import { wipeAddresses, wipeDrained } from './wipe.ts';
import { decodeClicks } from './journal/record.ts';

const addresses = ['203.0.113.77', '2001:db8:1234:5678::9', ''];
/** No file may contain these. */
const traces = ['203.0.113', '2001:db8:1234'];

let dataDir: string;
let directory: string;
let journal: Journal;
let engine: Engine;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-wipe-'));
  directory = openJournalDirectory(dataDir);
  journal = new Journal({ directory });
  engine = await openTestEngine(dataDir);
});
afterEach(async () => {
  journal.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function visit(clicks: number): { name: string; file: string; bytes: Buffer<ArrayBuffer> } {
  for (let click = 1; click <= clicks; click += 1) {
    journal.append({
      linkId: click,
      time: 1_700_000_000_000 + click,
      address: addresses[click % addresses.length]!,
      referrer: 'https://example.org/a',
      userAgent: 'Mozilla/5.0 (test)',
      language: 'en',
      query: 'utm_source=poster',
      country: 'DE',
      asksNotToBeTracked: click % 2 === 0,
      target: click % 3 === 0 ? '' : 'https://a.example/?variant=b',
    });
  }
  const name = journal.activeSegment!;
  const file = join(directory, name);
  return { name, file, bytes: readFileSync(file) };
}

function readAll(bytes: Buffer): RecordedVisit[] {
  const clicks: RecordedVisit[] = [];
  const end = decodeClicks(bytes, (_, start) => clicks.push(readClick(bytes, start)));
  expect(end).toBe(bytes.length);
  return clicks;
}

function findTraces(file: string): string[] {
  const text = readFileSync(file, 'latin1');
  return traces.filter((trace) => text.includes(trace));
}

function fail(error: unknown): never {
  throw error;
}

async function setDrained(name: string, bytes: number): Promise<void> {
  await engine.write((tx) => upsertOffset(tx, name, bytes));
}

test('wiping removes only the addresses, also across pieces', async () => {
  const { name, file, bytes } = visit(6000);
  expect(findTraces(file)).toEqual(traces);
  await wipeAddresses(directory, name, { start: 0, end: bytes.length });
  expect(findTraces(file)).toEqual([]);
  const wiped = readFileSync(file);
  expect(wiped).toHaveLength(bytes.length);
  expect(readAll(wiped)).toEqual(
    readAll(bytes).map((click) => Object.assign(click, { address: '' })),
  );
});

test('a journal of version 1 is wiped too', async () => {
  const file = join(directory, '000000000-former.clicks');
  const former = { linkId: 7, time: 1, referrer: null, userAgent: 'Browser/1', language: null };
  const bytes = Buffer.concat(
    addresses.map((address) => encodeFormerClick({ ...former, address })),
  );
  writeFileSync(file, bytes);
  await wipeAddresses(directory, '000000000-former.clicks', { start: 0, end: bytes.length });
  expect(findTraces(file)).toEqual([]);
  const wiped = readAll(readFileSync(file));
  expect(wiped).toEqual(readAll(bytes).map((click) => Object.assign(click, { address: '' })));
  expect(wiped[0]!.userAgent).toBe('Browser/1');
});

test('wiping touches only bytes between the offsets while others append behind them', async () => {
  const { name, file, bytes } = visit(4000);
  const starts: number[] = [];
  decodeClicks(bytes, (_, start) => starts.push(start));
  const [from, to] = [starts[10]!, starts[3500]!];
  const wiping = wipeAddresses(directory, name, { start: from, end: to });
  visit(100);
  await wiping;
  const wiped = readFileSync(file);
  expect(wiped.subarray(0, from)).toEqual(bytes.subarray(0, from));
  expect(wiped.subarray(to, bytes.length)).toEqual(bytes.subarray(to));
  const clicks = readAll(wiped);
  expect(clicks).toHaveLength(4100);
  expect(clicks.slice(10, 3500).every(({ address }) => address === '')).toBeTrue();
  expect(clicks[4000]!.address).toBe('2001:db8:1234::');
});

test('damage is skipped and stays unchanged', async () => {
  const { name, file, bytes } = visit(100);
  const starts: number[] = [];
  decodeClicks(bytes, (_, start) => starts.push(start));
  bytes.fill(255, starts[50], starts[52]);
  writeFileSync(file, bytes);
  await wipeAddresses(directory, name, { start: 0, end: bytes.length });
  expect(findTraces(file)).toEqual([]);
  const wiped = readFileSync(file);
  expect(wiped.subarray(starts[50], starts[52])).toEqual(bytes.subarray(starts[50], starts[52]));
  expect(readAll(wiped.subarray(starts[52]))).toHaveLength(48);
});

test('wiped records are not written again', async () => {
  const { name, file, bytes } = visit(10);
  await wipeAddresses(directory, name, { start: 0, end: bytes.length });
  utimesSync(file, 1, 1);
  await wipeAddresses(directory, name, { start: 0, end: bytes.length });
  expect(statSync(file).mtimeMs).toBe(1000);
});

test('after a kill at any byte, the next start completes the wipe and keeps each click', async () => {
  const { name, file, bytes } = visit(6);
  await setDrained(name, bytes.length);
  await wipeDrained(engine, directory, fail);
  const wiped = readFileSync(file);
  expect(readAll(wiped)).toHaveLength(6);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    writeFileSync(file, Buffer.concat([wiped.subarray(0, cut), bytes.subarray(cut)]));
    await wipeDrained(engine, directory, fail);
    expect([cut, readFileSync(file).equals(wiped)]).toEqual([cut, true]);
  }
});

test('uncounted clicks keep their addresses', async () => {
  const { name, file, bytes } = visit(30);
  await wipeDrained(engine, directory, fail);
  expect(readFileSync(file)).toEqual(bytes);
  const starts: number[] = [];
  decodeClicks(bytes, (_, start) => starts.push(start));
  await setDrained(name, starts[20]!);
  await wipeDrained(engine, directory, fail);
  const clicks = readAll(readFileSync(file));
  expect(clicks.slice(0, 20).every(({ address }) => address === '')).toBeTrue();
  expect(clicks.slice(20)).toEqual(readAll(bytes).slice(20));
});

test('a segment that cannot be wiped is reported and blocks no other; a missing one is ignored', async () => {
  const bad = '000000000-bad.clicks';
  mkdirSync(join(directory, bad));
  const { name, file, bytes } = visit(3);
  await setDrained(bad, 100);
  await setDrained(name, bytes.length);
  const errors: unknown[] = [];
  await wipeDrained(engine, directory, (error) =>
    errors.push((error as NodeJS.ErrnoException).code),
  );
  expect(errors).toEqual(['EISDIR']);
  expect(findTraces(file)).toEqual([]);
  await wipeAddresses(directory, 'gone.clicks', { start: 0, end: 100 });
});
