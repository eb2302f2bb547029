import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createTempDir, median, round } from './measure.ts';
import { admin, type BenchSite, openBenchSite } from './site.ts';
import { measureWaits, medianWaits, openVisitedSite, startVisits } from './visitors.ts';

/** What a request may cost the thread that redirects, in milliseconds. */
const COST_MAX_MS = 5;
const WARM_UPS = 20;
/** Each batch is measured by itself; the least counts. */
const BATCHES = 5;
const BATCH = 20;

/** Attacks by name; each returns its figures. */
const attacks: Readonly<Record<string, () => Promise<object>>> = {
  requests: measureRequests,
  agents: measureAgents,
  'link password guesses': measureLinkPasswords,
};

export async function measureAttacks(): Promise<object> {
  const results: Record<string, object> = {};
  for (const [name, measure] of Object.entries(attacks)) results[name] = await measure();
  return results;
}

/** The processor time that each hostile request takes from the thread that redirects. */
async function measureRequests(): Promise<object> {
  const env = { TRUSTED_PROXIES: '127.0.0.1,::1' };
  await using site = await openBenchSite(createTempDir(), { env, onOneCore: false });
  await site.call('POST', '/api/shorten_url', {
    long_url: 'https://example.com/?own=1',
    short_url: 'forwards',
    title: 'x',
    forward_query: 1,
    forward_path: 1,
  });
  const kinds: Record<string, { ms: number; status: number }> = {};
  for (const request of hostileRequests) kinds[request.name] = await measureRequest(site, request);
  const worst = Math.max(...Object.values(kinds).map(({ ms }) => ms));
  return { to_reach_ms: COST_MAX_MS, worst_ms: worst, kinds };
}

async function measureRequest(site: BenchSite, request: HostileRequest) {
  let status = 0;
  const send = async (times: number): Promise<void> => {
    for (let left = times; left > 0; left -= 1) status = await sendRequest(site.url, request);
  };
  await send(WARM_UPS);
  let least = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const start = readThreadTime(site.pid);
    await send(BATCH);
    least = Math.min(least, (readThreadTime(site.pid) - start) / BATCH);
  }
  return { ms: round(least), status };
}

/** Milliseconds of the first thread of a process, which runs its JavaScript. */
function readThreadTime(pid: number): number {
  const [ns] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(ns) / 1e6;
}

let clients = 0;

/** Each request comes from another address: limits of one client must not shorten the work. */
function sendRequest(url: string, { target, headers = [], body }: HostileRequest): Promise<number> {
  clients = (clients + 1) % 65_536;
  const client = headers.some((line) => line.startsWith('X-Forwarded-For'))
    ? []
    : [`X-Forwarded-For: 203.0.${clients >> 8}.${clients & 255}`];
  const lines = [`${body === undefined ? 'GET' : 'POST'} ${target} HTTP/1.1`, 'Host: go.example'];
  lines.push(...client, ...headers, 'Connection: close');
  const bytes = Buffer.from(body ?? '');
  if (body !== undefined) lines.push(`Content-Length: ${bytes.length}`);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(answer.slice(9, 12))));
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]));
  });
}

