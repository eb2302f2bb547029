import { join } from 'node:path';
import type { Logger } from 'pino';
import { reachOf } from './access/reach.ts';
import { hashLinkPassword } from './account/passwords/password.ts';
import { openAccounts, type AccountsFeature } from './account/open-accounts.ts';
import { openAudit } from './audit/audit.routes.ts';
import { openBackground, type Background } from './background/open-background.ts';
import { openBackups } from './backup/open-backups.ts';
import type { Clicks } from './clicks/clicks.ts';
import { openClicks, type ClicksFeature } from './clicks/open-clicks.ts';
import { siteEnvironment, toPlacesOptions, type Config } from './config.ts';
import { openDocs } from './docs/open-docs.ts';
import type { DomainIndex } from './domains/domain-index.ts';
import type { DomainLoops } from './domains/domains.routes.ts';
import { openDomains } from './domains/open-domains.ts';
import type { Engine } from './engine/engine.ts';
import { IMPORT_FOLDER } from './engine/files/data-directory.ts';
import { nowSeconds } from './engine/now.ts';
import { exportRoutes } from './export/export.routes.ts';
import { ownDataRoutes } from './export/own-data.routes.ts';
import type { Feature } from './feature.ts';
import type { ClientAddresses } from './http/client/untrusted-proxy.ts';
import { openImports } from './import/open-imports.ts';
import { isAnyAtWork } from './import/jobs/job-states.ts';
import { openJobs } from './import/jobs/open-jobs.ts';
import type { CountPending } from './links/show-links.ts';
import { isDeadEnd, listLoops } from './links/look-up/loops.ts';
import { openLinks, type LinksFeature } from './links/open-links.ts';
import { LookUps } from './links/look-up/look-ups.ts';
import type { OwnSite } from './links/look-up/own-host.ts';
import { splitOwnHosts } from './links/look-up/short-link.ts';
import type { PageTitles } from './page-titles/page-title.ts';
import { anyAddress, publicOnly, type AddressGuard } from './outgoing/address-guard.ts';
import type { OwnCommandOptions } from './own-command.ts';
import { qrRoutes } from './preview/qr.routes.ts';
import { simulatorRoutes } from './redirect/simulator.routes.ts';
import { openSearch } from './search/search-index.ts';
import type { Health } from './site/health.ts';
import { openPages, type PagesFeature } from './site/open-pages.ts';
import type { Site } from './site/site.ts';
import { openPlaces } from './stats/classify/places.ts';
import { openStatistics, type Statistics } from './stats/open-statistics.ts';
import { openStatus, type StatusFeature } from './status/open-status.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import { viewRoutes } from './views/views.routes.ts';
import { VERSION, VERSION_DATE } from './version.ts';

export interface FeatureOptions {
  readonly config: Config;
  readonly engine: Engine;
  readonly log: Logger;
  readonly pageTitles: PageTitles;
  readonly command: readonly string[];
  readonly site: Site;
  readonly headers: Readonly<Record<string, string>>;
  readonly health: Health;
  readonly addresses: ClientAddresses;
  readonly listening: { readonly port: number };
  readonly onError: (error: unknown) => void;
}

interface Counting {
  readonly background: Background;
  readonly clicks: ClicksFeature;
  readonly statistics: Statistics;
}

export interface Features {
  readonly background: Background;
  readonly clicks: Clicks;
  readonly statistics: Statistics;
  readonly accounts: AccountsFeature;
  readonly domains: DomainIndex;
  readonly pages: PagesFeature;
  readonly status: StatusFeature;
  readonly links: LinksFeature;
  /** All features, each after those that it needs. */
  readonly all: readonly Feature[];
}

/** Only here do the features meet. */
export async function openFeatures(options: FeatureOptions): Promise<Features> {
  const { config, engine, log, site, headers, health } = options;
  const changes = followChanges(engine);
  const domains = await openDomains({
    engine,
    ownHostname: config.baseUrl?.hostname ?? null,
    headers,
    guard: chooseWebhookGuard(config),
    loops: (index) => describeLoops(options, index),
  });
  const lookUps = new LookUps({ engine, ...toOwnSite(config, domains.index) });
  const { background, clicks, statistics } = openCounting(options, lookUps);
  const accounts = await openAccounts({
    engine,
    site,
    baseUrl: config.baseUrl,
    singleSignOn: config.singleSignOn,
    clickFlushSeconds: config.clickFlushSeconds,
    listening: options.listening,
    version: VERSION,
    versionDate: VERSION_DATE,
    warn: (message) => log.warn(message),
    onAdminPage: () => statistics.prepareReport(true),
  });
  const { links, ofLinks } = openLinkFeatures(options, clicks, domains.index, lookUps);
  const pages = openPages({
    site,
    baseUrl: config.baseUrl,
    headers,
    health,
    isSetUp: () => accounts.isSetUp(),
    guardsLogins: () => accounts.guardsLogins(),
    webhookGuard: chooseWebhookGuard(config),
    onStatisticsPage: () => statistics.prepareReport(false),
  });
  const status = openStatus({
    version: VERSION,
    database: engine,
    untrustedProxy: () => options.addresses.untrustedProxy(),
    clicks: clicks.clicks,
    background: background.process,
    authenticate: accounts.authenticate,
  });
  const docs = openDocs(VERSION, accounts.authenticate);
  const others = [changes, background, clicks, statistics, accounts, domains];
  const ofPeople = openRecords(options, accounts);
  const index = openIndex(options, background);
  const all = [...others, ...ofPeople, ...ofLinks, index, pages, status, docs];
  return {
    background,
    clicks: clicks.clicks,
    statistics,
    accounts,
    domains: domains.index,
    pages,
    status,
    links,
    all,
  };
}

