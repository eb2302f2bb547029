import { parquetReadObjects } from 'hyparquet';
import type { Engine } from '../server/engine/engine.ts';
import type { BatchState } from '../server/stats/log/click-batches.store.ts';

/** A row of the log, with what its batch says. */
export interface LogRow {
  readonly day: number;
  readonly state: BatchState;
  readonly time: number;
  readonly linkId: number;
  readonly class: number;
  readonly clicks: number;
  /** The hash of a visitor of an open day. */
  readonly visitor: bigint | null;
  readonly siteVisitors: number | null;
  readonly linkVisitors: number | null;
  readonly isScan: boolean;
  /** The user agent and the values of the dimensions, by column. */
  readonly texts: Readonly<Record<string, string>>;
}

/** All rows of the log, in the order of the days and of arrival. */
export async function readLog(engine: Engine): Promise<LogRow[]> {
  const batches = await engine.db
    .selectFrom('click_batch')
    .select(['day', 'state', 'body'])
    .orderBy('day')
    .orderBy('id')
    .execute();
  const rows: LogRow[] = [];
  for (const { day, state, body } of batches) {
    const file = Uint8Array.from(body).buffer;
    for (const row of await parquetReadObjects({ file, compressors: { ZSTD: decompress } })) {
      const { time, link_id, class: own, clicks, visitor, site_visitors, link_visitors } = row;
      const { is_scan, ...others } = row;
      rows.push({
        day,
        state,
        time: Number(time),
        linkId: Number(link_id),
        class: Number(own),
        clicks: Number(clicks),
        visitor: visitor ?? null,
        siteVisitors: site_visitors ?? null,
        linkVisitors: link_visitors ?? null,
        isScan: Boolean(is_scan),
        texts: Object.fromEntries(
          Object.entries(others).filter(([, value]) => typeof value === 'string'),
        ),
      });
    }
  }
  return rows;
}

function decompress(bytes: Uint8Array): Uint8Array {
  return Bun.zstdDecompressSync(bytes);
}
