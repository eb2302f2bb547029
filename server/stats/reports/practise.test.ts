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

test('whoever practised has told of a week and filtered it, without a look at the clicks of today', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-practise-'));
  const engine = await openTestEngine(dataDir);
  const recorder = new VisitRecorder(engine);
  const source = { engine, facts: await recorder.openFacts(), memory: new ReportMemory() };
  // Nobody has come.
  await practise(source, NOON, new Leisure());
  await seedLinks(engine, [{ id: 1, short_url: 'a' }]);
  await countVisits(engine, recorder, DAY - 2, [FIREFOX, FIREFOX, 'curl/8']);
  await settleDay({ engine, facts: source.facts, isOver: () => false }, DAY - 2);
  await countVisits(engine, recorder, DAY, [FIREFOX, 'curl/8']);
  // None that could be read.
  await engine.db
    .updateTable('open_chunk')
    .set({ body: Uint8Array.of(255) })
    .execute();
  await practise(source, NOON, new Leisure());
  // Whoever reads them again finds none.
  await engine.db.updateTable('settled_detail').set({ body: new Uint8Array() }).execute();
  await engine.db.updateTable('click_day').set({ top_links: null }).execute();
  const to = (DAY - 1) * 86_400;
  const week = { period: '7d', from: to - 7 * 86_400, to, timeZone: 'UTC' } as const;
  for (const [choice, clicks] of [
    [{ audience: 'people', filters: {} }, 2],
    [{ audience: 'all', filters: {} }, 3],
    [{ audience: 'bot', filters: {} }, 1],
    [{ audience: 'people', filters: { browser: 'Firefox' } }, 2],
    [{ audience: 'people', filters: { browser: 'Firefox', language: 'de' } }, 2],
  ] as const) {
    const request = { ...week, ...choice };
    expect(await createReport(source, { ...request, linkId: 0 }, NOON)).toMatchObject({ clicks });
    const { top } = await listLinks(source, request, NOON);
    expect(top).toMatchObject([{ short_url: 'a', people: clicks }]);
  }
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
