import { connect, type Socket } from 'node:net';

/** Programs use up no limit of clicks. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface VisitorsOptions {
  readonly port: number;
  readonly code: string;
  readonly connections: number;
  readonly headers?: readonly string[];
  /** Called after each answer. */
  readonly onAnswer?: (visitors: ParallelVisitors) => void;
}

/** Visitors of one link, each with a connection and one request at a time. */
export class ParallelVisitors {
  /** The answers with a redirect, and the others by status. */
  redirects = 0;
  readonly statuses = new Map<number, number>();
  /** Requests whose connection ended first. */
  unanswered = 0;
  readonly done: Promise<void>;
  readonly #options: VisitorsOptions;
  readonly #request: string;
  #isStopped = false;

  constructor(options: VisitorsOptions) {
    this.#options = options;
    const { code, connections, headers = [] } = options;
    const lines = [`GET /${code} HTTP/1.1`, 'Host: x', `User-Agent: ${BROWSER}`, ...headers];
    this.#request = `${lines.join('\r\n')}\r\n\r\n`;
    const visitors = Array.from({ length: connections }, () => this.#visit());
    this.done = Promise.all(visitors).then(() => undefined);
  }

  /** Each visitor ends after its answer. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.done;
  }

  #visit(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect({ host: '127.0.0.1', port: this.#options.port });
    let text = '';
    let isAsking = true;
    socket.on('connect', () => socket.write(this.#request));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (end === -1 || text.length < end + 4 + length) return;
      this.#note(Number(text.slice(9, 12)));
      text = '';
      isAsking = !this.#isStopped;
      this.#continue(socket);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (isAsking) this.unanswered += 1;
      resolve();
    });
    return promise;
  }

  #continue(socket: Socket): void {
    if (this.#isStopped) socket.end();
    else socket.write(this.#request);
  }

  #note(status: number): void {
    if (status === 302) this.redirects += 1;
    else this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.#options.onAnswer?.(this);
  }
}
