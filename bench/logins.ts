import { rmSync } from 'node:fs';
import { startBrisk } from './brisk.ts';
import { createTempDir, median } from './measure.ts';
import { linkUrls, seedNumbered } from './seed.ts';
import { startVisitors, type Waits } from './visitors.ts';

const RUNS = 5;
const LOGINS = 200;
const VISITED = 500;
/** How many redirects a second. */
const RATE = 2000;
const IDLE_MS = 5000;
const PORT = 29_160;

const admin = { username: 'ada', password: 'correct horse' };

/**
 * What visitors notice of 200 logins that come at once, 2,000 redirects a second. Each login comes
 * from an address of its own, as told by a trusted proxy, from which the account has logged in
 * before: no other would get past the delays against guessing. Server and load share two cores.
 */
export async function measureLogins(): Promise<object> {
  const dataDir = createTempDir();
  await seedNumbered(dataDir, VISITED);
  await using server = await startBrisk(dataDir, {
    port: PORT,
    env: {
      ADMIN_USERNAME: admin.username,
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: admin.password,
      TRUSTED_PROXIES: '127.0.0.1',
    },
    onOneCore: false,
  });
  const addresses = Array.from({ length: LOGINS }, (_, number) => `203.0.113.${number}`);
  for (const address of addresses) await logIn(server.url, address);
  const runs: Run[] = [];
  {
    using visitors = startVisitors(linkUrls(server.url, VISITED), RATE);
    await Bun.sleep(IDLE_MS);
    for (let run = 0; run < RUNS; run += 1) {
      await visitors.read();
      await Bun.sleep(IDLE_MS);
      const idle = await visitors.read();
      const begun = performance.now();
      await Promise.all(addresses.map((address) => logIn(server.url, address)));
      const seconds = (performance.now() - begun) / 1000;
      runs.push({ idle, during: await visitors.read(), seconds });
    }
  }
  await server.stop();
  rmSync(dataDir, { recursive: true });
  const waits = (pick: (run: Run) => Waits) => ({
    p50: median(runs.map((run) => pick(run).p50)),
    p99: median(runs.map((run) => pick(run).p99)),
  });
  return {
    runs: RUNS,
    logins_at_once: LOGINS,
    redirects_per_second: RATE,
    redirect_idle_ms: waits(({ idle }) => idle),
    redirect_during_ms: waits(({ during }) => during),
    logins_answered_s: median(runs.map(({ seconds }) => seconds)),
  };
}

interface Run {
  readonly idle: Waits;
  readonly during: Waits;
  /** How long it took until the last of the logins had its answer. */
  readonly seconds: number;
}

async function logIn(url: string, address: string): Promise<void> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    // Each comes over a connection of its own.
    keepalive: false,
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(admin),
  });
  const { code, msg } = (await response.json()) as { code: number; msg: string };
  if (code !== 200) throw new Error(`login: ${code} ${msg}`);
}
