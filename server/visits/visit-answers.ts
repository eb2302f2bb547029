import { isReservedCode } from '../../contracts/links/custom-code.ts';
import { joinCode } from '../../contracts/links/domain-code.ts';
import type { Domain } from '../../contracts/domains.ts';
import { CHECK_PATH } from '../domains/domain-check.ts';
import type { DomainIndex } from '../domains/domain-index.ts';
import type { Engine } from '../engine/engine.ts';
import { engineProblem } from '../http/engine-problem.ts';
import { findPreviewCodes, type createPreview } from '../preview/preview.ts';
import type { createPasswordGate } from '../redirect/password-gate.ts';
import type { Redirect, RedirectOptions } from '../redirect/redirect.ts';
import type { LinkVisit } from '../redirect/request-facts.ts';
import { parseVisitedCodes } from '../redirect/visited-code.ts';

interface VisitAnswersOptions extends Pick<RedirectOptions, 'targets' | 'refuse'> {
  readonly engine: Pick<Engine, 'classifyError'>;
  readonly domains: DomainIndex;
  /** Whether a request is a call in the protocol of another shortener, on any domain. */
  readonly isCall: (request: Request) => boolean;
  readonly serveAsset: (path: string, request: Request) => Response | null;
  readonly clientAddress: (socketAddress: string, hops: string | null) => string;
  readonly countryOf: (request: Request, socketAddress: string) => string | null;
  readonly redirect: Redirect;
  readonly preview: ReturnType<typeof createPreview>;
  readonly openGate: ReturnType<typeof createPasswordGate>;
}

type SocketAddress = () => string;
type MaybePromise<Value> = Value | Promise<Value>;

/** The same on every host. */
const sharedPaths: ReadonlySet<string> = new Set(['/healthz', CHECK_PATH]);

/** What the fast path leaves: pages, previews, passwords, paths behind a code, other domains. */
export class VisitAnswers {
  readonly #options: VisitAnswersOptions;

  constructor(options: VisitAnswersOptions) {
    this.#options = options;
  }

  /** Null = the request is for no link. */
  answer(request: Request, socketAddress: SocketAddress): MaybePromise<Response | null> {
    if (this.#options.isCall(request)) return null;
    const domain = this.#findDomain(request);
    if (domain !== null) return this.#answerDomain(domain, request, socketAddress);
    const visit = this.#readVisit(request, socketAddress, domain);
    if (visit === null) return null;
    if (isPrefetch(request.headers)) return refusePrefetch(this.#options.targets.headers);
    const answer = this.#answerVisit(visit);
    return answer instanceof Promise ? answer.catch(this.#refuseUnavailable(request)) : answer;
  }

  /** Null = no link takes this POST. */
  async answerPost(request: Request, socketAddress: SocketAddress): Promise<Response | null> {
    const visit = this.#readVisit(request, socketAddress, this.#findDomain(request));
    if (visit === null) return null;
    return this.#options.openGate(visit).catch(this.#refuseUnavailable(request));
  }

  #findDomain({ headers }: Request): Domain | null {
    return this.#options.domains.find(headers.get('host') ?? '');
  }

  #readVisit(
    request: Request,
    socketAddress: SocketAddress,
    domain: Domain | null,
  ): LinkVisit | null {
    const { clientAddress, countryOf } = this.#options;
    const { url, headers } = request;
    const [visited, ...shorter] = parseVisitedCodes(url)
      .filter(({ code }) => domain !== null || !isReservedCode(code))
      .map(({ code, path }) => ({ typed: joinCode(domain?.host ?? '', code), path }));
    if (visited === undefined) return null;
    return {
      ...visited,
      request,
      domain,
      shorter,
      address: () => clientAddress(socketAddress(), headers.get('x-forwarded-for')),
      country: () => countryOf(request, socketAddress()),
    };
  }

  #answerVisit(visit: LinkVisit): MaybePromise<Response | null> {
    const { redirect, preview } = this.#options;
    const previewed = visit.path === '' ? findPreviewCodes(visit.typed) : [];
    return previewed.length === 0 ? redirect(visit) : preview(previewed, visit);
  }

  /** A further domain has links, and no pages of the site. */
  #answerDomain(
    domain: Domain,
    request: Request,
    socketAddress: SocketAddress,
  ): MaybePromise<Response | null> {
    const { serveAsset, refuse } = this.#options;
    const path = URL.parse(request.url)?.pathname ?? '/';
    if (sharedPaths.has(path)) return null;
    const asset = serveAsset(path, request);
    if (asset !== null) return asset;
    const visit = this.#readVisit(request, socketAddress, domain);
    if (visit === null) {
      return path === '/' && domain.home_url !== ''
        ? Response.redirect(domain.home_url, 302)
        : refuse('missing', request);
    }
    if (isPrefetch(request.headers)) return refusePrefetch(this.#options.targets.headers);
    return Promise.resolve(this.#answerVisit(visit)).then(
      (answer) => answer ?? refuse('missing', request),
      this.#refuseUnavailable(request),
    );
  }

  #refuseUnavailable(request: Request): (error: unknown) => Response {
    const { engine, refuse } = this.#options;
    return (error) => {
      if (engine.classifyError(error) !== 'unavailable') throw error;
      const { retryAfter } = engineProblem('unavailable').details;
      return refuse('unavailable', request, { 'Retry-After': String(retryAfter) });
    };
  }
}

/**
 * A browser that is refused asks again at the click. It would use a prefetched redirect without
 * asking, and the click would be lost.
 */
function refusePrefetch(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 503, headers: { ...headers, 'Cache-Control': 'no-store' } });
}

export function isPrefetch(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /\bpre(fetch|render|view)\b/i.test(headers.get(name) ?? ''),
  );
}
