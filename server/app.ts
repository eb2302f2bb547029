import type { DestinationStream, Logger } from 'pino';
import { createActor } from './audit/actor.ts';
import { openAuditLog } from './audit/audit-log.ts';
import {
  auditLinkPassword,
  auditRefusal,
  createAuditor,
  type Audit,
} from './audit/audited-calls.ts';
import { RepeatedEvents } from './audit/repeated-events.ts';
import type { Clicks } from './clicks/clicks.ts';
import type { Config } from './config.ts';
import { envelopeFace } from './faces/envelope.ts';
import { listFaceJobs, openFaces } from './faces/open-faces.ts';
import type { Engine } from './engine/engine.ts';
import type { FailureLog } from './failure-log.ts';
import type { Job } from './feature.ts';
import { openFeatures, type Features } from './features.ts';
import { openClientAddresses, type ClientAddresses } from './http/client/untrusted-proxy.ts';
import { compressAnswer } from './http/answer/compress-answer.ts';
import { engineProblem } from './http/engine-problem.ts';
import { createRefusals } from './http/answer/refused-request.ts';
import { commonHeaders } from './http/answer/security-headers.ts';
import {
  createApi,
  createCallCheck,
  refuseMethod,
  toRoutedRequest,
  type Api,
  type Faces,
} from './http/serve.ts';
import { closeUnread } from './http/body/read-bytes.ts';
import type { PageTitles } from './page-titles/page-title.ts';
import type { Health } from './site/health.ts';
import { Site } from './site/site.ts';
import { openVisits, type Visits, type VisitsOptions } from './visits/open-visits.ts';

type Headers = Readonly<Record<string, string>>;

type Answer = (request: Request, socketAddress: () => string) => Response | Promise<Response>;

export interface App {
  readonly clicks: Clicks;
  readonly jobs: readonly Job[];
  readonly headers: Headers;
  readonly health: Health;
  /** Does nothing when the site is set up. Throws for a weak password. */
  setUp(admin: NonNullable<Config['admin']>): Promise<unknown>;
  readonly showWorkers: Features['status']['showWorkers'];
  /** Answers malformed requests, which no handler sees. */
  readonly refuse: ReturnType<typeof createRefusals>;
  /** Notes a peer that sends `X-Forwarded-For` without being trusted. */
  noteUntrustedProxy(address: string): void;
  readonly fastRedirect: Visits['fastRedirect'];
  readonly fetch: Answer;
  notePort(port: number): void;
  endStreams(): void;
  /** Stops background work and counts the remaining clicks. */
  close(): Promise<void>;
  /** Stops waiting for the last count. */
  giveUp(): void;
  kill(): void;
}

interface AppOptions {
  readonly config: Config;
  readonly engine: Engine;
  readonly failures: FailureLog;
  readonly log: Logger;
  readonly pageTitles: PageTitles;
  readonly command: readonly string[];
  /** Where lines of the audit go; the default is standard output. */
  readonly auditTo?: DestinationStream | undefined;
}

export async function openApp(options: AppOptions): Promise<App> {
  const { config, engine, failures, log } = options;
  const headers = commonHeaders(config.baseUrl?.protocol === 'https:');
  const site = await Site.open(engine);
  const addresses = openClientAddresses(config.trustedProxies, (proxy, text) =>
    log.warn(proxy, text),
  );
  const health: Health = { status: 'starting' };
  const listening = { port: config.port };
  const onError = (error: unknown) => void failures.note('background work failed', error);
  const shared = { ...options, site, headers, addresses, onError };
  const features = await openFeatures({ ...shared, health, listening });
  const { background, clicks, statistics, accounts, pages, status, all } = features;
  const repeated = new RepeatedEvents(engine, onError);
  const audit = { write: openAuditLog(options.auditTo), note: repeated.note.bind(repeated) };
  const spoken = await openFaces(features, { engine, site, config, log });
  const faces = [envelopeFace(all.flatMap(({ routes = [] }) => routes)), ...spoken] as const;
  const api = openApi(options, { faces, site, headers, features, audit });
  const visits = openVisits({
    config,
    engine,
    headers,
    site,
    clicks,
    domains: features.domains,
    pages,
    isCall: createCallCheck(spoken),
    clientAddress: (socketAddress, hops) => addresses.find(socketAddress, hops),
    syncWorkers: () => status.syncWorkers(),
    onUnknownCode: (code) => statistics.noteUnknownCode(code),
    ...noteRefusedVisits(features, audit),
    onError,
  });
  return {
    clicks,
    jobs: [...all.flatMap(({ jobs = [] }) => jobs), ...listFaceJobs(engine)],
    headers,
    health,
    async setUp(admin) {
      const actor = createActor('system');
      await accounts.setUp(admin, actor);
      for (const event of actor.recorded) audit.write({ ...event, address: '' });
    },
    showWorkers: (workers) => status.showWorkers(workers),
    refuse: createRefusals(headers),
    noteUntrustedProxy: (address) => addresses.noteUntrusted(address),
    fastRedirect: visits.fastRedirect,
    fetch: createAnswer({ api, faces, visits, headers, addresses, listening }),
    notePort: (port) => void (listening.port = port),
    endStreams: () => statistics.endStreams(),
    async close() {
      for (const feature of all.toReversed()) await feature.close?.();
      await repeated.close();
    },
    giveUp: () => background.kill(),
    kill() {
      for (const feature of all) feature.kill?.();
    },
  };
}

