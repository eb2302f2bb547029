import { isReservedCode } from '../contracts/custom-code.ts';
import { joinCode } from '../contracts/domain-code.ts';
import type { Domain } from '../contracts/domains.ts';
import { ClickCaps } from './clicks/click-caps.ts';
import type { Clicks } from './clicks/clicks.ts';
import { toPlacesOptions, type Config } from './config.ts';
import { CHECK_PATH } from './domains/domain-check.ts';
import type { DomainIndex } from './domains/domain-index.ts';
import type { Engine } from './engine/engine.ts';
import { ClientLimit } from './http/client-limit.ts';
import { engineProblem } from './http/engine-problem.ts';
import { createPreviewPage } from './preview/preview-page.ts';
import { createPreview, findPreviewCodes } from './preview/preview.ts';
import { createFastRedirect } from './redirect/fast-redirect.ts';
import { createPasswordGate } from './redirect/password-gate.ts';
import {
  createRedirect,
  UNKNOWN_CODES_MAX,
  UNKNOWN_CODES_SECONDS,
  type LinkVisit,
  type UnknownCodeLimit,
  type RedirectOptions,
} from './redirect/redirect.ts';
import type { CachedTarget } from './redirect/target-cache.ts';
import { Targets } from './redirect/targets.ts';
import { parseVisitedCode, parseVisitedPath } from './redirect/visited-code.ts';
import { createVisitorFacts } from './redirect/visitor-facts.ts';
import { createLinkPages } from './site/link-pages.ts';
import type { Site } from './site/site.ts';
import type { VisitorFrame } from './site/visitor-frame.ts';
import { isSiteFile } from './stats/unknown-codes/requested-by-programs.ts';

/** The same on every host. */
const sharedPaths: ReadonlySet<string> = new Set(['/healthz', CHECK_PATH]);

interface VisitsOptions {
  readonly config: Config;
  readonly engine: Engine;
  readonly headers: Readonly<Record<string, string>>;
  readonly site: Site;
  readonly clicks: Clicks;
  readonly domains: DomainIndex;
  readonly serveAsset: (path: string, request: Request) => Response | null;
  readonly frame: VisitorFrame;
  readonly refuse: RedirectOptions['refuse'];
  readonly clientAddress: (socketAddress: string, hops: string | null) => string;
  readonly syncWorkers: () => Promise<void>;
  readonly matchesPassword: (password: string, hash: string) => Promise<boolean>;
  readonly onUnknownCode: (typed: string) => void;
  readonly onError: (error: unknown) => void;
}

type MaybePromise<Value> = Value | Promise<Value>;

export interface Visits {
  /** Null = the fast path cannot answer. */
  readonly fastRedirect: ReturnType<typeof createFastRedirect>;
  /** Null = the request is for no link. */
  answer(request: Request, socketAddress: () => string): MaybePromise<Response | null>;
  /** Null = no link takes this POST. */
  answerPost(request: Request, socketAddress: () => string): Promise<Response | null>;
}

