import type { BasicType } from 'hyparquet-writer';
import { dimensionTables, tableDimensions } from '../dimension-tables.ts';

/**
 * The columns of a batch. `time` is when a quarter of an hour began, in Unix seconds. `visitor` is
 * the salted hash of an open day's visitor; in a sealed batch it is null, and `site_visitors` and
 * `link_visitors` say how many visitors came first with the row. `agent` is the user agent as it
 * came, '' where only what the rules say of it is kept.
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
  agent: 'STRING',
  ...(Object.fromEntries(
    dimensionTables.flatMap((table) => tableDimensions[table].map((name) => [name, 'STRING'])),
  ) as Record<string, 'STRING'>),
} as const satisfies Record<string, BasicType>;
