import type { Domain } from '../../contracts/domains.ts';
import type { Engine, Write } from '../engine/engine.ts';

/** No setting of the API can have a name with a dot. */
export const DOMAINS_OPTION = 'site.domains';

export function parseDomains(stored: string | null): readonly Domain[] {
  return stored === null ? [] : (JSON.parse(stored) as Domain[]);
}

export async function selectDomains(db: Engine['db'] | Write): Promise<readonly Domain[]> {
  const row = await db
    .selectFrom('option')
    .select('value')
    .where('key', '=', DOMAINS_OPTION)
    .executeTakeFirst();
  return parseDomains(row?.value ?? null);
}

export async function updateDomains(
  tx: Write,
  domains: readonly Domain[],
  now: number,
): Promise<void> {
  const value = JSON.stringify(domains);
  await tx
    .insertInto('option')
    .values({ key: DOMAINS_OPTION, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute();
}

/** Counts links that redirect, and those in the bin. */
export async function countLinks(
  db: Engine['db'] | Write,
  host: string,
): Promise<{ links: number; deleted: number }> {
  const count = async (table: 'link' | 'deleted_link'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('links'))
      .where('short_url', '>=', `${host}/`)
      // The character after the slash.
      .where('short_url', '<', `${host}0`)
      .executeTakeFirstOrThrow();
    return row.links;
  };
  return { links: await count('link'), deleted: await count('deleted_link') };
}
