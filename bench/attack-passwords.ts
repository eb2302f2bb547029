import { admin } from './bench-site.ts';
import { median } from './measure.ts';
import { medianWaits, measureWaits, openVisitedSite, startVisits } from './visited-site.ts';

const PER_SECOND = 25;
const SECONDS = 20;
/** Visitors and logins, each from an address of its own, spread over the attack. */
const TRIALS = 8;
/** How long one of them may try. */
const PATIENCE_MS = 60_000;
const PASSWORD = 'right horse';

/** Guesses at a link's password from ever new networks, beside visitors, logins and redirects. */
export async function measureLinkPasswords(): Promise<object> {
  await using site = await openVisitedSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const link = { long_url: 'https://example.com/', short_url: 'gate', title: 'x' };
  await site.call('POST', '/api/shorten_url', { ...link, password: PASSWORD });
  using visitors = await startVisits(site);
  const idle = await measureWaits(visitors);
  const visit = (address: string) => enter(site.url, address, PASSWORD);
  const logIn = (address: string) => tryLogin(site.url, address);
  const guesses: Promise<number>[] = [];
  const waits: Promise<{ visitor: number; login: number }>[] = [];
  for (let number = 0; number < PER_SECOND * SECONDS; number += 1) {
    guesses.push(
      enter(site.url, `2001:db8:${number.toString(16)}::1`, 'wrong').then(({ status }) => status),
    );
    if (number % ((PER_SECOND * SECONDS) / TRIALS) === 0) {
      waits.push(waitForBoth(visit, logIn, number));
    }
    await Bun.sleep(1000 / PER_SECOND);
  }
  const during = await visitors.read();
  const both = await Promise.all(waits);
  const statuses = await Promise.all(guesses);
  const after = await secondsUntil(() => visit('198.51.100.200'));
  return {
    guesses_per_second: PER_SECOND,
    guesses: statuses.length,
    guesses_compared: statuses.filter((status) => status === 403).length,
    redirect_idle_ms: medianWaits([idle]),
    redirect_during_ms: medianWaits([during]),
    visitor_in_after_s: describe(both.map(({ visitor }) => visitor)),
    login_in_after_s: describe(both.map(({ login }) => login)),
    visitor_in_after_the_attack_s: after,
  };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
}

async function waitForBoth(
  visit: (address: string) => Promise<Answer>,
  logIn: (address: string) => Promise<Answer>,
  number: number,
) {
  const [visitor, login] = await Promise.all([
    secondsUntil(() => visit(`198.51.${number % 256}.1`)),
    secondsUntil(() => logIn(`198.52.${number % 256}.1`)),
  ]);
  return { visitor, login };
}

/** The seconds until an attempt is no 429, with a pause as announced. */
async function secondsUntil(attempt: () => Promise<Answer>): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { status, retryAfter } = await attempt();
    const waited = performance.now() - begun;
    if (status !== 429 || waited > PATIENCE_MS) return Math.round(waited / 10) / 100;
    await Bun.sleep(retryAfter * 1000);
  }
}

function enter(url: string, address: string, password: string): Promise<Answer> {
  return post(`${url}/gate`, address, { password });
}

function tryLogin(url: string, address: string): Promise<Answer> {
  return post(`${url}/api/login`, address, { username: admin.username, password: admin.password });
}

async function post(url: string, address: string, fields: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
}

function describe(seconds: readonly number[]): object {
  return { median: median(seconds), worst: Math.max(...seconds) };
}
