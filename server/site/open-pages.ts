import { join } from 'node:path';
import type { Feature } from '../feature.ts';
import { openAssets } from '../http/answer/assets.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { healthResponse, type Health } from './health.ts';
import { findFont, openPageShell } from './page-shell.ts';
import { addPages } from './site-pages.ts';
import { siteRoutes } from './site.routes.ts';
import type { Site } from './site.ts';
import { createVisitorFrame, type VisitorFrame } from './visitor-frame.ts';
import { createVisitorPages } from './visitor-page.ts';

/** Beside the sources, or inside the executable. */
const WEB = Bun.isStandaloneExecutable
  ? join(import.meta.dir, 'web')
  : join(import.meta.dir, '../../build/web');

interface OpenPagesOptions {
  readonly site: Site;
  readonly baseUrl: URL | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly health: Health;
  readonly isSetUp: () => Promise<boolean>;
  readonly webhookGuard: AddressGuard;
  readonly onStatisticsPage: () => void;
}

export interface PagesFeature extends Feature {
  readonly frame: VisitorFrame;
  readonly refuse: ReturnType<typeof createVisitorPages>;
  readonly serveAsset: ReturnType<typeof openAssets>;
}

export function openPages(options: OpenPagesOptions): PagesFeature {
  const { site, headers, isSetUp, webhookGuard, onStatisticsPage } = options;
  const frame = createVisitorFrame({ site, headers, fontPath: findFont(WEB) });
  const refuse = createVisitorPages(frame);
  const serveAsset = openAssets(WEB);
  const shell = openPageShell(WEB, site, options.baseUrl);
  return {
    frame,
    refuse,
    serveAsset,
    routes: siteRoutes(site, { isSetUp, webhookGuard }),
    addPages(api) {
      addPages(api, { site, shell, serveAsset, onStatisticsPage });
      api.get('/healthz', () => healthResponse(options.health));
      api.notFound(({ req }) => serveAsset(req.path, req.raw) ?? refuse('missing', req.raw));
    },
  };
}
