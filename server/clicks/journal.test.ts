import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../engine/sqlite.ts';
import { seedLinks } from '../../tests/seed.ts';
import { SmallDisk } from '../../tests/torture/small-disk.ts';
import { drainJournal } from './drain.ts';
import { Journal } from './journal.ts';
import { openJournalDirectory } from './segments.ts';

/** A visit without headers: the positions of what the visitor did not send are 0. */
const absent = { start: 0, end: 0 };
const headers = { userAgent: absent, referrer: absent, language: absent };

/** In this test nothing may be passed over. */
function fail(error: unknown): never {
  throw error;
}

function stage(journal: Journal, clicks: number): void {
  for (let click = 0; click < clicks; click += 1) {
    journal.stage(1, Date.now(), Buffer.from('203.0.113'), Buffer.alloc(0), headers);
  }
}

const disk = SmallDisk.mount(1);
afterAll(() => disk?.unmount());

test.skipIf(disk === null)(
  'of clicks of which the disk of root took a part, each is counted or told to be not',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'brisk-journal-'));
    const engine = await openSqlite(dataDir);
    await seedLinks(engine, [{ short_url: 'l1' }]);
    const directory = openJournalDirectory(disk!.path);
    const reserve = join(disk!.path, 'reserve');
    writeFileSync(reserve, Buffer.alloc(300_000));
    const journal = new Journal({ directory });
    let staged = 0;
    let counted = 0;
    const visit = async (clicks: number): Promise<void> => {
      stage(journal, clicks);
      journal.commit();
      staged += clicks;
      counted += (await drainJournal({ engine, directory, onError: fail })).clicks;
    };
    while (journal.counts.uncounted === 0) await visit(3000);
    rmSync(reserve);
    await visit(1);
    await visit(500);
    journal.close();
    const { acknowledged, journalled, uncounted } = journal.counts;
    expect([acknowledged, journalled, counted + uncounted]).toEqual([staged, counted, staged]);
    await engine.close();
    rmSync(dataDir, { recursive: true });
  },
);