function noteRefusedVisits(
  { links }: Features,
  audit: Audit,
): Pick<VisitsOptions, 'onManyUnknownCodes' | 'onRefusedPassword'> {
  return {
    onManyUnknownCodes(address) {
      const target = { kind: 'visit', name: 'unknown codes' };
      audit.write({ action: 'access.throttled', actor: 'guest', address, target });
    },
    onRefusedPassword(refused) {
      if (!refused.isThrottled) links.noteRefusedPassword(refused.linkId);
      auditLinkPassword(audit, refused);
    },
  };
}

interface ApiOptions {
  readonly faces: Faces;
  readonly site: Site;
  readonly headers: Headers;
  readonly features: Features;
  readonly audit: Audit;
}

function openApi(
  { engine, failures }: AppOptions,
  { faces, site, headers, features: { accounts, all }, audit }: ApiOptions,
): Api {
  const api = createApi({
    faces,
    headers,
    authenticate: accounts.authenticate,
    recheck: accounts.recheck,
    allowsGuests: () => site.settings.anonymous_creation.allowed,
    timeZone: () => site.settings.time_zone,
    toProblem: (error) => {
      const failure = engine.classifyError(error);
      return failure === null ? null : engineProblem(failure);
    },
    audit: createAuditor({
      ...audit,
      findAccount: (by) => accounts.findAccount(by),
      onError: (error) => void failures.note('audit', error),
    }),
    onRefusedCaller: (refused) => auditRefusal(audit, refused),
    logError: (error) => failures.note('request failed', error),
  });
  for (const feature of all) feature.addPages?.(api);
  return api;
}

interface AnswerOptions {
  readonly api: Api;
  readonly faces: Faces;
  readonly visits: Visits;
  readonly headers: Headers;
  readonly addresses: ClientAddresses;
  readonly listening: { readonly port: number };
}

function createAnswer(options: AnswerOptions): Answer {
  const { api, faces, visits, headers, addresses, listening } = options;
  const isCall = createCallCheck(faces);
  const answerCall: Answer = (request, socketAddress) => {
    const address = addresses.find(socketAddress(), request.headers.get('x-forwarded-for'));
    const isHead = request.method === 'HEAD';
    const connection = { address, port: listening.port, isHead, hasReadBody: false };
    const answer = api.fetch(toRoutedRequest(request), connection);
    return closeUnread(request, compressAnswer(request, answer), connection);
  };
  /** Visitors post the password of a link. */
  const answerOther: Answer = (request, socketAddress) => {
    if (request.method !== 'POST') return refuseMethod(headers);
    const answer = visits.answers.answerPost(request, socketAddress);
    return answer.then((response) => response ?? refuseMethod(headers));
  };
  return (request, socketAddress) => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD' && !isCall(request))
      return closeUnread(request, answerOther(request, socketAddress));
    const visited = visits.answers.answer(request, socketAddress);
    if (visited === null) return answerCall(request, socketAddress);
    const answer =
      visited instanceof Promise
        ? visited.then((response) => response ?? answerCall(request, socketAddress))
        : visited;
    return closeUnread(request, compressAnswer(request, answer));
  };
}
