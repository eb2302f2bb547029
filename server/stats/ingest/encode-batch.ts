import { type BasicType, parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { loggedTables, tableDimensions } from '../dimension-tables.ts';
import type { DayVisitors } from './visitors.ts';
import type { Visits } from './visits.ts';

/**
 * `time` is the start of a quarter-hour, in Unix seconds. `visitor` is the salted hash of an open
 * day's visitor. A sealed batch has null there; `site_visitors` and `link_visitors` count the
 * visitors whose first click is the row. `agent` is the raw user agent, or '' where only its parsed
 * values are kept.
 */
export const batchColumns = {
  time: 'INT64',
  link_id: 'INT64',
  class: 'INT32',
  clicks: 'INT32',
  visitor: 'INT64',
  site_visitors: 'INT32',
  link_visitors: 'INT32',
  is_scan: 'BOOLEAN',
  is_paid: 'BOOLEAN',
  agent: 'STRING',
  ...(Object.fromEntries(
    loggedTables.flatMap((table) => tableDimensions[table].map((name) => [name, 'STRING'])),
  ) as Record<string, 'STRING'>),
} as const satisfies Record<string, BasicType>;

type Columns = Readonly<Record<string, ColumnSource['data']>>;

const nullable: ReadonlySet<string> = new Set(['visitor', 'site_visitors', 'link_visitors']);

export function encodeBatch(
  visits: Visits,
  positions: readonly number[],
  visitors: DayVisitors | null,
): Uint8Array {
  const columns = readColumns(visits, positions, visitors);
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: Object.entries(batchColumns).map(([name, type]) => ({
        name,
        type,
        data: columns[name]!,
        nullable: nullable.has(name),
        statistics: false,
        offsetIndex: false,
      })),
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => Bun.zstdCompressSync(bytes, { level: 1 }) },
      rowGroupSize: Math.max(1, positions.length),
      statistics: false,
    }),
  );
}

function readColumns(
  visits: Visits,
  positions: readonly number[],
  visitors: DayVisitors | null,
): Columns {
  const nulls = positions.map(() => null);
  const texts = loggedTables.flatMap((table) =>
    tableDimensions[table].map((dimension, index) => {
      const read = (at: number): string =>
        (table === 'agent' ? visits.agent(at).row : visits.row(table, at))[index]!;
      return [dimension, positions.map(read)] as const;
    }),
  );
  return {
    time: positions.map((at) => BigInt(visits.time(at))),
    link_id: positions.map((at) => BigInt(visits.linkId(at))),
    class: positions.map((at) => visits.class(at)),
    clicks: positions.map((at) => visits.clicks(at)),
    visitor: visitors === null ? nulls : positions.map((at) => identify(visits, at, visitors)),
    site_visitors: nulls,
    link_visitors: nulls,
    is_scan: positions.map((at) => visits.isScan(at)),
    is_paid: positions.map((at) => visits.isPaid(at)),
    agent: positions.map((at) => visits.agent(at).text),
    ...Object.fromEntries(texts),
  };
}

function identify(visits: Visits, at: number, visitors: DayVisitors): bigint | null {
  const address = visits.address(at);
  return address === null ? null : BigInt(visitors.identify(address, visits.userAgent(at)));
}
