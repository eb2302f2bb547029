const DATE_START = 'HTTP/1.1 302 Found\r\nDate: ';
const DATE_BYTES = 29;
/** The date as HTTP writes it, of the second that it was last asked for. */
const date = { second: 0, bytes: Buffer.alloc(DATE_BYTES, ' ') };

/** What stands behind the long URL: of an answer, and of the last one of its connection. */
const END = Buffer.from('\r\nContent-Length: 0\r\n\r\n');
const LAST_END = Buffer.from('\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');

/** The start of every redirect of a site; `headers` are those beside `Location`. */
export function redirectHead(headers: Readonly<Record<string, string>>): Buffer {
  let text = `${DATE_START}${' '.repeat(DATE_BYTES)}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return Buffer.from(`${text}Location: `, 'latin1');
}

/** Bytes in which the date is kept at the present. */
interface DatedBytes {
  readonly bytes: Buffer;
  /** The second whose date stands in them. */
  second: number;
}

/** A whole redirect as bytes, made when it is first asked for. */
export class RedirectBytes {
  readonly #head: Buffer;
  readonly #location: string;
  #answer: DatedBytes | null = null;
  #lastAnswer: DatedBytes | null = null;

  /** `head` is that of the site's redirects. */
  constructor(head: Buffer, location: string) {
    this.#head = head;
    this.#location = location;
  }

  /**
   * The redirect with the date of a time in milliseconds since 1970-01-01 UTC, as the last answer
   * of its connection or not. The next call may change the date in the same bytes.
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

  /** Most links are visited once: copying costs half of what making one text of the parts does. */
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
