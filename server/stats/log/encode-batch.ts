import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { dimensionTables, tableDimensions } from '../dimension-tables.ts';
import type { DayVisitors } from '../ingest/visitors.ts';
import type { Visits } from '../ingest/visits.ts';
import { batchColumns } from './batch-columns.ts';

/** Writes visits of one day, which stand at these places, as an open batch: a Parquet file. */
export function encodeBatch(
  visits: Visits,
  places: readonly number[],
  visitors: DayVisitors,
): Uint8Array {
  const nulls = places.map(() => null);
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        column(
          'time',
          places.map((at) => BigInt(visits.time(at))),
        ),
        column(
          'link_id',
          places.map((at) => BigInt(visits.linkId(at))),
        ),
        column(
          'class',
          places.map((at) => visits.class(at)),
        ),
        column(
          'clicks',
          places.map(() => 1),
        ),
        column(
          'visitor',
          places.map((at) => identify(visits, at, visitors)),
          true,
        ),
        column('site_visitors', nulls, true),
        column('link_visitors', nulls, true),
        column(
          'is_scan',
          places.map((at) => visits.isScan(at)),
        ),
        column(
          'agent',
          places.map((at) => visits.agent(at).text),
        ),
        ...dimensionTables.flatMap((table) =>
          tableDimensions[table].map((dimension, index) =>
            column(
              dimension,
              places.map((at) => rowOf(visits, table, at)[index]!),
            ),
          ),
        ),
      ],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => Bun.zstdCompressSync(bytes, { level: 1 }) },
      // All rows in one group: a batch is read whole.
      rowGroupSize: Math.max(1, places.length),
      statistics: false,
    }),
  );
}

function column(name: string, data: ColumnSource['data'], nullable = false): ColumnSource {
  const type = (batchColumns as Record<string, ColumnSource['type']>)[name]!;
  return { name, data, type, nullable, statistics: false, offsetIndex: false };
}

function identify(visits: Visits, at: number, visitors: DayVisitors): bigint | null {
  const address = visits.address(at);
  return address === null ? null : BigInt(visitors.identify(address, visits.userAgent(at)));
}

function rowOf(visits: Visits, table: (typeof dimensionTables)[number], at: number) {
  return table === 'agent' ? visits.agent(at).row : visits.row(table, at);
}
