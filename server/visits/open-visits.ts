import { LinkPasswords } from '../account/passwords/link-passwords.ts';
import { ClickCaps } from '../clicks/click-caps.ts';
import type { Clicks } from '../clicks/clicks.ts';
import { toPlacesOptions, type Config } from '../config.ts';
import type { DomainIndex } from '../domains/domain-index.ts';
import type { Engine } from '../engine/engine.ts';
import { ClientLimit } from '../http/client/client-limit.ts';
import { createPreviewPage } from '../preview/preview-page.ts';
import { createPreview } from '../preview/preview.ts';
import { createCountryFinder } from '../redirect/answer-visit.ts';
import { createFastRedirect } from '../redirect/fast-redirect.ts';
import { createPasswordGate, type RefusedPassword } from '../redirect/password-gate.ts';
import {
  createRedirect,
  UNKNOWN_CODES_MAX,
  UNKNOWN_CODES_SECONDS,
  type UnknownCodeLimit,
} from '../redirect/redirect.ts';
import { Targets } from '../redirect/targets.ts';
import { createLinkPages } from '../site/link-pages.ts';
import type { PagesFeature } from '../site/open-pages.ts';
import type { Site } from '../site/site.ts';
import { isSiteFile, splitRequested } from '../stats/unknown-codes/requested-by-programs.ts';
import { VisitAnswers } from './visit-answers.ts';

export interface VisitsOptions {
  readonly config: Config;
  readonly engine: Engine;
  readonly headers: Readonly<Record<string, string>>;
  readonly site: Site;
  readonly clicks: Clicks;
  readonly domains: DomainIndex;
  readonly pages: Pick<PagesFeature, 'frame' | 'refuse' | 'serveAsset'>;
  readonly clientAddress: (socketAddress: string, hops: string | null) => string;
  readonly isCall: (request: Request) => boolean;
  readonly syncWorkers: () => Promise<void>;
  readonly onUnknownCode: (typed: string) => void;
  /** Called when the client must wait because it asked for too many unknown codes. */
  readonly onManyUnknownCodes: (address: string) => void;
  readonly onRefusedPassword: (refused: RefusedPassword) => void;
  readonly onError: (error: unknown) => void;
}

export interface Visits {
  /** Null = the fast path cannot answer. */
  readonly fastRedirect: ReturnType<typeof createFastRedirect>;
  readonly answers: VisitAnswers;
}

export function openVisits(options: VisitsOptions): Visits {
  const { config, engine, headers, site, clicks, clientAddress, domains, pages } = options;
  const { baseUrl, countryHeader, trustedProxies } = config;
  const { frame, refuse, serveAsset } = pages;
  const unknownCodes = createUnknownCodeLimit(options);
  const visiting = {
    engine,
    refuse,
    unknownCodes,
    targets: new Targets(engine, headers),
    caps: openCaps(options),
    pages: createLinkPages({ frame, baseUrl, headers }),
    visitors: {
      blocksAny: () => site.blocksAny,
      isBlocked: (userAgent: string) => site.isBlocked(userAgent),
      country: createCountryFinder({ ...toPlacesOptions(config), onError: options.onError }),
      drawsAnew: () => site.settings.statistics.count_only,
    },
    helpsBlockedApps: () => site.settings.blocked_apps_get_help,
  };
  const redirect = createRedirect({ ...visiting, record: (click) => clicks.record(click) });
  const render = createPreviewPage({ frame, baseUrl, headers });
  return {
    fastRedirect: createFastRedirect({
      ...visiting,
      journal: clicks.journal,
      clientAddress,
      isTrustedProxy: (socket) => trustedProxies.has(socket),
      mustWait: (address) => unknownCodes.secondsToWait(address) > 0,
      domains,
    }),
    answers: new VisitAnswers({
      ...visiting,
      domains,
      isCall: options.isCall,
      serveAsset,
      clientAddress,
      countryOf: (request, socket) =>
        countryHeader !== null && trustedProxies.has(socket)
          ? request.headers.get(countryHeader)
          : null,
      redirect,
      preview: createPreview({ ...visiting, redirect, render }),
      openGate: createPasswordGate({
        ...visiting,
        redirect,
        passwords: new LinkPasswords(engine),
        onRefused: options.onRefusedPassword,
      }),
    }),
  };
}

function openCaps({ engine, clicks, syncWorkers }: VisitsOptions): ClickCaps {
  return new ClickCaps({
    engine,
    countPending: (ids) => clicks.countAllPending(ids),
    syncWorkers,
    drain: () => clicks.drainWithRests(),
    drainNow: () => clicks.drain(),
  });
}

function createUnknownCodeLimit({
  onUnknownCode,
  onManyUnknownCodes,
}: VisitsOptions): UnknownCodeLimit {
  const limit = new ClientLimit({ max: () => UNKNOWN_CODES_MAX, seconds: UNKNOWN_CODES_SECONDS });
  return {
    secondsToWait: (address) => limit.secondsToWait(address),
    count(address, typed) {
      // A browser's requests for site icons must not lock its visitor out.
      if (!isSiteFile(splitRequested(typed).code)) {
        limit.count(address);
        if (limit.secondsToWait(address) > 0) onManyUnknownCodes(address);
      }
      onUnknownCode(typed);
    },
  };
}
