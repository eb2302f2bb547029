import { RESTORE_SECONDS } from '../../contracts/links/bin.constants.ts';
import { emptyBin, listDeleted, purgeDeleted } from '../../contracts/links/bin.ts';
import {
  editLinks,
  listBulks as listBulksRoute,
  listOwners,
  undoBulk as undoBulkRoute,
} from '../../contracts/links/bulk.ts';
import { createLinks } from '../../contracts/links/create-many.ts';
import { getHistory, revertLink } from '../../contracts/links/history.ts';
import {
  clearLinks,
  createLink,
  deleteLink,
  deleteLinks,
  fetchUrlMetadata,
  getLink,
  listLinks,
  restoreLinks,
  searchLinks,
  updateLink,
} from '../../contracts/links/links.ts';
import { selectActiveNames } from '../access/names.store.ts';
import { authorityOf } from '../access/reach.ts';
import { nowSeconds } from '../engine/now.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { selectDeleted } from './bin/bin.store.ts';
import { purgeAll, purgeByIds } from './bin/deleted-links.store.ts';
import { editInBulk, listBulks } from './bulk/bulk-edits.ts';
import { undoBulk } from './bulk/undo-bulk.ts';
import type { Links, LinksOptions } from './links.ts';
import { assertCanGive, resolveOwner } from './owners.ts';
import { listOwnHostnames } from './look-up/own-host.ts';
import { showLinks } from './show-links.ts';

export function linkRoutes(links: Links, options: LinksOptions): Endpoint[] {
  return [
    endpoint(createLink, (request, call) => links.create(request, call)),
    endpoint(createLinks, (request, call) => links.createMany(request, call)),
    endpoint(listLinks, (request, call) => links.list(request, call)),
    endpoint(searchLinks, (request, call) => links.search(request, call)),
    endpoint(getLink, (lookUp, call) => links.get(lookUp, call)),
    endpoint(updateLink, (change, call) => links.update(change, call)),
    endpoint(getHistory, (reference, call) => links.history(reference, call)),
    endpoint(revertLink, (request, call) => links.revert(request, call)),
    endpoint(deleteLink, async (lookUp, call) => {
      await links.delete(lookUp, call);
      return {};
    }),
    endpoint(deleteLinks, ({ ids }, call) => links.deleteMany(ids, call)),
    endpoint(restoreLinks, ({ ids }, call) => links.restore(ids, call)),
    endpoint(clearLinks, (_, call) => links.clear(call)),
    endpoint(fetchUrlMetadata, ({ url }) => options.pageTitles.fetch(url, 'now')),
    ...binRoutes(options),
    ...bulkRoutes(options),
  ];
}

function binRoutes(options: LinksOptions): Endpoint[] {
  const { engine } = options;
  return [
    endpoint(listDeleted, async (page, call) => {
      const { reach } = authorityOf(call);
      const { total, rows } = await selectDeleted(engine, reach, nowSeconds(), page);
      const links = await showLinks(options, rows, call, true);
      const urls = links.map((link, at) => {
        const { deleted_at } = rows[at]!;
        return Object.assign(link, { deleted_at, restorable_until: deleted_at + RESTORE_SECONDS });
      });
      return { total, page: page.page, limit: page.limit, urls };
    }),
    endpoint(purgeDeleted, ({ ids }, call) => purgeByIds(engine, authorityOf(call), ids)),
    endpoint(emptyBin, (_, call) => purgeAll(engine, authorityOf(call))),
  ];
}

function bulkRoutes(options: LinksOptions): Endpoint[] {
  return [
    endpoint(editLinks, async ({ where, ...request }, call) => {
      const authority = authorityOf(call);
      const owner = request.set?.owner;
      if (owner !== undefined) await assertCanGive(options.engine.db, authority.reach, owner);
      const selection = where && { where: resolveOwner(where, call.caller) };
      return editInBulk(options, { ...request, ...selection }, { authority, call });
    }),
    endpoint(undoBulkRoute, ({ bulk_id: bulkId }, call) => {
      const ownHostnames = listOwnHostnames(options, call.hostname);
      const undo = { bulkId, authority: authorityOf(call), call, ownHostnames };
      return undoBulk(options.engine, undo);
    }),
    endpoint(listOwners, () => selectActiveNames(options.engine)),
    endpoint(listBulksRoute, (_, call) => listBulks(options.engine, authorityOf(call).reach)),
  ];
}
