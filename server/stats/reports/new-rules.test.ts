import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audiences } from '../../../contracts/stats.ts';
import { readVisit } from '../../../tests/read-visit.ts';
import { seedLinks } from '../../../tests/seed.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import type { AgentRules } from '../read-fact.ts';
import { reclassify } from '../upkeep/reclassify.ts';
import { settleDay } from '../upkeep/settle.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { Visits } from '../visits.ts';
import { listLinks } from './list-links.ts';
import { ReportMemory } from './report-memory.ts';
import { createReport } from './report.ts';
import { SettledCopy } from './settled-copy.ts';

const DAY = 20_000;
const CLICKS = 30;
const NOW = (DAY + 3) * 86_400;

const isOver = (): boolean => false;

/** Rules by which one of three user agents is a bot. */
function createRules(version: number, bot: string): AgentRules {
  const read = (text: string) =>
    ({ class: text === bot ? 'bot' : 'person', browser: text, system: '', device: '' }) as const;
  return { version, read };
}

test('until the sums are made anew after an upgrade, parts of a report are of the same rules', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-rules-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(engine, [{ id: 1, short_url: 'a' }]);
  const former = new VisitRecorder(engine, undefined, createRules(1, 'agent 0'));
  await reclassify({ engine, facts: await former.openFacts(), isOver }, 0);
  const open = await former.open();
  const visits = new Visits();
  for (let click = 0; click < CLICKS; click += 1) {
    const visit = { linkId: 1, time: (DAY * 86_400 + 7) * 1000, asksNotToBeTracked: false };
    const said = { address: '203.0.1', referrer: '', language: '', query: '', country: '' };
    visits.add(readVisit(open, { ...visit, ...said, userAgent: `agent ${click % 3}` }));
  }
  const batch = await open.prepare(visits);
  await engine.write((tx) => batch.store(tx));
  await settleDay({ engine, facts: await former.openFacts(), isOver }, DAY);

  const facts = await new VisitRecorder(engine, undefined, createRules(2, 'agent 1')).openFacts();
  // As it was before the upgrade.
  const copy = new SettledCopy(dataDir, { bytesMin: 1 });
  await copy.refresh(engine, await former.openFacts());
  const memory = new ReportMemory(copy);
  for (const areSumsNew of [false, true]) {
    if (areSumsNew) await reclassify({ engine, facts, isOver }, 0);
    for (const audience of audiences) {
      const span = { period: '30d', from: DAY * 86_400, to: (DAY + 1) * 86_400 } as const;
      const asked = { ...span, linkId: 0, audience, filters: {}, timeZone: 'UTC' };
      const report = await createReport({ engine, facts, memory }, asked, NOW);
      const browsers = report.lists.find(({ dimension }) => dimension === 'browser')!;
      const listed = browsers.values.reduce((sum, { clicks }) => sum + clicks, 0);
      expect([audience, listed + browsers.none]).toEqual([audience, report.clicks]);
      for (const { clicks } of browsers.values) expect(clicks).toBe(CLICKS / 3);
      expect(browsers.none).toBe(0);
      const filtered = { ...asked, filters: { browser: 'agent 2' } };
      for (const clicksOf of [asked, filtered].slice(audience === 'people' ? 1 : 0)) {
        const { clicks } = await createReport({ engine, facts, memory }, clicksOf, NOW);
        const { top } = await listLinks({ engine, facts, memory }, clicksOf, NOW);
        expect([audience, top.map(({ people }) => people)]).toEqual([
          audience,
          clicks === 0 ? [] : [clicks],
        ]);
      }
    }
  }
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
