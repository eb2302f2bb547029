import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countVisits } from '../../../tests/count-visits.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { getReady } from './get-ready.ts';
import { createReport } from './report.ts';
import { ReportMemory } from './report-memory.ts';
import { listTopLinks } from './top-list.ts';

const DAY = 20_000;
const NOON = DAY * 86_400 + 43_200;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('whoever got ready has the clicks of today at hand', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-ready-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ id: 1, short_url: 'a' }]);
  const recorder = new VisitRecorder(engine);
  await countVisits(engine, recorder, DAY, [FIREFOX, 'curl/8']);
  const source = { engine, facts: await recorder.openFacts(), memory: new ReportMemory() };
  await getReady(source, NOON);
  // Whoever reads them again finds none.
  await engine.db.updateTable('open_chunk').set({ body: new Uint8Array() }).execute();
  const request = {
    linkId: 0,
    period: '7d',
    timeZone: 'Asia/Shanghai',
    audience: 'people',
  } as const;
  const report = await createReport(source, { ...request, filters: { browser: 'Firefox' } }, NOON);
  expect(report).toMatchObject({ clicks: 1, totals: { person: 1, visitors: 1 } });
  const { top } = await listTopLinks(source, { from: NOON - 7 * 86_400, to: NOON }, true);
  expect(top).toMatchObject([{ short_url: 'a', people: 1 }]);
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
