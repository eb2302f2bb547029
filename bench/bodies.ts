import { hostileBodies } from './hostile-bodies.ts';
import { readRss, round } from './measure.ts';
import { letVisit, openVisitedSite, RATE, watch } from './visited-site.ts';
import type { Visitors } from './visitors.ts';

const CONNECTIONS = 4;
/** How long visitors are watched without and beside each kind of body, in milliseconds. */
const WATCHED_MS = 3000;
const SAMPLE_MS = 100;

/**
 * What visitors notice, 2,000 redirects a second, of hostile bodies that come over four connections
 * as fast as the server takes them, and how far the memory of the server grows meanwhile. Server,
 * visitors and sender share two cores.
 */
export async function measureBodies(): Promise<object> {
  await using site = await openVisitedSite();
  using visitors = await letVisit(site);
  const before = await readRss(site.pid);
  const kinds: Record<string, Kind> = {};
  for (const { name } of hostileBodies) {
    kinds[name] = await measureKind(site, visitors, name);
  }
  const all = Object.values(kinds);
  return {
    redirects_per_second: RATE,
    connections: CONNECTIONS,
    worst_p99_to_quiet: Math.max(...all.map((kind) => kind.p99_to_quiet)),
    rss_growth_mib: round(Math.max(...all.map((kind) => kind.rss_mib)) - before),
    kinds,
  };
}

interface Kind {
  readonly quiet_p99_ms: number;
  readonly p99_ms: number;
  readonly p99_to_quiet: number;
  readonly redirects: number;
  /** The most that the server had meanwhile. */
  readonly rss_mib: number;
  /** How often the bodies were answered, by status, and connections ended. */
  readonly answers: object;
}

async function measureKind(
  site: { readonly url: string; readonly pid: number },
  visitors: Visitors,
  name: string,
): Promise<Kind> {
  const quiet = await watch(visitors, WATCHED_MS);
  const sender = startSending(new URL(site.url).port, name);
  let rss = 0;
  const samples = setInterval(() => {
    void readRss(site.pid).then((now) => (rss = Math.max(rss, now)));
  }, SAMPLE_MS);
  const during = await watch(visitors, WATCHED_MS);
  clearInterval(samples);
  return {
    quiet_p99_ms: quiet.p99,
    p99_ms: during.p99,
    p99_to_quiet: round(during.p99 / quiet.p99),
    redirects: during.visits,
    rss_mib: round(rss),
    answers: await sender.stop(),
  };
}

function startSending(port: string, name: string) {
  const { promise: answers, resolve } = Promise.withResolvers<object>();
  const command = [process.execPath, 'bench/send-bodies.ts', port, String(CONNECTIONS), name];
  const sender = Bun.spawn(command, { ipc: resolve, stdout: 'inherit', stderr: 'inherit' });
  return {
    async stop(): Promise<object> {
      sender.send('stop');
      const told = await answers;
      await sender.exited;
      return told;
    },
  };
}
