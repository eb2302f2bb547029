const DATE_START = 'HTTP/1.1 302 Found\r\nDate: ';
const DATE_BYTES = 29;
const date = { second: 0, bytes: Buffer.alloc(DATE_BYTES, ' ') };

/** After the long URL. */
const END = Buffer.from('\r\nContent-Length: 0\r\n\r\n');
const LAST_END = Buffer.from('\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');

export function redirectHead(headers: Readonly<Record<string, string>>): Buffer {
  let text = `${DATE_START}${' '.repeat(DATE_BYTES)}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return Buffer.from(`${text}Location: `, 'latin1');
}

interface DatedBytes {
  readonly bytes: Buffer;
  /** The second of the date in these bytes. */
  second: number;
}

export class RedirectBytes {
  readonly #head: Buffer;
  readonly #location: string;
  #answer: DatedBytes | null = null;
  #lastAnswer: DatedBytes | null = null;

  constructor(head: Buffer, location: string) {
    this.#head = head;
    this.#location = location;
  }

  /**
   * `time` is in milliseconds since 1970-01-01 UTC. The next call may change the returned bytes.
   */
  at(time: number, isLast: boolean): Buffer {
    const answer = isLast
      ? (this.#lastAnswer ??= this.#make(LAST_END))
      : (this.#answer ??= this.#make(END));
    const second = Math.floor(time / 1000);
    if (answer.second !== second) {
      answer.bytes.set(dateOf(second), DATE_START.length);
      answer.second = second;
    }
    return answer.bytes;
  }

  /** Most links are visited once, and copying is twice as fast as joining texts. */
  #make(end: Buffer): DatedBytes {
    const head = this.#head;
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
