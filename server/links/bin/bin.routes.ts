import { RESTORE_SECONDS } from '../../../contracts/links/bin.constants.ts';
import {
  emptyBin,
  listDeleted,
  purgeDeleted,
  type DeletedLink,
} from '../../../contracts/links/bin.ts';
import type { Link } from '../../../contracts/links/links.ts';
import { authorityOf, reachOf } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { selectDeleted, type DeletedRow } from './bin.store.ts';
import { purgeAll, purgeByIds } from './deleted-links.store.ts';
import { selectFacts, type CountPending } from '../link-facts.ts';
import { toLink } from '../link-row.ts';
import { addShortLink } from '../look-up/short-link.ts';

export function binRoutes(
  engine: Engine,
  countPending: CountPending,
  baseUrl: URL | null,
): Endpoint[] {
  return [
    endpoint(listDeleted, async ({ page, limit, q }, { caller, site }) => {
      const now = nowSeconds();
      const { total, rows } = await selectDeleted(engine, reachOf(caller), now, {
        page,
        limit,
        q,
      });
      const ids = rows.map(({ id }) => id);
      const facts = await selectFacts(engine, countPending, ids, now);
      const urls = rows.map((row) =>
        toDeletedLink(row, addShortLink(toLink(row, now, facts), baseUrl ?? site)),
      );
      return { total, page, limit, urls };
    }),
    endpoint(purgeDeleted, ({ ids }, call) => purgeByIds(engine, authorityOf(call), ids)),
    endpoint(emptyBin, (_, call) => purgeAll(engine, authorityOf(call))),
  ];
}

function toDeletedLink({ deleted_at: deletedAt }: DeletedRow, shown: Link): DeletedLink {
  return Object.assign(shown, {
    deleted_at: deletedAt,
    restorable_until: deletedAt + RESTORE_SECONDS,
  });
}
