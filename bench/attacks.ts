import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { measureAgents } from './attack-agents.ts';
import { measureLinkPasswords } from './attack-passwords.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { hostileRequests, type HostileRequest } from './hostile-requests.ts';
import { createTempDir, round } from './measure.ts';

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
