import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { countVisits } from '../../../tests/count-visits.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { settleDay } from '../upkeep/settle.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { createReport } from './report.ts';
import { listLinks } from './list-links.ts';
import { ReportMemory } from './report-memory.ts';
import { SettledCopy } from './settled-copy.ts';
import type { ReportRequest, ReportSource } from './source.ts';

const DAY = 20_000;
/** More than a report asks of the database. */
const QUERIES = 12;
const NOW = (DAY + 99) * 86_400;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The engine, on which something is done once when so many queries are answered. */
function interrupt(engine: Engine, queries: number, run: () => Promise<void>): Engine {
  let answered = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answered += 1;
      if (answered === queries) await run();
      return result;
    },
  };
  return Object.create(engine, { db: { value: engine.db.withPlugin(plugin) } }) as Engine;
}

async function countReported(source: ReportSource, asked: ReportRequest): Promise<number> {
  return (await createReport(source, asked, NOW)).clicks;
}

/** The clicks of the only link. */
async function countListed(source: ReportSource, asked: ReportRequest): Promise<number> {
  return (await listLinks(source, asked, NOW)).top[0]!.people;
}

test('a day that is settled while a report is made, at whatever instant, is told of', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-meanwhile-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ id: 1, short_url: 'a' }]);
  const recorder = new VisitRecorder(engine);
  const facts = await recorder.openFacts();
  const copy = new SettledCopy(dataDir, { bytesMin: 1 });
  const clicks: number[] = [];
  for (const [count, filters] of [
    [countReported, {}],
    [countReported, { browser: 'Firefox' }],
    [countReported, { browser: 'Firefox', language: 'de' }],
    [countListed, { browser: 'Firefox' }],
  ] as const) {
    for (let queries = 1; queries <= QUERIES; queries += 1) {
      const day = DAY + queries;
      await countVisits(engine, recorder, day, [FIREFOX, FIREFOX]);
      await copy.refresh(engine, facts);
      const settling = interrupt(engine, queries, () =>
        settleDay({ engine, facts, isOver: () => false }, day),
      );
      const span = { period: '30d', from: day * 86_400, to: (day + 1) * 86_400 } as const;
      const asked = { ...span, linkId: 0, audience: 'people', filters, timeZone: 'UTC' } as const;
      const memory = new ReportMemory(copy);
      // Two for each kind of filters so far.
      clicks[queries] = (clicks[queries] ?? 0) + 2;
      for (const source of [settling, engine]) {
        const found = await count({ engine: source, facts, memory }, asked);
        expect([queries, found]).toEqual([queries, clicks[queries]!]);
      }
      await settleDay({ engine, facts, isOver: () => false }, day);
    }
  }
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
