import type { Engine } from '../server/engine/engine.ts';
import type { VisitRecorder } from '../server/stats/ingest/visit-recorder.ts';
import { Visits } from '../server/stats/ingest/visits.ts';
import { readVisit } from './read-visit.ts';

/** Counts a click on the link 1 for each user agent, one an hour from the begin of a day on. */
export async function countVisits(
  engine: Engine,
  recorder: VisitRecorder,
  day: number,
  userAgents: readonly string[],
): Promise<void> {
  const open = await recorder.open();
  const visits = new Visits();
  for (const [number, userAgent] of userAgents.entries()) {
    const time = (day * 86_400 + number * 3600) * 1000;
    const visit = { linkId: 1, time, asksNotToBeTracked: false, userAgent };
    const said = { address: '203.0.1', referrer: '', language: 'de', query: '', country: '' };
    visits.add(readVisit(open, { ...visit, ...said }));
  }
  const batch = await open.prepare(visits);
  await engine.write((tx) => batch.store(tx));
}
