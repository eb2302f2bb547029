import http from 'node:http';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { FailureLog } from './failure-log.ts';
import { Front } from './front/front.ts';
import { HEAD_MAX } from './front/request-head.ts';
import { VisitorAddresses } from './front/visitor-addresses.ts';

/** Where processes share the port, no later error would say that it is taken. */
export function assertPortFree({ host, port }: Config): void {
  try {
    const socket = { data: () => undefined };
    Bun.listen({ hostname: host, port, exclusive: true, socket }).stop(true);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'another program listens there' : (code ?? String(error));
    throw new Error(`PORT: cannot listen on port ${port} of ${host}: ${reason}`, { cause: error });
  }
}

export interface InnerServer {
  readonly port: number;
  readonly addresses: VisitorAddresses;
  stop(): Promise<void>;
  cut(): void;
}

export function openInnerServer(app: App, failures: FailureLog): InnerServer {
  const addresses = new VisitorAddresses();
  // Bun.serve has no such option. The front checks the size of heads itself.
  Object.assign(http, { maxHeaderSize: 2 * HEAD_MAX });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    // Each route limits its own body.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, connection) {
      const answer = app.fetch(request, () => {
        const peer = connection.requestIP(request);
        return addresses.get(peer?.port ?? 0) ?? peer?.address ?? '';
      });
      const isStopping = app.health.status === 'stopping';
      return isStopping ? Promise.resolve(answer).then(closeConnection) : answer;
    },
    error(error) {
      failures.note('request failed', error);
      return new Response('Something went wrong', { status: 500, headers: app.headers });
    },
  });
  return {
    port: server.port!,
    addresses,
    stop: () => server.stop(),
    cut: () => void server.stop(true),
  };
}

/** The visitor's next request uses another connection. */
function closeConnection(response: Response): Response {
  response.headers.set('Connection', 'close');
  return response;
}

export function openFront(config: Config, app: App, { port, addresses }: InnerServer): Front {
  return new Front({
    hostname: config.host,
    port: config.port,
    sharesPort: config.workers > 1,
    innerPort: port,
    countryHeader: config.countryHeader,
    answer: app.fastRedirect,
    commit: () => app.clicks.journal.commit(),
    registerVisitor: (from, address) => addresses.add(from, address),
    refuse: app.refuse,
  });
}

export function formatUrl(host: string, port: number): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`).href;
}
