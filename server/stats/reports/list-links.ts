import { SITE_ID } from '../record-visits.ts';
import { listFilteredLinks } from './filtered-list.ts';
import { findSpan } from './find-span.ts';
import type { LinkList } from './link-list.ts';
import { isFiltered, openSource, type ClicksRequest, type ReportSource } from './source.ts';
import { hasBefore } from './span.ts';
import { listTopLinks } from './top-list.ts';

/**
 * The links with most clicks in the days nearest to what is asked for, and those that fell silent since
 * the days before: of all people by the tops of days and by sums, else by single clicks; `now` is in Unix seconds.
 */
export async function listLinks(
  from: ReportSource,
  request: ClicksRequest,
  now: number,
): Promise<LinkList> {
  if (!isFiltered(request)) {
    const span = await findSpan(from.engine, request, now);
    return listTopLinks(from, span, hasBefore(request));
  }
  const { source, span } = await openSource(from, { ...request, linkId: SITE_ID }, now);
  return listFilteredLinks(source, span, hasBefore(request));
}
