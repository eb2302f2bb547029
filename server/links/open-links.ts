import { nowSeconds } from '../engine/now.ts';
import type { Feature } from '../feature.ts';
import { pruneBulks } from './bulk/bulk.store.ts';
import { pruneDeleted } from './bin/deleted-links.store.ts';
import { linkRoutes } from './links.routes.ts';
import { Links, type LinksOptions } from './links.ts';
import { addRefusedPassword, pruneRefusedPasswords } from './refused-passwords.store.ts';

export interface LinksFeature extends Feature {
  readonly rules: Links;
  /** A visitor entered a wrong password. */
  noteRefusedPassword(linkId: number): void;
}

export function openLinks(options: LinksOptions): LinksFeature {
  const { engine, onError } = options;
  const rules = new Links(options);
  return {
    rules,
    routes: linkRoutes(rules, options),
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
