/** What visitors have seen of one link. */
interface Tally {
  /** Requests begun. */
  sent: number;
  /** Whole heads of a 3xx answer received. */
  acknowledged: number;
}

interface VisitorsOptions {
  readonly port: number;
  readonly codes: readonly string[];
  /** How many connections visit at once, each one request after the other. */
  readonly connections: number;
  /** Told after each acknowledged redirect how many there are in all. */
  readonly onAcknowledged?: (total: number) => void;
}

/** Crowds of visitors over raw sockets, who count what they sent and what they were answered. */
export class Visitors {
  readonly tallies: ReadonlyMap<string, Tally>;
  /** The heads of answers that are no redirect. */
  readonly wrongAnswers: string[] = [];
  readonly #options: VisitorsOptions;
  #acknowledged = 0;
  #stopped = false;

  /** Goes on counting into the tallies of a former crowd, when one is given. */
  constructor(options: VisitorsOptions, tallies?: ReadonlyMap<string, Tally>) {
    this.#options = options;
    this.tallies =
      tallies ?? new Map(options.codes.map((code) => [code, { sent: 0, acknowledged: 0 }]));
  }

  /** Visits until every connection is closed: by the server's end, or after `stop`. */
  async run(): Promise<void> {
    const { connections } = this.#options;
    await Promise.all(Array.from({ length: connections }, (_, index) => this.#visit(index)));
  }

  /** Lets each connection end after the answer that it waits for. */
  stop(): void {
    this.#stopped = true;
  }

  async #visit(index: number): Promise<void> {
    const { port, codes } = this.#options;
    let turn = index;
    let tally: Tally;
    let head = '';
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
    const send = (socket: Bun.Socket): void => {
      const code = codes[turn % codes.length]!;
      turn += 1;
      head = '';
      tally = this.tallies.get(code)!;
      tally.sent += 1;
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
          tally.acknowledged += 1;
          this.#acknowledged += 1;
          this.#options.onAcknowledged?.(this.#acknowledged);
          if (this.#stopped || /^connection: close/im.test(head)) socket.end();
          else send(socket);
        },
        error: () => undefined,
        close: () => onClosed(),
      },
      // A connection that the killed server never took.
    }).catch(onClosed);
    await closed;
  }
}
