import { exportLinks as exportRoute } from '../../contracts/export.ts';
import { actorOf } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { Download, endpoint, type Endpoint } from '../http/endpoint.ts';
import { exportLinks } from './export.ts';

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

/** `countClicks` drains the journal, so that the counts are complete. */
export function exportRoutes(engine: Engine, countClicks: () => Promise<unknown>): Endpoint[] {
  return [
    endpoint(exportRoute, async ({ format }, call) => {
      await countClicks();
      const event = { action: 'site.exported', target: { kind: 'site' } };
      await engine.write((tx) => record(tx, actorOf(call), event));
      const day = new Date().toISOString().slice(0, 10);
      const name = `brisk-${day}.${format}`;
      return new Download(name, mediaTypes[format], exportLinks(engine, format));
    }),
  ];
}
