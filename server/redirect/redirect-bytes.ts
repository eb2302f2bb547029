/** The bytes of an answer, in which the date is kept at the present. */
export interface DatedBytes {
  readonly bytes: Buffer;
  /** The second whose date stands in them. */
  second: number;
}

const START = 'HTTP/1.1 302 Found\r\nDate: ';
const DATE_BYTES = 29;
/** The date as HTTP writes it, of the second that it was last asked for. */
const date = { second: 0, bytes: Buffer.alloc(DATE_BYTES, ' ') };

/** A whole redirect with these headers. */
export function redirectBytes(headers: Readonly<Record<string, string>>): DatedBytes {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${START}${' '.repeat(DATE_BYTES)}\r\n${lines.join('')}Content-Length: 0\r\n\r\n`;
  return { bytes: Buffer.from(text, 'latin1'), second: 0 };
}

/** Puts the date of a time in milliseconds into the bytes, if another stands there. */
export function withDate(answer: DatedBytes, time: number): Buffer {
  const second = Math.floor(time / 1000);
  if (answer.second !== second) {
    if (date.second !== second) {
      date.second = second;
      date.bytes.write(new Date(time).toUTCString(), 'latin1');
    }
    answer.bytes.set(date.bytes, START.length);
    answer.second = second;
  }
  return answer.bytes;
}

/** The same answer as the last one of its connection. */
export function asLast(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, -2), Buffer.from('Connection: close\r\n\r\n')]);
}
