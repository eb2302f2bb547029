import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { normalizePassword } from '../contracts/password.ts';
import { accountRoutes } from './account/account.routes.ts';
import { deleteExpiredSessions } from './account/account.store.ts';
import { Accounts } from './account/account.ts';
import { deleteOldAddresses } from './account/known-address.store.ts';
import { hashPassword, matchPassword } from './account/password.ts';
import { createAddressHash, createTokenCipher } from './account/tokens.ts';
import { BackgroundProcess } from './background/background-process.ts';
import { BackupProcess } from './backup/backup-process.ts';
import { backupRoutes } from './backup/backup.routes.ts';
import { updateClickOrder } from './clicks/click-order.ts';
import { Clicks } from './clicks/clicks.ts';
import { toPlacesOptions, siteEnvironment, type Config } from './config.ts';
import { CHECK_PATH, answerCheck, createSiteMark } from './domains/domain-check.ts';
import { domainRoutes } from './domains/domains.routes.ts';
import { Domains } from './domains/domains.ts';
import { createOpenApi } from './docs/openapi-response.ts';
import type { Engine } from './engine/engine.ts';
import { LEAD_SECONDS, Leadership } from './engine/leadership.ts';
import { nowSeconds } from './engine/now.ts';
import { exportRoutes } from './export/export.routes.ts';
import type { FailureLog } from './failure-log.ts';
import { openAssets } from './http/assets.ts';
import { engineProblem } from './http/engine-problem.ts';
import { Problem } from './http/problem.ts';
import { compressAnswer } from './http/compress-answer.ts';
import { isMethodAllowed, refuseMethod } from './http/methods.ts';
import { createRefusals } from './http/refused-request.ts';
import { toRoutedRequest } from './http/routed-request.ts';
import { apiHeaders, commonHeaders } from './http/security-headers.ts';
import { UNTRUSTED_PROXY, UntrustedProxy } from './http/untrusted-proxy.ts';
import { addHeaders, createApi } from './http/serve.ts';
import { closeUnread } from './http/unread-body.ts';
import { ImportProcess } from './import/import-process.ts';
import { importRoutes } from './import/import.routes.ts';
import { binRoutes } from './links/bin.routes.ts';
import { bulkRoutes } from './links/bulk/bulk.routes.ts';
import { pruneBulks } from './links/bulk/bulk.store.ts';
import { pruneDeleted } from './links/deleted-links.store.ts';
import { GuestLimit } from './links/guest-limit.ts';
import { linkRoutes } from './links/links.routes.ts';
import { Links } from './links/links.ts';
import type { PageTitles } from './links/page-title.ts';
import { anyAddress, publicOnly } from './outgoing/address-guard.ts';
import { COMMAND } from './own-command.ts';
import { simulatorRoutes } from './redirect/simulator.routes.ts';
import { SearchIndex } from './search/search-index.ts';
import { healthResponse, type Health } from './site/health.ts';
import { findFont, openPageShell } from './site/page-shell.ts';
import { addPages } from './site/site-pages.ts';
import { siteRoutes } from './site/site.routes.ts';
import { Site } from './site/site.ts';
import { createVisitorFrame } from './site/visitor-frame.ts';
import { createVisitorPages } from './site/visitor-page.ts';
import { openStatistics } from './stats/open-statistics.ts';
import { openPlaces } from './stats/classify/places.ts';
import { removeProjection } from './stats/warehouse/remove-projection.ts';
import { createMetrics } from './status/metrics.ts';
import { startedAt } from './status/status.ts';
import { statusRoutes } from './status/status.routes.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import { VERSION, VERSION_DATE } from './version.ts';
import { openVisits, type Visits } from './visits.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/** Beside the sources, or inside the executable. */
const WEB = join(import.meta.dir, Bun.isStandaloneExecutable ? 'web' : '../build/web');

const MISSING_KEY_WARNING =
  'the API token works but cannot be shown: secret.key, which encrypts it, is missing. Change the token on its page, or restore secret.key and restart';

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<unknown>;
}

export interface App {
  readonly clicks: Clicks;
  readonly jobs: readonly Job[];
  readonly headers: Readonly<Record<string, string>>;
  health: Health;
  /** Does nothing when the site is set up. Throws for a weak password. */
  setUp(admin: NonNullable<Config['admin']>): Promise<unknown>;
  /** Answers malformed requests, which no handler sees. */
  readonly refuse: ReturnType<typeof createRefusals>;
  /** For a peer that sends `X-Forwarded-For` without being trusted. */
  noteUntrustedProxy(address: string): void;
  readonly fastRedirect: Visits['fastRedirect'];
  fetch(request: Request, socketAddress: () => string): Response | Promise<Response>;
  endStreams(): void;
  /** Stops background work and counts the remaining clicks. */
  close(): Promise<void>;
  /** Stops waiting for the last count. */
  giveUp(): void;
  kill(): void;
}

