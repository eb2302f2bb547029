/** The visits of one link. */
interface VisitTotals {
  /** Sent requests. */
  sent: number;
  /** Received heads of redirects. */
  acknowledged: number;
}

interface VisitorsOptions {
  readonly port: number;
  readonly codes: readonly string[];
  /** Connections at once, each with one open request. */
  readonly connections: number;
  /** Called after each redirect with their total. */
  readonly onAcknowledged?: (total: number) => void;
}

/** Visitors over raw sockets that count requests and redirects. */
export class Visitors {
  readonly totals: ReadonlyMap<string, VisitTotals>;
  /** Heads of other answers. */
  readonly wrongAnswers: string[] = [];
  readonly #options: VisitorsOptions;
  #acknowledged = 0;
  #stopped = false;

  /** Continues the numbers of an earlier crowd, if given. */
  constructor(options: VisitorsOptions, totals?: ReadonlyMap<string, VisitTotals>) {
    this.#options = options;
    this.totals =
      totals ?? new Map(options.codes.map((code) => [code, { sent: 0, acknowledged: 0 }]));
  }

  /** Runs until every connection is closed: by the server, or after `stop`. */
  async run(): Promise<void> {
    const { connections } = this.#options;
    await Promise.all(Array.from({ length: connections }, (_, index) => this.#visit(index)));
  }

  /** Lets each connection finish its open request. */
  stop(): void {
    this.#stopped = true;
  }

  async #visit(index: number): Promise<void> {
    const { port, codes } = this.#options;
    let turn = index;
    let total: VisitTotals;
    let head = '';
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
    const send = (socket: Bun.Socket): void => {
      const code = codes[turn % codes.length]!;
      turn += 1;
      head = '';
      total = this.totals.get(code)!;
      total.sent += 1;
      socket.write(`GET /${code} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: visitor\r\n\r\n`);
    };
    await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: send,
        data: (socket, chunk) => {
          head += chunk.toString('latin1');
          if (!head.includes('\r\n\r\n')) return;
          if (!/^HTTP\/1\.1 30\d /.test(head)) {
            this.wrongAnswers.push(head);
            socket.end();
            return;
          }
          total.acknowledged += 1;
          this.#acknowledged += 1;
          this.#options.onAcknowledged?.(this.#acknowledged);
          if (this.#stopped || /^connection: close/im.test(head)) socket.end();
          else send(socket);
        },
        error: () => undefined,
        close: () => onClosed(),
      },
      // The killed server never accepted this connection.
    }).catch(onClosed);
    await closed;
  }
}
