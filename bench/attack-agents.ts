import { connect, type Socket } from 'node:net';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { createTempDir, round } from './measure.ts';

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
export async function measureAgents(): Promise<object> {
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
