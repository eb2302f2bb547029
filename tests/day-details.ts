import type { Engine } from '../server/engine/engine.ts';
import { readSettled, type DetailRows, type SettledDetail } from '../server/stats/detail.ts';
import { decodeRuns, rowsAt, type LinkRuns } from '../server/stats/link-runs.ts';
import { readChunk } from '../server/stats/open-chunk.ts';

/** What is stored of the clicks of a link, or of the site, on a day: settled, or in a part. */
export interface StoredRows extends DetailRows {
  readonly day: number;
  readonly linkId: number;
  /** 0: it is settled. */
  readonly part: number;
  /** Of open clicks, those that were people's when they were counted; else 0. */
  readonly people: number;
}

/** All that is stored of clicks one by one. */
export async function readAllDetails({ db }: Engine): Promise<StoredRows[]> {
  const found: StoredRows[] = [];
  for (const { day, link_id: linkId, body } of await db
    .selectFrom('settled_detail')
    .selectAll()
    .execute()) {
    const detail = readSettled(body);
    found.push({ day, linkId, part: 0, people: 0, detail, from: 0, to: detail.rows });
  }
  const chunks = await db
    .selectFrom('open_chunk')
    .innerJoin('open_part', (join) =>
      join
        .onRef('open_part.day', '=', 'open_chunk.day')
        .onRef('open_part.part', '=', 'open_chunk.part'),
    )
    .select(['open_chunk.day', 'open_chunk.part', 'settled_to', 'body'])
    .execute();
  for (const { day, part, settled_to: settledTo, body } of chunks) {
    const chunk = readChunk(body);
    const { detail } = chunk;
    const all = chunk.people.reduce((sum, people) => sum + people, 0);
    const rows: (Pick<StoredRows, 'linkId' | 'from' | 'to' | 'people'> & { runs?: LinkRuns })[] = [
      { linkId: 0, from: 0, to: detail.rows, people: all, runs: chunk },
    ];
    for (const [place, linkId] of chunk.linkIds.entries()) {
      rows.push({ linkId, ...rowsAt(chunk, place), people: chunk.people[place]! });
    }
    for (const own of rows) if (own.linkId > settledTo) found.push({ day, part, detail, ...own });
  }
  return found;
}

/** How many clicks of each link the rows of the site stand for. */
export function countByLink(rows: readonly StoredRows[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { detail, runs } of rows) {
    const { linkIds, ends } = runs ?? decodeRuns((detail as SettledDetail).runs!);
    for (const [place, linkId] of linkIds.entries()) {
      const clicks = countClicks({ detail, ...rowsAt({ ends }, place) });
      counts.set(linkId, (counts.get(linkId) ?? 0) + clicks);
    }
  }
  return counts;
}

/** How many clicks rows stand for. */
export function countClicks({ detail, from, to }: DetailRows): number {
  if (detail.form === 'open') return to - from;
  return detail.clicks.subarray(from, to).reduce((sum, clicks) => sum + clicks, 0);
}
