import { RESTORE_SECONDS } from '../../../contracts/links/bin.constants.ts';
import { emptyBin, listDeleted, purgeDeleted } from '../../../contracts/links/bin.ts';
import { authorityOf, reachOf } from '../../access/reach.ts';
import { nowSeconds } from '../../engine/now.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { showLinks, type ShowOptions } from '../show-links.ts';
import { selectDeleted } from './bin.store.ts';
import { purgeAll, purgeByIds } from './deleted-links.store.ts';

export function binRoutes(options: ShowOptions): Endpoint[] {
  const { engine } = options;
  return [
    endpoint(listDeleted, async ({ page, limit, q }, call) => {
      const found = { page, limit, q };
      const { total, rows } = await selectDeleted(
        engine,
        reachOf(call.caller),
        nowSeconds(),
        found,
      );
      const links = await showLinks(options, rows, call);
      const urls = links.map((link, at) => {
        const { deleted_at } = rows[at]!;
        return Object.assign(link, { deleted_at, restorable_until: deleted_at + RESTORE_SECONDS });
      });
      return { total, page, limit, urls };
    }),
    endpoint(purgeDeleted, ({ ids }, call) => purgeByIds(engine, authorityOf(call), ids)),
    endpoint(emptyBin, (_, call) => purgeAll(engine, authorityOf(call))),
  ];
}
