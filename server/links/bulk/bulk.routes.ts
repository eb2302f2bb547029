import { editLinks, listBulks, undoBulk as undoRoute } from '../../../contracts/links/bulk.ts';
import type { Engine } from '../../engine/engine.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { actorOf } from '../../audit/actor.ts';
import { listOwnHostnames } from '../own-host.ts';
import { BulkEdits } from './bulk-edits.ts';
import { undoBulk } from './undo-bulk.ts';

export function bulkRoutes(
  engine: Engine,
  ownHostname: string | null,
  domains: () => readonly string[],
): Endpoint[] {
  const edits = new BulkEdits({ engine, ownHostname, domains });
  return [
    endpoint(editLinks, (request, call) =>
      edits.edit(request, { actor: actorOf(call), hostname: call.hostname }),
    ),
    endpoint(undoRoute, ({ bulk_id: id }, call) =>
      undoBulk(
        engine,
        id,
        actorOf(call),
        listOwnHostnames({ ownHostname, domains }, call.hostname),
      ),
    ),
    endpoint(listBulks, () => edits.list()),
  ];
}
