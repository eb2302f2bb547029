import { editLinks, listBulks, undoBulk as undoRoute } from '../../../contracts/links/bulk.ts';
import { authorityOf, reachOf } from '../../access/reach.ts';
import type { Engine } from '../../engine/engine.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { listOwnHostnames, type OwnSite } from '../look-up/own-host.ts';
import { BulkEdits } from './bulk-edits.ts';
import { undoBulk } from './undo-bulk.ts';

export function bulkRoutes(engine: Engine, site: OwnSite): Endpoint[] {
  const edits = new BulkEdits({ ...site, engine });
  return [
    endpoint(editLinks, (request, call) =>
      edits.edit(request, { authority: authorityOf(call), hostname: call.hostname }),
    ),
    endpoint(undoRoute, ({ bulk_id: bulkId }, call) => {
      const ownHostnames = listOwnHostnames(site, call.hostname);
      return undoBulk(engine, { bulkId, authority: authorityOf(call), ownHostnames });
    }),
    endpoint(listBulks, (_, { caller }) => edits.list(reachOf(caller))),
  ];
}
