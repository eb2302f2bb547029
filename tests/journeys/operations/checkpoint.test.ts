import { expect, test } from 'bun:test';
import { openSync, readSync, rmSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { createLink } from '../../../contracts/links/links.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { childrenOf, TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';

const CALLERS = 4;
/** Each link fills some pages. */
const LONG_URL = `https://example.com/${'x'.repeat(8000)}`;
/** Enough links to fill the log several times. */
const LINKS_MAX = 50_000;

/** The number of restarts of the log: https://sqlite.org/fileformat2.html#walformat */
function readRound(dataDir: string): number {
  const header = Buffer.alloc(32);
  const fd = openSync(join(dataDir, 'brisk.db-wal'), 'r');
  try {
    readSync(fd, header, 0, header.length, 0);
  } finally {
    closeSync(fd);
  }
  return header.readUInt32BE(12);
}

test('the log of SQLite is reused while links are created and no click is counted', async () => {
  const dataDir = createDataDir();
  await using server = await TestProcess.start(dataDir);
  const site = new SiteCaller(server.url, await new SiteCaller(server.url).signIn());
  const first = readRound(dataDir);
  let created = 0;
  const createOn = async () => {
    while (readRound(dataDir) === first && created < LINKS_MAX) {
      created += 1;
      const { code } = await site.call(createLink, {
        long_url: `${LONG_URL}${created}`,
        title: 'New',
      });
      expect(code).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, createOn));
  expect(readRound(dataDir)).toBe(first + 1);
  // Another process makes the checkpoint.
  expect(childrenOf(server.pid, 'background')).toHaveLength(1);
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true });
}, 300_000);
