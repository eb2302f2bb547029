import { SITE_ID } from '../record-visits.ts';
import { findSpan } from './find-span.ts';
import { createReport, type ReportSource } from './report.ts';
import { listTopLinks } from './top-list.ts';

const TODAY = { period: '24h', timeZone: 'UTC' } as const;

/**
 * Finds out of today what a page of the site tells, for nobody: the first time it takes longest, as
 * the code is not compiled and no click of today is in memory.
 * `now` is in Unix seconds.
 */
export async function getReady(source: ReportSource, now: number): Promise<void> {
  await createReport(source, { ...TODAY, linkId: SITE_ID, audience: 'people', filters: {} }, now);
  await listTopLinks(source, await findSpan(source.engine, TODAY, now));
}
