import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVisit } from '../../../tests/read-visit.ts';
import { openTestEngine } from '../../../tests/test-engine.ts';
import { SITE_ID } from '../record-visits.ts';
import { VisitRecorder } from '../visit-recorder.ts';
import { Visits } from '../visits.ts';
import { OpenDetails } from './open-details.ts';

const DAY = 20_000;

test('who asks while the clicks of a day are read does not have them read once more', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-open-details-'));
  const engine = await openTestEngine(dataDir);
  const recorder = new VisitRecorder(engine);
  const open = await recorder.open();
  const visits = new Visits();
  for (const address of ['203.0.1', '203.0.2']) {
    const said = { referrer: '', userAgent: 'Browser', language: '', query: '', country: '' };
    const click = { linkId: 1, time: DAY * 86_400_000, asksNotToBeTracked: false, address };
    visits.add(readVisit(open, { ...click, ...said }));
  }
  const batch = await open.prepare(visits);
  await engine.write((tx) => batch.store(tx));

  const gone = await openTestEngine(dataDir);
  await gone.close();
  const facts = await recorder.openFacts();
  const details = new OpenDetails();
  const [failed, one, other, ofLink] = await Promise.all([
    // Who fails keeps nobody from reading.
    details.read(gone, facts, SITE_ID, DAY).catch((error: unknown) => error),
    details.read(engine, facts, SITE_ID, DAY),
    details.read(engine, facts, SITE_ID, DAY),
    details.read(engine, facts, 1, DAY),
  ]);
  expect(failed).toBeInstanceOf(Error);
  expect(other).toBe(one);
  expect(ofLink).not.toBe(one);
  expect(one.open.detail.rows).toBe(2);
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