/** A request that is cheap to send and expensive to read carelessly. */
interface HostileRequest {
  readonly name: string;
  readonly target: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const PATH = 8000;
const HEADER = 60_000;
/** The body limit of a login. */
const BODY = 16_000;

function fill(length: number, unit: string): string {
  return unit.repeat(Math.floor(length / unit.length));
}

function inPath(name: string, unit: string, length = PATH, before = '/a'): HostileRequest {
  return { name: `path: ${name}`, target: `${before}${fill(length, unit)}` };
}

function inQuery(name: string, unit: string, length = 32_000): HostileRequest {
  return { name: `query: ${name}`, target: `/forwards?${fill(length, unit)}` };
}

function inHeader(header: string, unit: string, target = '/a.'): HostileRequest {
  return {
    name: `${header}: ${unit}`,
    target,
    headers: [`${header}: ${fill(HEADER, unit)}`],
  };
}

function inBody(
  name: string,
  type: string,
  unit: string,
  [before = '', after = '']: readonly string[] = [],
): HostileRequest {
  const bytes = Buffer.byteLength(unit) / unit.length;
  return {
    name: `body: ${name}`,
    target: '/api/login',
    headers: [`Content-Type: ${type}`],
    body: `${before}${fill(BODY / bytes, unit)}${after}`,
  };
}

const form = 'application/x-www-form-urlencoded';

/** `/forwards` is a link that forwards queries and paths. */
const hostileRequests: readonly HostileRequest[] = [
  { name: 'an unknown code', target: '/a.' },
  inPath('60,000 dots', '.', 60_000, '/a/'),
  inPath('dots', '.'),
  inPath('dots below a code', '.', PATH, '/a/'),
  inPath('commas and brackets', ',)'),
  inPath('percent-encoded dots', '%2e'),
  inPath('combining marks', '%CC%81%CC%A7'),
  inPath('invisible characters', '%E2%80%8B'),
  inPath('bytes that are no UTF-8', '%ff.'),
  inPath('text behind a code', '%EF%BC%8C%E9%A2%86'),
  inPath('a preview of dots', '.+'),
  inPath('forwarded dots with semicolons', '/%2e%2e;', PATH, '/forwards'),
  inPath('forwarded segments', '/a', PATH, '/forwards'),
  inQuery('forwarded plus signs', '+&'),
  inQuery('forwarded plus signs below 8 KB', '+&', 7900),
  inQuery('forwarded parameters', 'a=b&', 8000),
  inQuery('campaign tags', 'utm_source=&'),
  inHeader('User-Agent', 'Mozilla/5.0 ', '/forwards'),
  inHeader('User-Agent', '(', '/forwards'),
  inHeader('Accept-Language', 'zh,', '/forwards'),
  inHeader('Accept-Language', 'a;q=0.1,'),
  inHeader('Cookie', 'a=b;'),
  inHeader('Accept-Encoding', 'br;q=1,'),
  inHeader('If-None-Match', '"a",', '/favicon.svg'),
  inHeader('X-Forwarded-For', '::1,'),
  inHeader('X-Forwarded-Proto', 'http,', '/'),
  inHeader('Referer', 'https://', '/forwards'),
  inHeader('Authorization', 'bearer a ', '/api/urls'),
  inHeader('Sec-Purpose', 'pre ', '/forwards'),
  inHeader('DNT', ', 1;', '/forwards'),
  {
    name: '170 headers',
    target: '/a.',
    headers: Array.from({ length: 170 }, (_, index) => `X-${index}: ${'a'.repeat(300)}`),
  },
  inBody('urlencoded fields', form, 'a=&'),
  inBody('percent signs', form, '%25', ['username=']),
  inBody('JSON members', 'application/json', '"a":1,', ['{', '"b":1}']),
  inBody('brackets', 'application/json', '[', ['{"a":']),
  inBody('a password of marks', 'application/json', '\u0301\u0327', ['{"password":"', '"}']),
  inBody(
    'parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n',
    ['', '--x--'],
  ),
];

const FLOOD_MS = 16_000;
/** Clicks a second that all connections send. */
const RATE = 37_500;
const CONNECTIONS = 8;
/** Requests that one connection sends before it waits for their answers. */
const AT_ONCE = 100;
const REPORT_MAX_MS = 1000;
const ASK_MS = 1000;
/** The end of the measurement, counted or not. */
const END_MS = 90_000;

/** A flood of clicks, each with a new user agent: how soon reports answer, and when all is counted. */
async function measureAgents(): Promise<object> {
  await using site = await openBenchSite(createTempDir(), { onOneCore: false });
  await site.call('POST', '/api/shorten_url', {
    long_url: 'https://example.com/',
    short_url: 'poster',
    title: 'x',
  });
  await readReport(site);
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const flood = Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) => sendClicks(site.url, at)),
  );
  const waits: number[] = [];
  let most = 0;
  let last = { clicks: 0, pending_clicks: 0 };
  while ((elapsed() < FLOOD_MS || last.pending_clicks > 0) && elapsed() < END_MS) {
    const { ms, report } = await readReport(site);
    last = report;
    waits.push(ms);
    most = Math.max(most, report.pending_clicks);
    await Bun.sleep(ASK_MS);
  }
  const seconds = elapsed() / 1000;
  const clicks = (await flood).reduce((sum, sent) => sum + sent, 0);
  return {
    clicks,
    clicks_per_s: Math.round((clicks * 1000) / FLOOD_MS),
    counted: last.clicks,
    seconds: round(seconds),
    counted_per_s: Math.round(last.clicks / seconds),
    reports: waits.length,
    to_reach_ms: REPORT_MAX_MS,
    slowest_report_ms: round(Math.max(...waits)),
    median_report_ms: round(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]!),
    most_pending: most,
  };
}

async function readReport(site: BenchSite) {
  const begun = performance.now();
  const answer = await site.call('GET', '/api/stats/report?period=24h&audience=all');
  const { data } = (await answer.json()) as { data: { clicks: number; pending_clicks: number } };
  return { ms: performance.now() - begun, report: data };
}

/** Returns how many clicks it has sent when the time of the flood is over. */
async function sendClicks(url: string, connection: number): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const begun = performance.now();
  let sent = 0;
  for (; performance.now() < begun + FLOOD_MS; sent += AT_ONCE) {
    await Bun.sleep(Math.max(0, begun + (sent * 1000 * CONNECTIONS) / RATE - performance.now()));
    const requests = Array.from({ length: AT_ONCE }, (_, at) => {
      const agent = `Mozilla/5.0 (Linux; Android 14; M${connection}-${sent + at}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36`;
      return `GET /poster HTTP/1.1\r\nHost: go.example\r\nUser-Agent: ${agent}\r\n\r\n`;
    });
    socket.write(requests.join(''));
    await readAnswers(socket, AT_ONCE);
  }
  socket.destroy();
  return sent;
}

function readAnswers(socket: Socket, count: number): Promise<void> {
  return new Promise((resolve) => {
    let answers = 0;
    let rest = '';
    const onData = (chunk: Buffer): void => {
      const text = rest + chunk.toString('latin1');
      const parts = text.split('HTTP/1.1 302');
      answers += parts.length - 1;
      // The mark may be split between two chunks.
      rest = parts.at(-1)!.slice(-'HTTP/1.1 30'.length);
      if (answers < count) return;
      socket.off('data', onData);
      resolve();
    };
    socket.on('data', onData);
  });
}

const PER_SECOND = 25;
const SECONDS = 20;
/** Visitors and logins, each from an address of its own, spread over the attack. */
const TRIALS = 8;
/** How long one of them may try. */
const PATIENCE_MS = 60_000;
const PASSWORD = 'right horse';

/** Guesses at a link's password from ever new networks, beside visitors, logins and redirects. */
async function measureLinkPasswords(): Promise<object> {
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