function openIndex({ engine }: FeatureOptions, { process: { work } }: Background): Feature {
  return openSearch({
    engine,
    indexInBackground: () => work.indexLinks(),
    isImporting: () => isAnyAtWork(engine),
  });
}

function toOwnSite({ baseUrl }: Config, index: DomainIndex): OwnSite {
  return { ownHostname: baseUrl?.hostname ?? null, domains: () => index.hosts };
}

/** What people did, and all that the site keeps of one of them. */
function openRecords(
  { config, engine, site, onError }: FeatureOptions,
  { describeOwn }: AccountsFeature,
): Feature[] {
  const audit = openAudit({ engine, days: () => site.settings.audit_days, onError });
  const { baseUrl } = config;
  return [audit, { routes: ownDataRoutes({ engine, baseUrl, describeOwn, onError }) }];
}

function describeLoops({ config, engine }: FeatureOptions, index: DomainIndex): DomainLoops {
  return {
    list: (host, { caller }) => listLoops(engine, reachOf(caller), host),
    isDeadEnd(url, host, requested) {
      return isDeadEnd(engine, url, host, splitOwnHosts(toOwnSite(config, index), requested));
    },
  };
}

function followChanges({ changes }: Engine): Feature {
  return {
    jobs: [
      { name: 'follow changes', everySeconds: 1, run: () => changes.pull() },
      {
        name: 'delete old changes',
        everySeconds: 3600,
        isForLeader: true,
        run: () => changes.prune(nowSeconds()),
      },
    ],
  };
}

function openCounting(options: FeatureOptions, lookUps: LookUps): Counting {
  const { config, engine, site, onError } = options;
  const { dataDir, clickQuotaBytes: quotaBytes, clickFlushSeconds: flushSeconds } = config;
  // An unusable GEOIP_DB is reported at the start.
  openPlaces({ ...toPlacesOptions(config), onError });
  const background = openBackground({
    engine,
    dataDir,
    command: describeCommand(options),
    onError,
  });
  const clicks = openClicks({ engine, dataDir, quotaBytes, flushSeconds, background, onError });
  const statistics = openStatistics({
    engine,
    work: background.process.work,
    clicks: {
      drain: () => clicks.drain(),
      publishTo: (live) => clicks.publishTo(live),
      countPending: (linkId) => clicks.clicks.countPendingOf(linkId),
      listPending: () => clicks.clicks.listPending(),
    },
    settings: () => site.settings.statistics,
    webhookGuard: chooseWebhookGuard(config),
    baseUrl: config.baseUrl?.href ?? null,
    version: VERSION,
    findLink: (lookUp, call) => lookUps.findVisited(lookUp, call),
    onError,
  });
  return { background, clicks, statistics };
}

function openLinkFeatures(
  options: FeatureOptions,
  clicks: ClicksFeature,
  domains: DomainIndex,
  lookUps: LookUps,
) {
  const { config, engine, pageTitles, site, onError } = options;
  const command = describeCommand(options);
  const ownSite = toOwnSite(config, domains);
  const countPending: CountPending = (ids) => clicks.clicks.countPending(ids);
  const links = openLinks({
    engine,
    pageTitles,
    baseUrl: config.baseUrl,
    ...ownSite,
    hashPassword: hashLinkPassword,
    guestLinksPerHour: () => site.settings.anonymous_creation.per_hour,
    countPending,
    sortByClicks: () => clicks.sortLinks(),
    onError,
  });
  const tags: Feature = { routes: [...tagRoutes(engine), ...viewRoutes(engine)] };
  const { ownHostname } = ownSite;
  const imports = openImports({ engine, ownHostname, ...command });
  const folder = join(config.dataDir, IMPORT_FOLDER);
  const jobs = openJobs({ engine, folder, ownHostname, onError, ...command });
  const exports: Feature = {
    routes: exportRoutes({
      engine,
      links: links.rules,
      baseUrl: config.baseUrl,
      countClicks: () => clicks.drain(),
      onError,
    }),
  };
  const backups = openBackups({ engine, dataDir: config.dataDir, command, onError });
  const simulator: Feature = { routes: simulatorRoutes(lookUps, countPending) };
  const qr: Feature = { routes: qrRoutes(lookUps, config.baseUrl) };
  return { links, ofLinks: [links, tags, imports, jobs, exports, backups, simulator, qr] };
}

function describeCommand({ config, command }: FeatureOptions): OwnCommandOptions {
  return { env: siteEnvironment(config), command };
}

function chooseWebhookGuard({ webhookPrivateHosts }: Config): AddressGuard {
  return webhookPrivateHosts ? anyAddress : publicOnly;
}
