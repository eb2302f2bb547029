import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getReport } from '../../../contracts/stats/stats.ts';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { upsertOffset } from '../../../server/clicks/counts.store.ts';
import { createOwner, openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { childrenOf } from '../test-process.ts';

test('the server wipes the addresses that a killed process left', async () => {
  await using site = await openSetUpSite();
  // The state after a kill between counting and wiping.
  const directory = openJournalDirectory(site.dataDir);
  const journal = new Journal({ directory, owner: createOwner() });
  for (let click = 1; click <= 3; click += 1) {
    const said = { referrer: null, userAgent: null, language: null };
    journal.append({ linkId: click, time: Date.now(), address: '203.0.113.7', ...said });
  }
  const segment = journal.activeSegment!;
  journal.close();
  const read = (): Buffer => readFileSync(join(directory, segment));
  const engine = await openTestEngine(site.dataDir);
  await engine.write((tx) => upsertOffset(tx, segment, read().length));
  await engine.close();

  expect(read().includes('203.0.113')).toBe(true);
  const asked = site.call(getReport, { period: '7d', time_zone: 'UTC' }, site.token);
  let child: number | undefined;
  while (child === undefined) {
    await Bun.sleep(1);
    child = childrenOf(process.pid, 'background')[0];
  }
  process.kill(child, 'SIGKILL');
  // The server has wiped it.
  expect(await asked).toMatchObject({ code: 200, data: { clicks: 0 } });
  while (read().includes('203.0.113')) await Bun.sleep(1);
});
