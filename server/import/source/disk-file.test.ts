import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Problem } from '../../http/problem.ts';
import { openDiskFile } from './disk-file.ts';
import type { SourceFile } from './row-source.ts';

const directory = mkdtempSync(join(tmpdir(), 'brisk-source-'));
afterAll(() => rmSync(directory, { recursive: true }));

let written = 0;
function open(content: Uint8Array | string, onRead?: (bytes: number) => void): SourceFile {
  written += 1;
  const path = join(directory, `${written}.dat`);
  writeFileSync(path, content);
  return openDiskFile(path, 'links.json', onRead);
}

async function readAll(file: SourceFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  return error instanceof Problem ? error.problem : String(error);
}

const text = 'short,long\r\n'.repeat(60_000);

test('a file is read from its start each time, and tells how far it is', async () => {
  let read = 0;
  const file = open(text, (bytes) => (read = bytes));
  expect(await readAll(file)).toBe(text);
  expect(read).toBe(text.length);
  expect(await readAll(file)).toBe(text);
  expect([file.name, file.size]).toEqual(['links.json', text.length]);
  expect(await readAll(open(''))).toBe('');
});

test('a gzip is known by its first bytes, also one in several parts', async () => {
  let read = 0;
  const parts = Buffer.concat([gzipSync(text), gzipSync('end')]);
  const file = open(parts, (bytes) => (read = bytes));
  expect(await readAll(file)).toBe(`${text}end`);
  expect(read).toBe(parts.length);
});

test('a reading may end early', async () => {
  for (const file of [open(text), open(gzipSync(text))]) {
    for await (const chunk of file.bytes()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  }
});

test('a damaged or cut gzip is unreadable', async () => {
  const whole = gzipSync(text);
  const damaged = Buffer.from(whole);
  damaged[whole.length - 6]! ^= 1; // the checksum
  for (const content of [damaged, whole.subarray(0, -9), whole.subarray(0, 3)]) {
    expect(await problemOf(readAll(open(content)))).toBe('import.unreadable');
  }
});

test('a gzip bomb is refused before it is unpacked', async () => {
  const layer = gzipSync(Buffer.alloc(4_000_000));
  const bomb = open(Buffer.concat(Array.from({ length: 30 }, () => layer)));
  let unpacked = 0;
  const reading = (async () => {
    for await (const chunk of bomb.bytes()) unpacked += chunk.length;
  })();
  expect(await problemOf(reading)).toBe('import.unreadable');
  expect(unpacked).toBeLessThan(100_000_000);
});
