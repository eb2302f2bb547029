import { AnswerReader } from '../torture/answer-reader.ts';

interface TimedVisitorsOptions {
  readonly port: number;
  /**
   * Existing codes. Each visitor requests all of them in turn, so that every process caches them.
   */
  readonly codes: readonly string[];
  /** Connections at once; each sends its next request after an answer. */
  readonly connections: number;
  readonly referrer?: string;
}

/** Visitors over raw sockets that measure the time of each redirect. */
export class TimedVisitors {
  readonly redirects = new Map<string, number>();
  /** Statuses of other answers; 0 is a cut connection. */
  readonly others: number[] = [];
  readonly #options: TimedVisitorsOptions;
  readonly #ended: Promise<unknown>;
  #times: number[] = [];
  #goal = Number.POSITIVE_INFINITY;
  #onGoal: () => void = () => undefined;
  #stopped = false;

  constructor(options: TimedVisitorsOptions) {
    this.#options = options;
    this.#ended = Promise.all(
      Array.from({ length: options.connections }, (_, visitor) => this.#visit(visitor)),
    );
  }

  /** Milliseconds of the next `count` redirects. Throws when all visitors are disconnected. */
  async measure(count: number): Promise<readonly number[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#times = [];
    this.#goal = count;
    this.#onGoal = resolve;
    const gone = this.#ended.then(() => {
      throw new Error('every visitor was cut off');
    });
    await Promise.race([promise, gone]);
    return this.#times;
  }

  /** Lets each visitor finish its last request. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  async #visit(firstTurn: number): Promise<void> {
    const { port, codes, referrer } = this.#options;
    const headers = `Host: 127.0.0.1\r\n${referrer === undefined ? '' : `Referer: ${referrer}\r\n`}`;
    const reader = new AnswerReader();
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
    let code = '';
    let turn = firstTurn;
    let since = 0;
    let isWaiting = false;
    const send = (socket: Bun.Socket): void => {
      code = codes[turn % codes.length]!;
      turn += 1;
      reader.expect({ hasBody: true });
      isWaiting = true;
      since = performance.now();
      socket.write(`GET /${code} HTTP/1.1\r\n${headers}\r\n`);
    };
    await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: send,
        data: (socket, chunk) => {
          for (const { status, isLast } of reader.read(chunk)) {
            isWaiting = false;
            this.#note(code, status, performance.now() - since);
            if (this.#stopped || isLast) socket.end();
            else send(socket);
          }
        },
        error: () => undefined,
        close: () => onClosed(),
      },
    });
    await closed;
    if (isWaiting) this.others.push(0);
  }

  #note(code: string, status: number, time: number): void {
    if (status === 302) this.redirects.set(code, (this.redirects.get(code) ?? 0) + 1);
    else this.others.push(status);
    this.#times.push(time);
    if (this.#times.length === this.#goal) this.#onGoal();
  }
}

export function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
