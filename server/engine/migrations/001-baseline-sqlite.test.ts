import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeNumber } from '../texts/code-number.ts';
import { DATABASE_FILE } from '../files/data-directory.ts';
import type { LinkTarget } from '../engine.ts';
import { SqliteReader } from '../sqlite/reader.ts';
import { openSqlite } from '../sqlite/sqlite.ts';

const CODES = ['a', 'B', 'b', '-', 'zzzzzzzz', 'zzzzzzzzz', 'a-code-of-its-own', 'a,b', '短'];

const step = fc.record({
  kind: fc.constantFrom('add', 'rename', 'edit', 'remove'),
  code: fc.constantFrom(...CODES),
  url: fc.nat(9),
});

test('look-ups agree with the table of links after any changes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-targets-'));
  await (await openSqlite(dataDir)).close();
  const database = new Database(join(dataDir, DATABASE_FILE), { strict: true });
  const reader = new SqliteReader(dataDir);
  database.run('pragma synchronous = off');
  const steps = {
    add: database.query(
      `insert or ignore into link (short_url, long_url, long_url_hash, title, description,
        created_at, updated_at, expires_at, is_active, ip)
      values (?1, ?2, 1, '', '', 1, 1, length(?1) % 9, length(?2) % 2, '')`,
    ),
    rename: database.query(
      `update or ignore link set short_url = ?
      where id = (select max(id) from link) and ? is not null`,
    ),
    edit: database.query(
      `update link set expires_at = 7, is_active = 0, long_url = ?2, routing = ?2 where short_url = ?1`,
    ),
    remove: database.query('delete from link where short_url = ? and ? is not null'),
  };
  const links = database.query<Omit<LinkTarget, 'short_url'>, [string]>(
    'select id, long_url, expires_at, is_active, routing from link where short_url = ?',
  );
  const targets = database.query<{ n: number }, []>('select count(*) n from target');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (all) => {
      database.run('delete from link');
      for (const { kind, code, url } of all) {
        steps[kind].run(code, `https://example.com/${url}`);
        for (const one of CODES) {
          const expected = links.get(one);
          expect(reader.findTarget(one)).toEqual(
            expected === null ? null : { ...expected, short_url: one },
          );
        }
        // Deleted links left no rows.
        const numbered = CODES.filter((one) => codeNumber(one) !== null && links.get(one) !== null);
        expect(targets.get()).toEqual({ n: numbered.length });
        await Promise.resolve();
      }
    }),
    { numRuns: 200 },
  );
  reader.close();
  database.close();
  rmSync(dataDir, { recursive: true });
});
