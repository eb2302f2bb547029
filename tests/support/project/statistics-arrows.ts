/** The rooms inside `server/stats`, from the lowest up, with the rooms that each may import. */
export const statisticsArrows: Readonly<Record<string, readonly string[]>> = {
  // What the rooms of statistics share.
  'server/stats/quarter.ts': [],
  'server/stats/dimension-tables.ts': ['contracts'],
  // Reads values from what a visitor sends.
  'server/stats/classify': ['contracts'],
  // Writes clicks to the log.
  'server/stats/ingest': [
    'contracts',
    'server/engine',
    'server/stats/classify',
    'server/stats/dimension-tables.ts',
    'server/stats/quarter.ts',
  ],
  // Loads the log into the projection.
  'server/stats/warehouse': [
    'server/engine',
    'server/http',
    'server/stats/classify',
    'server/stats/dimension-tables.ts',
    'server/stats/ingest',
    'server/stats/quarter.ts',
  ],
  // Reads reports from the projection.
  'server/stats/query': [
    'contracts',
    'server/access',
    'server/engine',
    'server/stats/classify',
    'server/stats/dimension-tables.ts',
    'server/stats/ingest',
    'server/stats/quarter.ts',
    'server/stats/warehouse',
  ],
  'server/stats/unknown-codes': [
    'contracts',
    'server/engine',
    'server/stats/quarter.ts',
    'server/stats/query',
  ],
  // Rewrites the days of the log.
  'server/stats/log': [
    'server/engine',
    'server/stats/classify',
    'server/stats/dimension-tables.ts',
    'server/stats/ingest',
    'server/stats/quarter.ts',
    'server/stats/unknown-codes',
    'server/stats/warehouse',
  ],
  'server/stats/live': [
    'contracts',
    'server/http',
    'server/engine',
    'server/stats/ingest',
    'server/stats/quarter.ts',
  ],
  'server/stats/alerts': [
    'contracts',
    'server/access',
    'server/engine',
    'server/outgoing',
    'server/stats/quarter.ts',
  ],
  'server/stats': [
    'contracts',
    'server/access',
    'server/http',
    'server/engine',
    'server/outgoing',
    'server/feature.ts',
    'server/stats/alerts',
    'server/stats/ingest',
    'server/stats/live',
    'server/stats/quarter.ts',
    'server/stats/query',
    'server/stats/unknown-codes',
  ],
};
