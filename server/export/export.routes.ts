import { exportLinks as exportRoute } from '../../contracts/export.ts';
import { reachOf } from '../access/reach.ts';
import { actorOf } from '../audit/actor.ts';
import { recordSaved } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { endpoint, sendFile, type Endpoint } from '../http/endpoint.ts';
import { exportLinks } from './export.ts';

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

/** `countClicks` drains the journal, so that the counts are complete. */
export function exportRoutes(
  engine: Engine,
  countClicks: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Endpoint[] {
  return [
    endpoint(exportRoute, async ({ format }, call) => {
      await countClicks();
      await recordSaved(engine, actorOf(call), 'site.exported', onError);
      const day = new Date().toISOString().slice(0, 10);
      const links = exportLinks(engine, reachOf(call.caller), format);
      return sendFile(`brisk-${day}.${format}`, mediaTypes[format], links);
    }),
  ];
}
