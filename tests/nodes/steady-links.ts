import { openPostgres } from '../../server/engine/postgres.ts';
import type { PostgresAt } from '../postgres/postgres-at.ts';
import type { Ledger } from '../torture/ledger.ts';
import { storeSteadyLinks } from '../torture/steady-links.ts';

/** Stores links that nobody will change in an empty database, and notes them. */
export async function addSteadyLinks(
  databaseUrl: string,
  ledger: Ledger,
  count: number,
): Promise<void> {
  const engine = await openPostgres({ databaseUrl, onError: () => undefined });
  await storeSteadyLinks(engine, ledger, count);
}

/** The counts of all links by id, as a server has them now. */
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

/**
 * What a ledger says must not have happened, but for the page that tells a visitor that the database
 * is away: it is no redirect and counts as none.
 */
export function findViolations(ledger: Ledger): string[] {
  return ledger.violations.filter((violation) => !/: 503 null, not one of/.test(violation));
}
