import { AnswerReader } from './answer-reader.ts';
import { Visit, type Ledger, type TalliedCode } from './ledger.ts';
import type { Dice } from './dice.ts';

/** How a visitor asks, each as likely as it stands here. */
const manners = [
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
type Manner = (typeof manners)[number];

export interface CrowdOptions {
  readonly ledger: Ledger;
  readonly dice: Dice;
  readonly port: number;
  /** How many connections visit at once, each going on when it has its answers. */
  readonly connections: number;
  /** Whether a visitor whose connection was cut off comes again; without it none does. */
  readonly comesBack?: () => boolean;
  /** Told after each answer to a visit how many this crowd had. */
  readonly onAnswer?: (total: number) => void;
}

/** What the server must be told, so that it believes where these visitors come from. */
export const crowdEnv = { TRUSTED_PROXIES: '127.0.0.1' };

/** Visitors over raw sockets, who write down what they sent and what they were answered. */
export class Crowd {
  answers = 0;
  /** Connections that were cut off while visits waited, though no answer had said it was the last. */
  cutOff = 0;
  readonly #options: CrowdOptions;
  #stopped = false;

  constructor(options: CrowdOptions) {
    this.#options = options;
  }

  /** Visits until every connection is closed: by the server's end, or after `stop`. */
  async run(): Promise<void> {
    const { connections, comesBack } = this.#options;
    const visitor = async (): Promise<void> => {
      await this.#visit();
      if (!this.#stopped && comesBack?.() === true) await visitor();
    };
    await Promise.all(Array.from({ length: connections }, visitor));
  }

  /** Lets each connection end after the answers that it waits for. */
  stop(): void {
    this.#stopped = true;
  }

  async #visit(): Promise<void> {
    const { ledger, dice, port } = this.#options;
    const open: Visit[] = [];
    const reader = new AnswerReader();
    let wasTold = false;
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();

    const begin = (code: TalliedCode, manner: Manner): string => {
      open.push(new Visit(code, { counts: manner !== 'head' && manner !== 'prefetch' }));
      reader.expect({ hasBody: manner !== 'head' });
      return request(code.code, manner, `10.${dice.below(256)}.${dice.below(256)}.1`);
    };
    const send = (socket: Bun.Socket): void => {
      const manner = dice.pick(manners);
      const text = begin(dice.pick(ledger.codes), manner);
      if (manner === 'two at once') {
        socket.write(text + begin(dice.pick(ledger.codes), 'plain'));
      } else if (manner === 'in two pieces') {
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
            this.#note(open.shift()?.answer(status, location) ?? null);
            if (isLast) {
              wasTold = true;
              socket.end();
              return;
            }
          }
          if (open.length > 0) return;
          if (this.#stopped) socket.end();
          else send(socket);
        },
        error: () => undefined,
        close: () => onClosed(),
      },
      // A connection that the killed server never took.
    }).catch(onClosed);
    await closed;
    if (open.length > 0 && !wasTold) this.cutOff += 1;
    for (const visit of open) visit.lose();
  }

  #note(violation: string | null): void {
    const { ledger, onAnswer } = this.#options;
    if (violation !== null) ledger.violations.push(violation);
    this.answers += 1;
    onAnswer?.(this.answers);
  }
}

/** From one address of many: nobody may ask as often for what is not there as all of them do. */
function request(code: string, manner: Manner, address: string): string {
  const path = manner === 'slash and query' ? `/${code}/?utm_source=torture` : `/${code}`;
  const lines = [`${manner === 'head' ? 'HEAD' : 'GET'} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  lines.push('User-Agent: visitor', `X-Forwarded-For: ${address}`);
  if (manner === 'prefetch') lines.push('Sec-Purpose: prefetch');
  if (manner === 'many headers') {
    lines.push('Accept: text/html', 'Accept-Language: zh-CN,zh;q=0.9', 'Cookie: a=b; c=d');
    lines.push('Referer: https://news.example.org/article?id=1', 'DNT: 1', 'X-Unknown: yes');
  }
  return [...lines, '', ''].join('\r\n');
}
