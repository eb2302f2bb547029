import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/seed.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import { drainJournal } from '../../clicks/drain.ts';
import { Journal } from '../../clicks/journal.ts';
import { openJournalDirectory } from '../../clicks/segments.ts';
import { settleDay } from '../upkeep/settle.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';
import { ReportMemory } from './report-memory.ts';
import type { Filters } from './report-query.ts';
import type { ReportSource } from './source.ts';
import { countPeople, listTopLinks } from './top-list.ts';

const DAY = 20_000;
const MIDNIGHT = DAY * 86_400;
const NOW = MIDNIGHT + 2 * 86_400;
const LINKS = 700;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** The day, as somebody asks for it. */
const day = {
  period: '7d',
  from: MIDNIGHT,
  to: MIDNIGHT + 86_400,
  timeZone: 'UTC',
  audience: 'people',
} as const;

/** Some that are settled in each step, and the site. */
const asked = ['', 'l1', 'l256', 'l257', 'l512', 'l513', 'l700'];

test('at whatever step settling was ended, each click is found once, and new ones too', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-half-settled-'));
  const engine = await openTestEngine(dataDir);
  const links = Array.from({ length: LINKS }, (_, i) => ({ id: i + 1, short_url: `l${i + 1}` }));
  await seedLinks(engine, links);
  const directory = openJournalDirectory(dataDir);
  const journal = new Journal({ directory });
  const recorder = new VisitRecorder(engine);
  const memory = new ReportMemory();
  let visited = 0;
  /** Every link once by each browser. */
  const visit = async () => {
    visited += 1;
    for (const { id } of links) {
      for (const userAgent of [FIREFOX, CHROME]) {
        const time = (MIDNIGHT + 60 * visited) * 1000;
        const said = { referrer: null, userAgent, language: 'en' };
        journal.append({ linkId: id, time, address: `203.0.${visited}.7`, ...said });
      }
    }
    await drainJournal({ engine, directory, recorder, onError: fail });
  };
  /** As who looks for the first time, and as who has looked before. */
  const check = async () => {
    for (const memories of [memory, new ReportMemory()]) {
      const source = { engine, memory: memories, facts: await recorder.openFacts() };
      // By sums where there are some, and never by them.
      for (const [filters, browsers] of [
        [{}, 2],
        [{ browser: 'Firefox' }, 1],
      ] as const) {
        const found = await Promise.all(asked.map((code) => read(source, code, filters)));
        const visitors = visited * browsers;
        const expected = asked.map((code) => {
          return { code, clicks: visitors * (code === '' ? LINKS : 1), visitors };
        });
        expect(found).toEqual(expected);
      }
      const ids = asked.filter((code) => code !== '').map(idOf);
      const people = await countPeople(source, ids, { first: DAY - 1, last: DAY });
      expect([...people]).toEqual(ids.map((id) => [id, [0, 2 * visited]]));
      const { top } = await listTopLinks(source, { from: MIDNIGHT, to: MIDNIGHT + 86_400 }, true);
      expect(top.map((link) => link.people)).toEqual(Array.from({ length: 10 }, () => 2 * visited));
      const filtered = await listLinks(source, { ...day, filters: { browser: 'Firefox' } }, NOW);
      expect(filtered.top.map((link) => link.people)).toEqual(
        Array.from({ length: 10 }, () => visited),
      );
    }
  };
  await visit();
  await visit();
  await check();
  const facts = await recorder.openFacts();
  for (let steps = 0; ; steps += 1) {
    let left = 1;
    // Asked before all, and before each step.
    await settleDay({ engine, facts, isOver: () => left-- < 0 }, DAY);
    const parts = await engine.db.selectFrom('open_part').selectAll().execute();
    await check();
    if (parts.length === 0) {
      expect(steps).toBeGreaterThan(3);
      break;
    }
    if (steps === 1) await visit();
    if (steps === 1) await check();
  }
  journal.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function idOf(code: string): number {
  return code === '' ? 0 : Number(code.slice(1));
}

/** What a report of the day tells. */
async function read(source: ReportSource, code: string, filters: Filters) {
  const report = await createReport(
    source,
    {
      ...day,
      linkId: idOf(code),
      filters,
    },
    NOW,
  );
  const { person: clicks, visitors } = report.totals;
  return { code, clicks, visitors };
}

function fail(error: unknown): never {
  throw error;
}
