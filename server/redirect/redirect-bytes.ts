const DATE_START = 'HTTP/1.1 302 Found\r\nDate: ';
const DATE_BYTES = 29;
/** The date as HTTP writes it, of the second that it was last asked for. */
const date = { second: 0, bytes: Buffer.alloc(DATE_BYTES, ' ') };

/** The start of every redirect of a site; `headers` are those beside `Location`. */
export function redirectHead(headers: Readonly<Record<string, string>>): string {
  let text = `${DATE_START}${' '.repeat(DATE_BYTES)}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return `${text}Location: `;
}

/** Bytes in which the date is kept at the present. */
interface DatedBytes {
  readonly bytes: Buffer;
  /** The second whose date stands in them. */
  second: number;
}

/** A whole redirect as bytes, made when it is first asked for. */
export class RedirectBytes {
  readonly #head: string;
  readonly #location: string;
  #answer: DatedBytes | null = null;
  #lastAnswer: DatedBytes | null = null;

  /** `head` is that of the site's redirects. */
  constructor(head: string, location: string) {
    this.#head = head;
    this.#location = location;
  }

  /**
   * The redirect with the date of a time in milliseconds since 1970-01-01 UTC, as the last answer
   * of its connection or not. The next call may change the date in the same bytes.
   */
  at(time: number, isLast: boolean): Buffer {
    const answer = isLast
      ? (this.#lastAnswer ??= this.#make('\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'))
      : (this.#answer ??= this.#make('\r\nContent-Length: 0\r\n\r\n'));
    const second = Math.floor(time / 1000);
    if (answer.second !== second) {
      answer.bytes.set(dateOf(second), DATE_START.length);
      answer.second = second;
    }
    return answer.bytes;
  }

  #make(end: string): DatedBytes {
    return { bytes: Buffer.from(this.#head + this.#location + end, 'latin1'), second: 0 };
  }
}

function dateOf(second: number): Buffer {
  if (date.second !== second) {
    date.second = second;
    date.bytes.write(new Date(second * 1000).toUTCString(), 'latin1');
  }
  return date.bytes;
}
