import type { BasicType } from 'hyparquet-writer';
import { loggedTables, tableDimensions } from '../dimension-tables.ts';

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