export function openVisits(options: VisitsOptions): Visits {
  const { config, engine, headers, site, clicks, refuse, clientAddress } = options;
  const targets = new Targets(engine, headers);
  const unknownCodes = createUnknownCodeLimit(options.onUnknownCode);
  const isBlocked = (userAgent: string) => site.isBlocked(userAgent);
  const pages = createLinkPages({ frame: options.frame, baseUrl: config.baseUrl, headers });
  const visitorFacts = createVisitorFacts(
    { ...toPlacesOptions(config), onError: options.onError },
    () => site.statistics.count_only,
  );
  const caps = new ClickCaps({
    engine,
    countPending: (ids) => clicks.countAllPending(ids),
    syncWorkers: options.syncWorkers,
    drain: () => clicks.drainWithRests(),
  });
  const redirect = createRedirect({
    targets,
    caps,
    visitorFacts,
    pages,
    unknownCodes,
    refuse,
    record: (click) => clicks.record(click),
    isBlocked,
  });
  const preview = createPreview({
    engine,
    targets,
    caps,
    unknownCodes,
    refuse,
    isBlocked,
    redirect,
    render: createPreviewPage({ frame: options.frame, baseUrl: config.baseUrl, headers }),
  });
  const openGate = createPasswordGate({
    engine,
    targets,
    pages,
    unknownCodes,
    redirect,
    matchesPassword: options.matchesPassword,
  });
  const { countryHeader, trustedProxies } = config;

  function readVisit(request: Request, socketAddress: () => string): LinkVisit | null {
    const { url, headers } = request;
    const only = parseVisitedCode(url);
    const { code, path } = only === null ? (parseVisitedPath(url) ?? {}) : { code: only, path: '' };
    const domain = options.domains.find(headers.get('host') ?? '');
    if (code === undefined || (domain === null && isReservedCode(code))) return null;
    return {
      request,
      typed: joinCode(domain?.host ?? '', code),
      domain,
      path: path ?? '',
      address: () => clientAddress(socketAddress(), headers.get('x-forwarded-for')),
      country: () =>
        countryHeader !== null && trustedProxies.has(socketAddress())
          ? headers.get(countryHeader)
          : null,
    };
  }

  /** Only a link that forwards paths has addresses below its own. */
  function answerPath(visit: LinkVisit): MaybePromise<Response | null> {
    const known = targets.get(visit.typed);
    if (known !== undefined) return forwardsPath(known) ? redirect(visit) : null;
    if (unknownCodes.secondsToWait(visit.address()) > 0) return null;
    const found = targets.load(visit.typed);
    if (!(found instanceof Promise)) return forwardsPath(found) ? redirect(visit) : null;
    return found.then((target) => (forwardsPath(target) ? redirect(visit) : null));
  }

  function answerVisit(visit: LinkVisit): MaybePromise<Response | null> {
    if (visit.path !== '') return answerPath(visit);
    const previewed = findPreviewCodes(visit.typed);
    return previewed.length === 0 ? redirect(visit) : preview(previewed, visit);
  }

  /** A further domain has links, and no pages of the site. */
  function answerDomain(
    domain: Domain,
    request: Request,
    socketAddress: () => string,
  ): MaybePromise<Response | null> {
    const path = URL.parse(request.url)?.pathname ?? '/';
    if (sharedPaths.has(path)) return null;
    const asset = options.serveAsset(path, request);
    if (asset !== null) return asset;
    const visit = readVisit(request, socketAddress);
    if (visit === null) {
      return path === '/' && domain.home_url !== ''
        ? Response.redirect(domain.home_url, 302)
        : refuse('missing', request);
    }
    return Promise.resolve(answerVisit(visit)).then(
      (answer) => answer ?? refuse('missing', request),
      refuseUnavailable(request),
    );
  }

  function refuseUnavailable(request: Request): (error: unknown) => Response {
    return (error) => {
      if (engine.classifyError(error) !== 'unavailable') throw error;
      const { retryAfter } = engineProblem('unavailable').details;
      return refuse('unavailable', request, { 'Retry-After': String(retryAfter) });
    };
  }

  return {
    fastRedirect: createFastRedirect({
      targets,
      journal: clicks.journal,
      blocksAny: () => site.blocksAny,
      isBlocked,
      clientAddress,
      isTrustedProxy: (socket) => trustedProxies.has(socket),
      mustWait: (address) => unknownCodes.secondsToWait(address) > 0,
      visitorFacts,
      domains: options.domains,
    }),
    answer(request, socketAddress) {
      const domain = options.domains.find(request.headers.get('host') ?? '');
      if (domain !== null) return answerDomain(domain, request, socketAddress);
      const visit = readVisit(request, socketAddress);
      if (visit === null) return null;
      const answer = answerVisit(visit);
      return answer instanceof Promise ? answer.catch(refuseUnavailable(request)) : answer;
    },
    async answerPost(request, socketAddress) {
      const visit = readVisit(request, socketAddress);
      if (visit === null) return null;
      return openGate(visit).catch(refuseUnavailable(request));
    },
  };
}

function forwardsPath(target: CachedTarget | null): boolean {
  return target?.routing?.forward_path === 1;
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
