import type { Engine } from '../../server/engine/engine.ts';
import { seedLinks } from '../support/statistics/seed.ts';
import type { Ledger } from './ledger.ts';

/** Stores links that the test does not change, adds them to the ledger, and closes the engine. */
export async function storeSteadyLinks(
  engine: Engine,
  ledger: Ledger,
  count: number,
): Promise<void> {
  const links = Array.from({ length: count }, (_, index) => ({
    short_url: `steady${index}`,
    long_url: ledger.createLongUrl(),
  }));
  await seedLinks(engine, links);
  const rows = await engine.db.selectFrom('link').select(['id', 'short_url', 'long_url']).execute();
  await engine.close();
  for (const { id, short_url: code, long_url: longUrl } of rows) {
    ledger.addCode(code, { link: ledger.addLink(id), longUrl });
  }
}
