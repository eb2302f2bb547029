import type { AnswerStatus } from '../../contracts/links/routing.constants.ts';

const DATE_BYTES = 29;
const date = { second: 0, bytes: Buffer.alloc(DATE_BYTES, ' ') };

const END = Buffer.from('\r\nContent-Length: 0\r\n\r\n');
const LAST_END = Buffer.from('\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');

const reasons: Readonly<Record<AnswerStatus, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
};

export interface RedirectHead {
  readonly bytes: Buffer;
  readonly dateAt: number;
}

export function redirectHead(
  headers: Readonly<Record<string, string>>,
  status: AnswerStatus = 302,
): RedirectHead {
  const start = `HTTP/1.1 ${status} ${reasons[status]}\r\nDate: `;
  let text = `${start}${' '.repeat(DATE_BYTES)}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return { bytes: Buffer.from(`${text}Location: `, 'latin1'), dateAt: start.length };
}

interface DatedBytes {
  readonly bytes: Buffer;
  second: number;
}

export class RedirectBytes {
  readonly #head: RedirectHead;
  readonly #location: string;
  #answer: DatedBytes | null = null;
  #lastAnswer: DatedBytes | null = null;

  constructor(head: RedirectHead, location: string) {
    this.#head = head;
    this.#location = location;
  }

  /** `time` is in milliseconds. The next call may change the returned bytes. */
  at(time: number, isLast: boolean): Buffer {
    const answer = isLast
      ? (this.#lastAnswer ??= this.#make(LAST_END))
      : (this.#answer ??= this.#make(END));
    const second = Math.floor(time / 1000);
    if (answer.second !== second) {
      answer.bytes.set(dateOf(second), this.#head.dateAt);
      answer.second = second;
    }
    return answer.bytes;
  }

  #make(end: Buffer): DatedBytes {
    const { bytes: head } = this.#head;
    const endAt = head.length + this.#location.length;
    const bytes = Buffer.allocUnsafe(endAt + end.length);
    bytes.set(head);
    bytes.write(this.#location, head.length, 'latin1');
    bytes.set(end, endAt);
    return { bytes, second: 0 };
  }
}

function dateOf(second: number): Buffer {
  if (date.second !== second) {
    date.second = second;
    date.bytes.write(new Date(second * 1000).toUTCString(), 'latin1');
  }
  return date.bytes;
}
