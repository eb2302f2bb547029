import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../support/random.ts';
import { restoreBackup } from '../../../server/backup/restore.ts';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import { writeBackup } from '../../../server/engine/sqlite/backup.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { runCommand, TestProcess } from '../test-process.ts';
import { chooseForRun } from '../../support/test-run.ts';

// Each test starts the program several times.
setDefaultTimeout(300_000);

const FOOTER_BYTES = 48;

const parent = mkdtempSync(join(tmpdir(), 'brisk-damage-'));
const dataDir = join(parent, 'data');
const file = join(parent, 'backup');
let whole: Buffer;
let before: string;

beforeAll(async () => {
  const engine = await openSqlite(dataDir);
  const codes = Array.from({ length: 300 }, (_, index) => ({ short_url: `l${index}` }));
  await seedLinks(engine, codes);
  // Unused pages, which the checks of the database skip.
  await engine.db.deleteFrom('link').where('id', '>', 200).execute();
  writeBackup(dataDir, file);
  await seedLinks(engine, [{ short_url: 'later' }]);
  await engine.close();
  whole = readFileSync(file);
  before = snapshot();
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Every file of the data directory with its content. */
function snapshot(): string {
  const names = readdirSync(dataDir, { recursive: true }) as string[];
  const files = names.toSorted().filter((name) => name !== 'server.lock' && name !== 'clicks');
  return files
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(dataDir, name)))
          .digest('hex')}`,
    )
    .join('\n');
}

/** Restores these bytes; returns the reason of the refusal. */
async function refuse(bytes: Uint8Array): Promise<string> {
  writeFileSync(file, bytes);
  const reason = await restoreBackup(dataDir, file).then(
    () => 'restored',
    (error: Error) => error.message,
  );
  expect(snapshot()).toBe(before);
  return reason;
}

/** A valid database with a changed part. */
function rewrite(change: (database: Database) => void): Buffer {
  const copy = join(parent, 'rewritten');
  writeFileSync(copy, whole.subarray(0, -FOOTER_BYTES));
  const database = new Database(copy);
  change(database);
  database.close();
  return end(readFileSync(copy), 'Brisk backup 01\n');
}

function end(content: Buffer, mark: string): Buffer {
  const marked = Buffer.concat([content, Buffer.from(mark)]);
  return Buffer.concat([marked, createHash('sha256').update(marked).digest()]);
}

describe('a restore refuses and leaves everything as it is when the file', () => {
  test('ends too early, wherever that is', async () => {
    const lengths = Array.from({ length: 100 }, (_, index) => index);
    for (const length of lengths) {
      const start = Math.floor((length / 100) * whole.length);
      for (const cut of [start, whole.length - 1 - length]) {
        expect(await refuse(whole.subarray(0, cut))).toMatch(/not a complete backup of Brisk/);
      }
    }
  });

  test('has one bit flipped, wherever that is', async () => {
    const flip = async (position: number, bit: number) => {
      const bytes = Buffer.from(whole);
      bytes[position]! ^= 1 << bit;
      expect(await refuse(bytes)).toMatch(/damaged|not a complete/);
    };
    for (let last = 1; last <= FOOTER_BYTES; last += 1) await flip(whole.length - last, last % 8);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), (position, bit) => flip(position, bit)),
      { numRuns: chooseForRun(15, 200) },
    );
  });

  test('is longer than it was', async () => {
    expect(await refuse(Buffer.concat([whole, Buffer.from('\n')]))).toMatch(/not a complete/);
    expect(await refuse(Buffer.concat([whole, whole]))).toMatch(/damaged/);
  });

  test('is not a backup', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(5000), Buffer.from('{"links":[]}')]) {
      expect(await refuse(bytes)).toMatch(/not a complete backup of Brisk/);
    }
    expect(await refuse(readFileSync(join(dataDir, 'brisk.db')))).toMatch(
      /not a complete backup of Brisk/,
    );
    rmSync(file);
    expect(restoreBackup(dataDir, file)).rejects.toThrow(/no such file/);
    expect(restoreBackup(dataDir, parent)).rejects.toThrow();
    expect(snapshot()).toBe(before);
  });

  test('was made by a newer version', async () => {
    const newer = rewrite((database) =>
      database.run("insert into kysely_migration (name, timestamp) values ('999-future', '')"),
    );
    expect(await refuse(newer)).toMatch(/newer version of Brisk, with 999-future/);
    const format = end(whole.subarray(0, -FOOTER_BYTES), 'Brisk backup 02\n');
    expect(await refuse(format)).toMatch(/newer version of Brisk/);
  });

  test('was damaged before its checksum was made', async () => {
    const database = whole.subarray(0, -FOOTER_BYTES);
    const holed = Buffer.from(database);
    holed.fill(0x55, 4096 * 2, 4096 * 6);
    expect(await refuse(end(holed, 'Brisk backup 01\n'))).toMatch(/damaged|malformed/);
  });
});

describe('a restore is refused beside', () => {
  test('a running server', async () => {
    const served = join(parent, 'served');
    await using server = await TestProcess.start(served);
    writeFileSync(file, whole);
    expect(await runCommand(['restore', file], served)).toMatchObject({
      exitCode: 1,
      stderr: `brisk: a Brisk server uses ${served}: stop it first\n`,
    });
    expect((await fetch(`${server.url}healthz`)).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await runCommand(['restore', file], served)).toMatchObject({ exitCode: 0 });
  });

  test('any program that has the database open', async () => {
    const other = await openSqlite(dataDir);
    before = snapshot();
    expect(await refuse(whole)).toMatch(/another program is using/);
    await other.close();
  });
});
