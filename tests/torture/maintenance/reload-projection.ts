import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../../../server/engine/open-engine.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { SMALL_ROLLUPS } from '../../support/statistics/small-rollups.ts';

/* Rebuilds the projection of a data directory repeatedly. */
const [dataDir = ''] = process.argv.slice(2);

function fail(error: unknown): never {
  throw error;
}

const engine = await openEngine(
  { dataDir, databaseUrl: process.env['DATABASE_URL'] ?? null },
  fail,
);
// The first projection is what a killed process left.
for (;;) {
  const warehouse = new Warehouse({ engine, dataDir, onError: fail, rollupSizes: SMALL_ROLLUPS });
  await warehouse.read(() => Promise.resolve());
  await warehouse.close();
  rmSync(join(dataDir, 'clicks.duckdb'));
}
