import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countVisits } from '../../../tests/count-visits.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import { Leisure } from '../../background/leisure.ts';
import { settleDay } from '../upkeep/settle.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { listLinks } from './list-links.ts';
import { practise } from './practise.ts';
import { createReport } from './report.ts';
import { ReportMemory } from './report-memory.ts';

const DAY = 20_000;
const NOON = DAY * 86_400 + 43_200;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('whoever practised has the filtered clicks of a week at hand', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-practise-'));
  const engine = await openTestEngine(dataDir);
  const recorder = new VisitRecorder(engine);
  const source = { engine, facts: await recorder.openFacts(), memory: new ReportMemory() };
  // Nobody has come.
  await practise(source, NOON, new Leisure());
  await seedLinks(engine, [{ id: 1, short_url: 'a' }]);
  await countVisits(engine, recorder, DAY - 1, [FIREFOX, FIREFOX, 'curl/8']);
  await settleDay({ engine, facts: source.facts, isOver: () => false }, DAY - 1);
  await countVisits(engine, recorder, DAY, [FIREFOX, 'curl/8']);
  await practise(source, NOON, new Leisure());
  // Whoever reads them again finds none.
  await engine.db.updateTable('settled_detail').set({ body: new Uint8Array() }).execute();
  await engine.db.updateTable('open_chunk').set({ body: new Uint8Array() }).execute();
  const week = { period: '7d', timeZone: 'UTC' } as const;
  for (const [request, clicks] of [
    [{ ...week, audience: 'all', filters: {} }, 5],
    [{ ...week, audience: 'bot', filters: {} }, 2],
    [{ ...week, audience: 'people', filters: { browser: 'Firefox' } }, 3],
    [{ ...week, audience: 'people', filters: { browser: 'Firefox', language: 'de' } }, 3],
  ] as const) {
    expect(await createReport(source, { ...request, linkId: 0 }, NOON)).toMatchObject({ clicks });
    const { top } = await listLinks(source, request, NOON);
    expect(top).toMatchObject([{ short_url: 'a', people: clicks }]);
  }
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
