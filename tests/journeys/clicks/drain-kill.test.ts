import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { openJournalDirectory } from '../../../server/clicks/journal/segments.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { expectTotals } from '../../support/statistics/click-totals.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { databaseEnvironment, openTestEngine } from '../../support/test-engine.ts';
import { runCommand, spawnCommand } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';
import { chooseForRun } from '../../support/test-run.ts';

const LINKS = 6000;
/** More than one transaction. */
const CLICKS = chooseForRun(120_000, 500_000);
const START = Date.UTC(2026, 0, 31, 20);
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];

test('a drain that is killed again and again leaves all totals exact', async () => {
  const dataDir = createDataDir();
  const engine = await openTestEngine(dataDir);
  const codes = Array.from({ length: LINKS }, (_, index) => ({ short_url: `l${index + 1}` }));
  await seedLinks(engine, codes);
  writeJournal(dataDir);

  let kills = 0;
  let counted = 0;
  while (counted < CLICKS) {
    const before = await readOffset(engine);
    const child = spawnCommand(['flush'], dataDir, { env: await databaseEnvironment(dataDir) });
    // After the first counted click, the rest is in progress.
    while (child.exitCode === null && (await readOffset(engine)) === before) {
      await Bun.sleep(1);
    }
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      kills += 1;
    }
    await child.exited;
    counted = await expectTotals(engine);
  }
  expect(kills).toBeGreaterThan(0);
  expect(counted).toBe(CLICKS);
  expect((await runCommand(['flush'], dataDir)).exitCode).toBe(0);
  expect(await expectTotals(engine)).toBe(CLICKS);
  const rows = await engine.db.selectFrom('click_count').selectAll().execute();
  const lastClicks = new Map(rows.map((row) => [row.link_id, row.last_clicked_at]));
  expect(lastClicks).toEqual(findLastClicks());
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 900_000);

/** Visits in random order, before and after a midnight. */
function writeJournal(dataDir: string): void {
  const journal = new Journal({ directory: openJournalDirectory(dataDir) });
  for (let click = 0; click < CLICKS; click += 1) {
    journal.append({
      linkId: linkOf(click),
      time: START + click * 1000,
      address: `203.0.${click % 100}.7`,
      referrer: `https://example.org/${click % 50}`,
      userAgent: agents[isBot(click) ? 1 : 0]!,
      language: 'en',
    });
  }
  journal.close();
}

/** By link, the second of its last click by a person. */
function findLastClicks(): Map<number, number> {
  const last = new Map<number, number>();
  for (let link = 1; link <= LINKS; link += 1) last.set(link, 0);
  for (let click = 0; click < CLICKS; click += 1) {
    if (!isBot(click)) last.set(linkOf(click), START / 1000 + click);
  }
  return last;
}

const linkOf = (click: number): number => ((click * 7919) % LINKS) + 1;
const isBot = (click: number): boolean => click % 7 === 0;

/** How far the journal is counted. */
async function readOffset(engine: Engine): Promise<number> {
  const rows = await engine.db.selectFrom('journal_segment').select('drained_bytes').execute();
  return rows[0]?.drained_bytes ?? 0;
}
