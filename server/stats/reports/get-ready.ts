import { SITE_ID } from '../record-visits.ts';
import { listLinks } from './list-links.ts';
import { createReport } from './report.ts';
import type { ReportSource } from './source.ts';

const TODAY = { period: '24h', timeZone: 'UTC', audience: 'people', filters: {} } as const;

/**
 * Finds out of today what a page of the site tells, for nobody: the first time it takes longest, as
 * the code is not compiled and no click of today is in memory.
 * `now` is in Unix seconds.
 */
export async function getReady(source: ReportSource, now: number): Promise<void> {
  await createReport(source, { ...TODAY, linkId: SITE_ID }, now);
  await listLinks(source, TODAY, now);
  // Filtered lists are made in another way.
  await listLinks(source, { ...TODAY, audience: 'bot' }, now);
}
