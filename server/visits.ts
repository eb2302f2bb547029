import { isReservedCode } from '../contracts/custom-code.ts';
import type { Clicks } from './clicks/clicks.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import { ClientLimit } from './http/client-limit.ts';
import { engineProblem } from './http/engine-problem.ts';
import { createPreviewPage } from './preview/preview-page.ts';
import { createPreview, findPreviewCodes } from './preview/preview.ts';
import { createFastRedirect } from './redirect/fast-redirect.ts';
import {
  createRedirect,
  UNKNOWN_CODES_MAX,
  UNKNOWN_CODES_SECONDS,
  type UnknownCodeLimit,
  type RedirectOptions,
} from './redirect/redirect.ts';
import { Targets } from './redirect/targets.ts';
import { parseVisitedCode } from './redirect/visited-code.ts';
import type { Site } from './site/site.ts';
import type { VisitorFrame } from './site/visitor-frame.ts';
import { isSiteFile } from './stats/unknown-codes/requested-by-programs.ts';

interface VisitsOptions {
  readonly config: Config;
  readonly engine: Engine;
  readonly headers: Readonly<Record<string, string>>;
  readonly site: Site;
  readonly clicks: Clicks;
  readonly frame: VisitorFrame;
  readonly refuse: RedirectOptions['refuse'];
  readonly clientAddress: (socketAddress: string, hops: string | null) => string;
  readonly onUnknownCode: (typed: string) => void;
}

export interface Visits {
  /** Null = the fast path cannot answer. */
  readonly fastRedirect: ReturnType<typeof createFastRedirect>;
  /** Null = the request has no code. */
  answer(request: Request, socketAddress: () => string): Response | Promise<Response> | null;
}

export function openVisits(options: VisitsOptions): Visits {
  const { config, engine, site, clicks, refuse, clientAddress } = options;
  const targets = new Targets(engine, options.headers);
  const unknownCodes = createUnknownCodeLimit(options.onUnknownCode);
  const isBlocked = (userAgent: string) => site.isBlocked(userAgent);
  const redirect = createRedirect({
    targets,
    unknownCodes,
    refuse,
    record: (click) => clicks.record(click),
    isBlocked,
  });
  const preview = createPreview({
    engine,
    targets,
    unknownCodes,
    refuse,
    isBlocked,
    redirect,
    render: createPreviewPage({
      frame: options.frame,
      baseUrl: config.baseUrl,
      headers: options.headers,
    }),
  });
  const { countryHeader, trustedProxies } = config;

  return {
    fastRedirect: createFastRedirect({
      targets,
      journal: clicks.journal,
      blocksAny: () => site.blocksAny,
      isBlocked,
      clientAddress,
      isTrustedProxy: (socket) => trustedProxies.has(socket),
      mustWait: (address) => unknownCodes.secondsToWait(address) > 0,
    }),
    answer(request, socketAddress) {
      const code = parseVisitedCode(request.url);
      if (code === null || isReservedCode(code)) return null;
      const address = () => clientAddress(socketAddress(), request.headers.get('x-forwarded-for'));
      const country = () =>
        countryHeader !== null && trustedProxies.has(socketAddress())
          ? request.headers.get(countryHeader)
          : null;
      const previewed = findPreviewCodes(code);
      const answer =
        previewed.length === 0
          ? redirect(request, code, address, country)
          : preview(previewed, request, code, address, country);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        if (engine.classifyError(error) !== 'unavailable') throw error;
        const { retryAfter } = engineProblem('unavailable').details;
        return refuse('unavailable', request, { 'Retry-After': String(retryAfter) });
      });
    },
  };
}

function createUnknownCodeLimit(onUnknownCode: (typed: string) => void): UnknownCodeLimit {
  const limit = new ClientLimit({ max: () => UNKNOWN_CODES_MAX, seconds: UNKNOWN_CODES_SECONDS });
  return {
    secondsToWait: (address) => limit.secondsToWait(address),
    count(address, typed) {
      // A browser's requests for site icons must not lock its visitor out.
      if (!isSiteFile(typed)) limit.count(address);
      onUnknownCode(typed);
    },
  };
}
