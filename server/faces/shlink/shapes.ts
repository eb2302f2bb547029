import type { Link } from '../../../contracts/links/links.ts';

/** Always 25 characters: clients cut it by position. */
export function toDate(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
}

function toDateOrNull(seconds: number): string | null {
  return seconds === 0 ? null : toDate(seconds);
}

/** Bots include previews. Clicks from before an import count as those of people. */
export function summarize(total: number, bots: number) {
  return { total, nonBots: total - bots, bots };
}

export function showLink(link: Link) {
  const { clicks, people, imported_clicks: imported } = link;
  const visitsSummary = summarize(clicks, clicks - people - imported);
  return {
    shortUrl: link.short_link,
    shortCode: link.short_url,
    longUrl: link.long_url,
    dateCreated: toDate(link.created_at),
    tags: link.tags,
    meta: {
      validSince: toDateOrNull(link.starts_at),
      validUntil: toDateOrNull(link.expires_at),
      maxVisits: link.max_clicks === 0 ? null : link.max_clicks,
    },
    domain: link.domain === '' ? null : link.domain,
    title: link.title === '' ? null : link.title,
    crawlable: false,
    forwardQuery: link.forward_query === 1,
    visitsSummary,
    visitsCount: visitsSummary.total,
    hasRedirectRules: link.rules.length > 0,
  };
}

interface Page {
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

export function showPage<Row>(data: readonly Row[], { page, size, total }: Page) {
  return {
    data,
    pagination: {
      currentPage: page,
      pagesCount: Math.max(1, Math.ceil(total / Math.max(1, size))),
      itemsPerPage: size,
      itemsInCurrentPage: data.length,
      totalItems: total,
    },
  };
}

/** One page of rows that are all at hand; without a size, all of them. */
export function takePage<Row>(rows: readonly Row[], page: number, size?: number) {
  const perPage = size ?? rows.length;
  const taken = rows.slice((page - 1) * perPage, page * perPage);
  return showPage(taken, { page, size: perPage, total: rows.length });
}
