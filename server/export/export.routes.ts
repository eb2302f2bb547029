import { exportLinks as exportRoute } from '../../contracts/export.ts';
import type { ExportFormat } from '../../contracts/export.constants.ts';
import { addressReachOf, reachOf, whileSameStanding } from '../access/reach.ts';
import { actorOf } from '../audit/actor.ts';
import { recordSaved } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { signedIn } from '../http/caller.ts';
import { endpoint, sendFile, type Endpoint } from '../http/endpoint.ts';
import type { Links } from '../links/links.ts';
import { PAGE_LINKS, writeLinks } from './export.ts';
import { RunningExports } from './running-exports.ts';

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};
const EXCEL_TYPE = 'text/csv; charset=utf-16le';

export interface ExportOptions {
  readonly engine: Engine;
  readonly links: Pick<Links, 'listIds'>;
  readonly baseUrl: URL | null;
  readonly countClicks: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

export function exportRoutes(options: ExportOptions): Endpoint[] {
  const { engine, links, baseUrl, countClicks, onError } = options;
  const running = new RunningExports();
  return [
    endpoint(exportRoute, async (request, call) => {
      const { excel, format = excel ? 'csv' : 'json', ids, sort, order, ...where } = request;
      const listing = {
        ids: ids ?? null,
        where,
        sort,
        order: order ?? (sort === undefined ? 'asc' : 'desc'),
        size: PAGE_LINKS,
      } as const;
      const body = await running.open(async () => {
        await countClicks();
        await recordSaved(engine, actorOf(call), 'site.exported', onError);
        const source = {
          engine,
          reach: reachOf(call.caller),
          addressReach: addressReachOf(call.caller),
          hasOwners: signedIn(call.caller).hasOthers,
          ids: whileSameStanding(call, await links.listIds(listing, call)),
          site: baseUrl ?? call.site,
        };
        return writeLinks(source, format, excel);
      });
      const day = new Date().toISOString().slice(0, 10);
      return sendFile(`brisk-${day}.${format}`, excel ? EXCEL_TYPE : mediaTypes[format], body);
    }),
  ];
}
