import { AnswerReader } from './answer-reader.ts';
import { Visit, type Ledger, type TrackedCode } from './ledger.ts';
import type { Dice } from './dice.ts';

/** The kinds of requests; repetition makes a kind more frequent. */
const requestKinds = [
  'plain',
  'plain',
  'plain',
  'plain',
  'two at once',
  'in two pieces',
  'many headers',
  'slash and query',
  'head',
  'prefetch',
] as const;
type RequestKind = (typeof requestKinds)[number];

export interface CrowdOptions {
  readonly ledger: Ledger;
  readonly dice: Dice;
  readonly port: number;
  /** Connections at once; each sends its next request after its answers. */
  readonly connections: number;
  /** How long a visitor waits before the next request, in milliseconds; 0 by default. */
  readonly pauseMs?: number;
  /** Whether a visitor reconnects after a cut connection; never by default. */
  readonly shouldReconnect?: () => boolean;
  /** Called after each answer with the number of answers. */
  readonly onAnswer?: (total: number) => void;
}

/** Of a program, and of a person's browser. */
const userAgents = [
  'visitor',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
] as const;

/** The address of a visitor, whole or shortened. */
export const crowdAddress = /\b10\.\d{1,3}\.\d{1,3}/;

/** Makes the server trust the X-Forwarded-For of these visitors. */
export const crowdEnv = { TRUSTED_PROXIES: '127.0.0.1' };

/** Visitors over raw sockets that record their requests and answers. */
export class Crowd {
  answers = 0;
  /** Connections cut off with open requests, although no answer was the last one. */
  cutOff = 0;
  readonly #options: CrowdOptions;
  #stopped = false;

  constructor(options: CrowdOptions) {
    this.#options = options;
  }

  /** Runs until every connection is closed: by the server, or after `stop`. */
  async run(): Promise<void> {
    const { connections, shouldReconnect } = this.#options;
    const visitor = async (): Promise<void> => {
      await this.#visit();
      if (!this.#stopped && shouldReconnect?.() === true) await visitor();
    };
    await Promise.all(Array.from({ length: connections }, visitor));
  }

  /** Lets each connection finish its open requests. */
  stop(): void {
    this.#stopped = true;
  }

  async #visit(): Promise<void> {
    const { ledger, dice, port, pauseMs = 0 } = this.#options;
    const open: Visit[] = [];
    const reader = new AnswerReader();
    let sawLastAnswer = false;
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();

    const begin = (code: TrackedCode, kind: RequestKind): string => {
      open.push(new Visit(code, { counts: kind !== 'head', isRefused: kind === 'prefetch' }));
      reader.expect({ hasBody: kind !== 'head' });
      const address = `10.${dice.below(256)}.${dice.below(256)}.1`;
      return request(code.code, kind, { address, userAgent: dice.pick(userAgents) });
    };
    const send = (socket: Bun.Socket): void => {
      const kind = dice.pick(requestKinds);
      const text = begin(dice.pick(ledger.codes), kind);
      if (kind === 'two at once') {
        socket.write(text + begin(dice.pick(ledger.codes), 'plain'));
      } else if (kind === 'in two pieces') {
        const middle = dice.below(text.length - 1) + 1;
        socket.write(text.slice(0, middle));
        setImmediate(() => socket.write(text.slice(middle)));
      } else {
        socket.write(text);
      }
    };
    await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (socket) => {
          socket.setNoDelay(true);
          send(socket);
        },
        data: (socket, chunk) => {
          for (const { status, location, isLast } of reader.read(chunk)) {
            this.#note(open.shift()?.recordAnswer(status, location) ?? null);
            if (isLast) {
              sawLastAnswer = true;
              socket.end();
              return;
            }
          }
          if (open.length > 0) return;
          const next = (): void => {
            if (this.#stopped) socket.end();
            else send(socket);
          };
          if (pauseMs === 0) next();
          else setTimeout(next, pauseMs);
        },
        error: () => undefined,
        close: () => onClosed(),
      },
      // The killed server never accepted this connection.
    }).catch(onClosed);
    await closed;
    if (open.length > 0 && !sawLastAnswer) this.cutOff += 1;
    for (const visit of open) visit.markUnanswered();
  }

  #note(violation: string | null): void {
    const { ledger, onAnswer } = this.#options;
    if (violation !== null) ledger.violations.push(violation);
    this.answers += 1;
    onAnswer?.(this.answers);
  }
}

/** Each request has another address, as the server limits unknown codes by address. */
function request(
  code: string,
  kind: RequestKind,
  { address, userAgent }: { readonly address: string; readonly userAgent: string },
): string {
  const path = kind === 'slash and query' ? `/${code}/?utm_source=torture` : `/${code}`;
  const lines = [`${kind === 'head' ? 'HEAD' : 'GET'} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  lines.push(`User-Agent: ${userAgent}`, `X-Forwarded-For: ${address}`);
  if (kind === 'prefetch') lines.push('Sec-Purpose: prefetch');
  if (kind === 'many headers') {
    lines.push('Accept: text/html', 'Accept-Language: zh-CN,zh;q=0.9', 'Cookie: a=b; c=d');
    lines.push('Referer: https://news.example.org/article?id=1', 'DNT: 1', 'X-Unknown: yes');
  }
  return [...lines, '', ''].join('\r\n');
}
