import { openPostgres } from '../../server/engine/postgres/postgres.ts';
import type { PostgresAt } from '../postgres/postgres-at.ts';
import type { Ledger } from '../torture/ledger.ts';
import { storeSteadyLinks } from '../torture/steady-links.ts';

/** Stores links that the test does not change, and adds them to the ledger. */
export async function addSteadyLinks(
  databaseUrl: string,
  ledger: Ledger,
  count: number,
): Promise<void> {
  const engine = await openPostgres({ databaseUrl, onError: () => undefined });
  await storeSteadyLinks(engine, ledger, count);
}

/** The counts in the database by link id. */
export async function readCounts(
  postgres: PostgresAt,
  database: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await postgres.query<{ id: string; clicks: string }>(
    database,
    'select link_id as id, clicks from click_count union all select id, clicks from deleted_link',
  );
  return new Map(rows.map(({ id, clicks }) => [Number(id), Number(clicks)]));
}

/** The violations of a ledger, without 503 pages: these are no redirects and count nothing. */
export function findViolations(ledger: Ledger): string[] {
  return ledger.violations.filter((violation) => !/: 503 null, not one of/.test(violation));
}
