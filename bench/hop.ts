import { join } from 'node:path';
import { median, onCore, pinToCore, readCpu, round } from './measure.ts';

const REQUESTS = 3000;
const ROUNDS = 11;
const REQUEST = 'GET /api/get/siteinfo HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n';

/**
 * What the connection between the front and the HTTP server costs a call: the answer through the
 * front beside that of the HTTP server alone, in turns, in microseconds.
 */
export async function measureHop(): Promise<object> {
  const command = onCore(0, [process.execPath, join(import.meta.dir, 'hop-server.ts')]);
  const server = Bun.spawn(command, { stdout: 'pipe' });
  pinToCore(process.pid, 1);
  try {
    const { value } = await server.stdout.getReader().read();
    const ports = JSON.parse(new TextDecoder().decode(value)) as { front: number; inner: number };
    const results = { front: [] as Result[], inner: [] as Result[] };
    for (let count = 0; count <= ROUNDS; count += 1) {
      for (const name of ['front', 'inner'] as const) {
        const result = await measure(server.pid, ports[name]);
        if (count > 0) results[name].push(result);
      }
    }
    const [front, inner] = [summarize(results.front), summarize(results.inner)];
    return {
      through_front: front,
      http_server_alone: inner,
      hop: {
        latency_us: round(front.latency_us - inner.latency_us),
        cpu_us: round(front.cpu_us - inner.cpu_us),
      },
    };
  } finally {
    server.kill();
  }
}

interface Result {
  readonly latency: number;
  readonly cpu: number;
}

function summarize(results: readonly Result[]) {
  return {
    latency_us: median(results.map(({ latency }) => latency)),
    cpu_us: median(results.map(({ cpu }) => cpu)),
  };
}

/** One request after the other on one connection. */
async function measure(pid: number, port: number): Promise<Result> {
  let answered: (() => void) | null = null;
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: { data: () => answered?.() },
  });
  const times: number[] = [];
  const before = readCpu(pid);
  for (let count = 0; count < REQUESTS; count += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = resolve;
    const begun = performance.now();
    socket.write(REQUEST);
    await promise;
    times.push((performance.now() - begun) * 1000);
  }
  const cpu = round((readCpu(pid) - before) / REQUESTS);
  socket.end();
  return { latency: median(times), cpu };
}
