import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Problem } from '../../http/problem.ts';
import { openDiskFile } from './disk-file.ts';
import { openSource } from './open-source.ts';
import type { RowSource } from './row-source.ts';

const directory = mkdtempSync(join(tmpdir(), 'brisk-open-source-'));
afterAll(() => rmSync(directory, { recursive: true }));

function open(content: string | Uint8Array): Promise<RowSource> {
  const path = join(directory, 'file.dat');
  writeFileSync(path, content);
  return openSource(openDiskFile(path), {});
}

test('a JSON file gives its rows at most 1,000 at a time, each time from its start', async () => {
  const links = Array.from({ length: 2500 }, (_, index) => ({
    keyword: `code${index}`,
    url: 'https://example.com/',
  }));
  for (const content of [JSON.stringify(links), gzipSync(JSON.stringify(links))]) {
    const source = await open(content);
    for (let reading = 0; reading < 2; reading += 1) {
      const batches: (readonly unknown[])[] = [];
      for await (const batch of source.rows()) batches.push(batch);
      expect(batches.every(({ length }) => length > 0 && length <= 1000)).toBe(true);
      expect(batches.flat()).toEqual(links);
    }
  }
});

function refusal(content: string | Uint8Array): Promise<Problem | null> {
  return open(content).then(
    () => null,
    (error: unknown) => error as Problem,
  );
}

test('an unknown file is refused with its beginning', async () => {
  const unknown = await refusal('\u0000\u0001PK unknown');
  expect(unknown?.problem).toBe('import.unknown');
  expect(unknown?.details.reason).toContain('PK unknown');
  expect((await refusal(''))?.problem).toBe('import.unknown');
});
