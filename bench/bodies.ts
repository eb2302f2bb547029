import { hostileBodies } from './hostile-bodies.ts';
import { readRss, round } from './measure.ts';
import { startVisits, openVisitedSite, RATE, measureWaits } from './visited-site.ts';
import type { Visitors } from './visitors.ts';

const CONNECTIONS = 4;
/** How long each measurement lasts, without and with the bodies. */
const WATCHED_MS = 3000;
const SAMPLE_MS = 100;

/** How long visitors wait, and how the server's memory grows, beside hostile bodies. */
export async function measureBodies(): Promise<object> {
  await using site = await openVisitedSite();
  using visitors = await startVisits(site);
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
  /** The peak during the attack. */
  readonly rss_mib: number;
  /** The number of answers by status, and of closed connections. */
  readonly answers: object;
}

async function measureKind(
  site: { readonly url: string; readonly pid: number },
  visitors: Visitors,
  name: string,
): Promise<Kind> {
  const quiet = await measureWaits(visitors, WATCHED_MS);
  const sender = startSender(new URL(site.url).port, name);
  let rss = 0;
  const samples = setInterval(() => {
    void readRss(site.pid).then((now) => (rss = Math.max(rss, now)));
  }, SAMPLE_MS);
  const during = await measureWaits(visitors, WATCHED_MS);
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

function startSender(port: string, name: string) {
  const { promise: answers, resolve } = Promise.withResolvers<object>();
  const command = [process.execPath, 'bench/send-bodies.ts', port, String(CONNECTIONS), name];
  const sender = Bun.spawn(command, { ipc: resolve, stdout: 'inherit', stderr: 'inherit' });
  return {
    async stop(): Promise<object> {
      sender.send('stop');
      const counts = await answers;
      await sender.exited;
      return counts;
    },
  };
}