interface AppOptions {
  readonly workers: () => Pick<WorkerPool, 'statuses' | 'exitedCounts' | 'replaced' | 'sync'>;
  readonly config: Config;
  readonly engine: Engine;
  readonly failures: FailureLog;
  readonly log: Logger;
  readonly pageTitles: PageTitles;
}

/** Connects the features: only here do they all meet. */
export async function openApp({
  config,
  engine,
  failures,
  log,
  pageTitles,
  workers,
}: AppOptions): Promise<App> {
  const headers = commonHeaders(config.baseUrl?.protocol === 'https:');
  const onError = (error: unknown) => void failures.note('background work failed', error);

  const site = await Site.open(engine);
  const { dataDir, clickQuotaBytes: quotaBytes } = config;
  // An unusable GEOIP_DB is reported at the start.
  openPlaces({ ...toPlacesOptions(config), onError });
  const command = { env: siteEnvironment(config), command: COMMAND };
  const background = new BackgroundProcess({
    ...command,
    assertAvailable: () => sql`select 1`.execute(engine.db),
    onCounted({ clicks: counted, damagedBytes, watched }) {
      clicks.addDrained(counted, damagedBytes);
      statistics.publish(watched);
    },
    onDeath(death) {
      onError(death);
      // The process may have counted clicks without wiping them.
      void clicks.wipe().catch(onError);
    },
    // The file would crash DuckDB again.
    onCrash: () => removeProjection(dataDir),
  });
  const clicks = new Clicks({
    engine,
    dataDir,
    counter: {
      count: (isAwaited) => background.work.count(isAwaited, statistics.watched()),
      stopCounting: () => void background.work.stopCounting().catch(onError),
      needsStart: () => !background.isReady,
    },
    quotaBytes,
    onError,
  });
  const secretKey = await engine.readSecretKey();
  const accounts = new Accounts({
    engine,
    cipher: createTokenCipher(secretKey),
    hashAddress: createAddressHash(secretKey),
    revealsLoginFault: () => site.revealsLoginFault,
  });
  if (!(await accounts.canShowApiToken())) log.warn(MISSING_KEY_WARNING);
  const authenticate = (token: string) => accounts.authenticate(token);
  const webhookGuard = config.webhookPrivateHosts ? anyAddress : publicOnly;
  const statistics = openStatistics({
    engine,
    work: background.work,
    settings: () => site.statistics,
    webhookGuard,
    baseUrl: config.baseUrl?.href ?? null,
    version: VERSION,
    drain: () => clicks.drain(),
    onError,
  });
  const sortByClicks = () => updateClickOrder(engine, () => background.work.sortLinks());
  const ownHostname = config.baseUrl?.hostname ?? null;
  const domains = await Domains.open(engine, ownHostname);
  const domainHosts = () => domains.index.hosts;
  const links = new Links({
    engine,
    pageTitles,
    ownHostname,
    domains: domainHosts,
    onError,
    countPending: (ids) => clicks.countPending(ids),
    sortByClicks,
    hashPassword,
  });
  const searchIndex = new SearchIndex(engine);
  const imports = new ImportProcess({ engine, ownHostname, ...command });
  const backups = engine.sql.isShared ? null : new BackupProcess(dataDir, command);

  const guestLimit = new GuestLimit(engine, () => site.anonymousCreation.per_hour);

  const frame = createVisitorFrame({ site, headers, fontPath: findFont(WEB) });
  const refuse = createVisitorPages(frame);
  const serveAsset = openAssets(WEB);
  const shell = openPageShell(WEB, site, config.baseUrl);
  const untrustedProxy = new UntrustedProxy(config.trustedProxies.entries, (found) =>
    log.warn(found, UNTRUSTED_PROXY),
  );
  const noteUntrustedProxy = (peer: string): void => untrustedProxy.note(peer);
  const clientAddress = (socketAddress: string, hops: string | null): string =>
    config.trustedProxies.clientAddress(socketAddress, hops, noteUntrustedProxy);

  const siteMark = createSiteMark(secretKey);
  const visits = openVisits({
    config,
    engine,
    headers,
    site,
    clicks,
    domains: domains.index,
    serveAsset,
    frame,
    refuse,
    clientAddress,
    syncWorkers: () => workers().sync(),
    // Each attempt takes one comparison.
    matchesPassword: async (password, hash) =>
      (await matchPassword(normalizePassword(password), hash, 'low')) !== 'none',
    onUnknownCode: (code) => statistics.noteUnknownCode(code),
    onError,
  });

  const status = {
    version: VERSION,
    untrustedProxy: () => untrustedProxy.found,
    database: engine,
    workers: () => [
      { pid: process.pid, started_at: startedAt, silent_seconds: 0, ...clicks.journal.counts },
      ...workers().statuses,
    ],
    exitedWorkers: () => workers().exitedCounts,
    replaced: () => ({ workers: workers().replaced, background: background.replaced }),
    clicks,
  };
  const api = createApi({
    endpoints: [
      ...accountRoutes(accounts, {
        version: VERSION,
        versionDate: VERSION_DATE,
        avatarService: () => site.avatarService,
      }),
      ...linkRoutes(links, pageTitles, guestLimit),
      ...binRoutes(engine, (ids) => clicks.countPending(ids)),
      ...domainRoutes({ domains, mark: siteMark, guard: webhookGuard }),
      ...bulkRoutes(engine, ownHostname, domainHosts),
      ...simulatorRoutes(engine, (ids) => clicks.countPending(ids)),
      ...tagRoutes(engine),
      ...importRoutes(imports),
      ...exportRoutes(engine, () => clicks.drain()),
      ...backupRoutes(backups),
      ...siteRoutes(site, { isSetUp: () => accounts.isSetUp(), webhookGuard }),
      ...statusRoutes(status),
      ...statistics.routes,
    ],
    headers,
    authenticate,
    allowsGuests: () => site.anonymousCreation.allowed,
    toProblem: (error) => {
      const failure = engine.classifyError(error);
      return failure === null ? null : engineProblem(failure);
    },
    logError: (error) => failures.note('request failed', error),
  });
  addPages(api, { site, shell, serveAsset, onStatisticsPage: () => statistics.prepareReport() });
  const openApi = createOpenApi(VERSION);
  api.get('/openapi.json', ({ req }) => openApi(req.raw));
  api.get(CHECK_PATH, () => answerCheck(siteMark, headers));
  api.get('/healthz', () => healthResponse(app.health));
  api.use('/metrics', addHeaders(apiHeaders));
  const metrics = createMetrics(status, authenticate);
  api.get('/metrics', ({ req, env }) => metrics(req.raw, env.address));
  api.notFound(({ req }) => serveAsset(req.path, req.raw) ?? refuse('missing', req.raw));

  const leadership = new Leadership(engine);
  const ifLeading = (work: () => Promise<unknown>) => () =>
    leadership.isHeld ? work() : Promise.resolve();

  const answerCall = (request: Request, socketAddress: () => string) => {
    const address = clientAddress(socketAddress(), request.headers.get('x-forwarded-for'));
    const connection = { address, hasReadBody: false };
    const answer = api.fetch(toRoutedRequest(request), connection);
    return closeUnread(request, compressAnswer(request, answer), connection);
  };
  /** Visitors post passwords of links. */
  const answerOtherMethod = (request: Request, socketAddress: () => string) => {
    const answer =
      request.method === 'POST'
        ? visits.answerPost(request, socketAddress).then((found) => found ?? refuseMethod(headers))
        : refuseMethod(headers);
    return closeUnread(request, answer);
  };

  const app: App = {
    noteUntrustedProxy,
    refuse: createRefusals(headers),
    fastRedirect: visits.fastRedirect,
    clicks,
    headers,
    health: 'starting',
    jobs: [
      {
        name: 'count clicks',
        everySeconds: config.clickFlushSeconds,
        run: () => Promise.resolve(clicks.drainWithRests()),
      },
      { name: 'renew leadership', everySeconds: LEAD_SECONDS, run: () => leadership.renew() },
      { name: 'index links', everySeconds: 10, run: ifLeading(() => searchIndex.update()) },
      // A request for the list also sorts.
      { name: 'sort links by clicks', everySeconds: 3600, run: ifLeading(sortByClicks) },
      ...statistics.tasks,
      ...statistics.leaderTasks.map((task) => ({ ...task, run: ifLeading(() => task.run()) })),
      {
        name: 'checkpoint',
        everySeconds: 1,
        run: async () => {
          if (await engine.needsCheckpoint()) await background.work.checkpoint();
        },
      },
      { name: 'follow changes', everySeconds: 1, run: () => engine.changes.pull() },
      {
        name: 'delete expired data',
        everySeconds: 3600,
        run: ifLeading(async () => {
          const now = nowSeconds();
          await deleteExpiredSessions(engine, now);
          await deleteOldAddresses(engine, now);
          await engine.changes.prune(now);
          await pruneDeleted(engine, now);
          await pruneBulks(engine, now);
        }),
      },
    ],
    setUp: (admin) => setUpFromSettings(accounts, admin),
    fetch(request, socketAddress) {
      if (!isMethodAllowed(request)) return answerOtherMethod(request, socketAddress);
      const visited = visits.answer(request, socketAddress);
      if (visited === null) return answerCall(request, socketAddress);
      const answer =
        visited instanceof Promise
          ? visited.then((found) => found ?? answerCall(request, socketAddress))
          : visited;
      return closeUnread(request, compressAnswer(request, answer));
    },
    endStreams: () => statistics.endStreams(),
    async close() {
      await imports.close();
      await backups?.close();
      await searchIndex.close();
      await statistics.close();
      await clicks.close();
      await background.close();
    },
    giveUp: () => background.kill(),
    kill() {
      background.kill();
      imports.kill();
      backups?.kill();
    },
  };
  return app;
}

async function setUpFromSettings(
  accounts: Accounts,
  admin: NonNullable<Config['admin']>,
): Promise<void> {
  try {
    await accounts.ensure(admin);
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'account.password-weak') throw error;
    throw new Error('ADMIN_PASSWORD: too easy to guess', { cause: error });
  }
}
