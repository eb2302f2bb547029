import { BodyScanner } from './body-scanner.ts';

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /^content-length: *(\d+)/im;
const CHUNKED = /^transfer-encoding: *chunked/im;
/** Bun's server refuses malformed requests itself, without a body. */
const OWN_REFUSAL = /^HTTP\/1\.1 [45]\d\d [^\r\n]*\r\nConnection: close\r\n\r\n$/;

const passNothing = (): void => undefined;

export class AnswerScanner {
  readonly #isHead: boolean;
  /** The start of an incomplete head. */
  #cut: Buffer | null = null;
  /** Null until the head is complete. */
  #body: BodyScanner | null = null;
  #isOwnRefusal = false;

  /** The answer to HEAD has no body, whatever its head says. */
  constructor(isHead: boolean) {
    this.#isHead = isHead;
  }

  get hasBegun(): boolean {
    return this.#body !== null;
  }

  get isOver(): boolean {
    return this.#body !== null && this.#body.isOver;
  }

  get isOwnRefusal(): boolean {
    return this.#isOwnRefusal;
  }

  /** Returns the part that can be sent on. */
  take(chunk: Buffer): Buffer {
    const bytes = this.#cut === null ? chunk : Buffer.concat([this.#cut, chunk]);
    this.#cut = null;
    for (let at = 0; at < bytes.length && !this.isOver;) {
      if (this.#body !== null) {
        at = this.#body.take(bytes, at, passNothing);
        continue;
      }
      const end = bytes.indexOf(HEAD_END, at);
      if (end === -1) {
        this.#cut = Buffer.from(bytes.subarray(at));
        return bytes.subarray(0, at);
      }
      const next = end + HEAD_END.length;
      this.#readHead(bytes.toString('latin1', at, next));
      at = next;
    }
    return bytes;
  }

  #readHead(head: string): void {
    const status = Number(STATUS.exec(head)?.[1] ?? 0);
    // Another head follows.
    if (status >= 100 && status < 200) return;
    this.#isOwnRefusal = OWN_REFUSAL.test(head);
    if (this.#isHead || status === 204 || status === 304) this.#body = new BodyScanner(0);
    else if (CHUNKED.test(head)) this.#body = new BodyScanner('chunked');
    // Without a length the body ends with the connection.
    else this.#body = new BodyScanner(Number(LENGTH.exec(head)?.[1] ?? Infinity));
  }
}
