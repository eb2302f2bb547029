import { admin } from './bench-site.ts';
import { median } from './measure.ts';
import {
  startVisits,
  medianWaits,
  openVisitedSite,
  RATE,
  repeat,
  RUNS,
  measureWaits,
} from './visited-site.ts';
import type { Visitors, Waits } from './visitors.ts';

const LOGINS = 200;

/** How long visitors wait beside 200 logins at once, each from its own address. */
export async function measureLogins(): Promise<object> {
  await using site = await openVisitedSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const addresses = Array.from({ length: LOGINS }, (_, number) => `203.0.113.${number}`);
  for (const address of addresses) await logIn(site.url, address);
  using visitors = await startVisits(site);
  const runs = await repeat(() => runOnce(visitors, site.url, addresses));
  return {
    runs: RUNS,
    logins_at_once: LOGINS,
    redirects_per_second: RATE,
    redirect_idle_ms: medianWaits(runs.map(({ idle }) => idle)),
    redirect_during_ms: medianWaits(runs.map(({ during }) => during)),
    logins_answered_s: median(runs.map(({ seconds }) => seconds)),
  };
}

interface Run {
  readonly idle: Waits;
  readonly during: Waits;
  /** The time until the last login has its answer. */
  readonly seconds: number;
}

async function runOnce(
  visitors: Visitors,
  url: string,
  addresses: readonly string[],
): Promise<Run> {
  const idle = await measureWaits(visitors);
  const begun = performance.now();
  await Promise.all(addresses.map((address) => logIn(url, address)));
  const seconds = (performance.now() - begun) / 1000;
  return { idle, during: await visitors.read(), seconds };
}

async function logIn(url: string, address: string): Promise<void> {
  for (;;) {
    const wait = await tryToLogIn(url, address);
    if (wait === 0) return;
    await Bun.sleep(wait * 1000);
  }
}

/** Returns the seconds until the next attempt; 0 after a success. */
async function tryToLogIn(url: string, address: string): Promise<number> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    // Each login needs its own connection.
    keepalive: false,
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ username: admin.username, password: admin.password }),
  });
  const { code, msg } = (await response.json()) as { code: number; msg: string };
  if (code === 429) return Number(response.headers.get('retry-after'));
  if (code !== 200) throw new Error(`login: ${code} ${msg}`);
  return 0;
}
