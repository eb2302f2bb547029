import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Feature } from '../feature.ts';
import { binRoutes } from './bin.routes.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { pruneBulks } from './bulk/bulk.store.ts';
import { pruneDeleted } from './deleted-links.store.ts';
import { GuestLimit } from './guest-limit.ts';
import { linkRoutes } from './links.routes.ts';
import type { CountPending } from './link-facts.ts';
import { Links } from './links.ts';
import type { PageTitles } from './page-title.ts';
import { addRefusedPassword, pruneRefusedPasswords } from './refused-passwords.store.ts';

interface OpenLinksOptions {
  readonly engine: Engine;
  readonly pageTitles: PageTitles;
  readonly baseUrl: URL | null;
  /** From `BASE_URL`. */
  readonly ownHostname: string | null;
  /** The hosts of further domains. */
  readonly domains: () => readonly string[];
  readonly hashPassword: (password: string) => Promise<string>;
  readonly guestLinksPerHour: () => number;
  readonly countPending: CountPending;
  readonly sortByClicks: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

export interface LinksFeature extends Feature {
  /** A visitor entered a wrong password. */
  noteRefusedPassword(linkId: number): void;
}

export function openLinks(options: OpenLinksOptions): LinksFeature {
  const { engine, pageTitles, ownHostname, guestLinksPerHour, countPending, onError } = options;
  const links = new Links(options);
  return {
    routes: [
      ...linkRoutes(links, pageTitles, new GuestLimit(engine, guestLinksPerHour), options.baseUrl),
      ...binRoutes(engine, countPending, options.baseUrl),
      ...bulkRoutes(engine, ownHostname, options.domains),
    ],
    noteRefusedPassword(linkId) {
      addRefusedPassword(engine, linkId, nowSeconds()).catch(onError);
    },
    jobs: [
      {
        name: 'delete expired links',
        everySeconds: 3600,
        isForLeader: true,
        async run() {
          const now = nowSeconds();
          await pruneDeleted(engine, now);
          await pruneBulks(engine, now);
          await pruneRefusedPasswords(engine, now);
        },
      },
    ],
  };
}
