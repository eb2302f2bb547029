import { parquetReadObjects } from 'hyparquet';
import type { Engine } from '../../../server/engine/engine.ts';
import type { BatchState } from '../../../server/stats/ingest/click-batches.store.ts';

/** A row of the log, with its batch. */
export interface LogRow {
  readonly day: number;
  readonly state: BatchState;
  readonly time: number;
  readonly linkId: number;
  readonly class: number;
  readonly clicks: number;
  /** The hash of a visitor; only on an open day. */
  readonly visitor: bigint | null;
  readonly siteVisitors: number | null;
  readonly linkVisitors: number | null;
  readonly isScan: boolean;
  /** The user agent and the dimension values, by column. */
  readonly texts: Readonly<Record<string, string>>;
}

export async function readLog(engine: Engine): Promise<LogRow[]> {
  const rows: LogRow[] = [];
  for (const { day, state, body } of await selectLog(engine)) {
    for (const row of await parquetReadObjects(fileOf(body))) {
      const {
        time,
        link_id,
        class: visitClass,
        clicks,
        visitor,
        site_visitors,
        link_visitors,
      } = row;
      const { is_scan, ...others } = row;
      rows.push({
        day,
        state,
        time: Number(time),
        linkId: Number(link_id),
        class: Number(visitClass),
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

/** Reads only what counts a click, which is much cheaper than `readLog`. */
type ClickRow = Pick<LogRow, 'linkId' | 'time' | 'class' | 'clicks'>;

export async function readClicks(engine: Engine): Promise<ClickRow[]> {
  const rows: ClickRow[] = [];
  const columns = ['link_id', 'time', 'class', 'clicks'];
  for (const { body } of await selectLog(engine)) {
    for (const row of await parquetReadObjects({ ...fileOf(body), columns })) {
      const { link_id: linkId, time, class: visitClass, clicks } = row;
      rows.push({
        linkId: Number(linkId),
        time: Number(time),
        class: Number(visitClass),
        clicks: Number(clicks),
      });
    }
  }
  return rows;
}

function selectLog(engine: Engine) {
  return engine.db
    .selectFrom('click_batch')
    .select(['day', 'state', 'body'])
    .orderBy('day')
    .orderBy('id')
    .execute();
}

function fileOf(body: Uint8Array) {
  return { file: Uint8Array.from(body).buffer, compressors: { ZSTD: decompress } };
}

function decompress(bytes: Uint8Array): Uint8Array {
  return Bun.zstdDecompressSync(bytes);
}
