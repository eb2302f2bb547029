import { joinCode } from '../../contracts/links/domain-code.ts';
import type { Domain } from '../../contracts/domains.ts';
import { isWithin, type Reach } from '../access/reach.ts';
import { endOfPrefix } from '../engine/texts/code-spellings.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { selectOption, type OptionValue } from '../engine/options.store.ts';

/** No setting of the API can have a name with a dot. */
export const DOMAINS_OPTION = 'site.domains';

export function parseDomains(stored: OptionValue): readonly Domain[] {
  return (stored ?? []) as unknown as readonly Domain[];
}

export async function selectDomains(db: Engine['db'] | Write): Promise<readonly Domain[]> {
  return parseDomains(await selectOption(db, DOMAINS_OPTION));
}

export async function countLinks(
  db: Engine['db'] | Write,
  reach: Reach,
  host: string,
): Promise<{ links: number; deleted: number }> {
  const prefix = joinCode(host, '');
  const count = async (table: 'link' | 'deleted_link'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('links'))
      .where(isWithin(reach))
      .where('short_url', '>=', prefix)
      .where('short_url', '<', endOfPrefix(prefix))
      .executeTakeFirstOrThrow();
    return row.links;
  };
  return { links: await count('link'), deleted: await count('deleted_link') };
}
