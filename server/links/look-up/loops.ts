import { LOOPS_MAX, type Loops } from '../../../contracts/domains.ts';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import { sql } from 'kysely';
import { isWithin, type Reach } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { findByCode, readShortLink, type ShortLinkSite } from './short-link.ts';
import { isOwnHost } from './own-host.ts';
import { findLoop } from '../routing/requested-routing.ts';
import { parseRouting } from '../routing/routing.ts';

/** Ids per step. A million links are read in a second, and visitors are answered in between. */
const STEP = 5000;

/** The links within reach that lead to a host. */
export async function listLoops(engine: Engine, reach: Reach, host: string): Promise<Loops> {
  const loops: Loops['loops'][number][] = [];
  let total = 0;
  const newest = await engine.db
    .selectFrom('link')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  for (let from = 0; from <= (newest?.id ?? 0); from += STEP) {
    const rows = await engine.db
      .selectFrom('link')
      .select(['id', 'short_url', 'long_url', 'routing'])
      .where('id', '>', from)
      .where('id', '<=', from + STEP)
      .where(isWithin(reach))
      .where((eb) =>
        eb.or([
          engine.sql.contains(sql`long_url`, `//${host}`),
          engine.sql.contains(sql`routing`, `//${host}`),
        ]),
      )
      .orderBy('id')
      .execute();
    for (const { id, short_url: stored, long_url, routing } of rows) {
      if (findLoop({ ...parseRouting(routing), long_url }, [host]) === null) continue;
      total += 1;
      if (loops.length < LOOPS_MAX) loops.push({ id, short_url: splitCode(stored).code });
    }
    await yieldToRequests();
  }
  return { loops, loops_total: total };
}

/** Whether a URL leads back to `host`, or to another host of the site without finding a link there. */
export async function isDeadEnd(
  engine: Engine,
  url: string,
  host: string,
  site: ShortLinkSite,
): Promise<boolean> {
  if (isOwnHost(url, [host])) return true;
  const address = readShortLink(url, site);
  if (address === null) return false;
  // The main domain has a page of its own.
  if (address.code === '') return address.domain !== '';
  return (await findByCode(engine.db, 'all', address)) === null;
}
